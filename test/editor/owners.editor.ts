// @module-tag thorough
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import type { Theme } from './harness/windowProfile.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { activityRepository, type ActivityRepository } from './support/activityRepository.ts';
import { sayStart, WORKFLOW } from './support/sayStart.ts';

/**
 * Two windows on one folder, each with a server, an extension host, a browser and a profile of its own: neither knows of
 * the other but through the repository.
 */

const PATIENT = { timeout: 60_000 };

let activity: ActivityRepository;
let first: OpenWindow;
let second: OpenWindow | undefined;
let extension: BuiltExtension;

const open = (theme: Theme): Promise<OpenWindow> =>
  openWindow({
    workspace: activity.git.root,
    extensionDevelopmentPath: extension.path,
    theme,
    size: { width: 1280, height: 900 },
    settings: { 'cairn.worktree.place': 'inside', 'cairn.agents': activity.agents },
  });

beforeAll(async () => {
  extension = builtExtension();
  activity = await activityRepository(join(extension.path, 'dist', 'cli.cjs'));
  first = await open('light');
  await first.command('View: Show Cairn');
  await first.waitForText('No session yet');
});
afterAll(async () => {
  await second?.dispose();
  await first?.dispose();
  activity?.dispose();
  extension?.remove();
});

const output = (window: OpenWindow): Promise<string> =>
  window.locator('.editor-instance .view-lines').first().innerText();
const rows = async (window: OpenWindow): Promise<string> =>
  (await window.tree('Sessions')).map(({ label }) => label).join('\n');

test('a second window says who drives the session that the first one runs, follows along, and goes away without a trace', async () => {
  await sayStart(first, 'Make a parser', [WORKFLOW, /Something to look at/]);
  await expect.poll(() => rows(first), PATIENT).toContain('Plan of the agent, 1 of 3 steps done');
  const driver = await activity.driver();
  expect(driver).toMatch(/^pid \d+ on /);

  second = await open('dark');
  const other = second;
  await other.waitForNotification(`“Make a parser” is at work already: ${driver} runs it.`, PATIENT);
  await other.screenshot('owners-offer');
  await other.notificationButton('Follow Along');
  await expect.poll(() => other.page.title(), PATIENT).toContain('1 Build the parser, attempt 1.log');
  await expect.poll(() => rows(other), PATIENT).toContain('Plan of the agent, 1 of 3 steps done');
  await other.screenshot('owners-following');
  // Whoever began it is offered nothing.
  expect((await first.told()).join('\n')).not.toContain('at work already');

  await activity.letGo('one');
  await expect.poll(() => output(other), PATIENT).toMatch(/The.parser.is.there/);
  for (const window of [first, other])
    await expect.poll(() => rows(window), PATIENT).toContain('Plan of the agent, 2 of 3 steps done');
  await first.screenshot('owners-first');
  expect(await activity.driver()).toBe(driver);

  await other.dispose();
  second = undefined;
  expect(await activity.driver()).toBe(driver);
  await activity.letGo('two');
  await expect.poll(() => rows(first), PATIENT).toContain('Say what was done');
  await expect.poll(() => activity.driver(), PATIENT).toBe('');
});
