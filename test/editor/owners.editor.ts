import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { sightRepository, type SightRepository } from './support/sightRepository.ts';

const PATIENT = { timeout: 60_000 };

let sight: SightRepository;
let window: OpenWindow | undefined;
let extension: BuiltExtension;

beforeAll(async () => {
  extension = builtExtension();
  sight = await sightRepository(join(extension.path, 'dist', 'cli.cjs'));
});
afterAll(async () => {
  await window?.dispose();
  sight?.dispose();
  extension?.remove();
});

test('a window that finds a session driven by another process says by whom, and offers to follow along, read-only', async () => {
  sight.begin('Make a parser');
  await expect.poll(() => sight.driver(), PATIENT).toMatch(/^pid \d+ on /);
  const driver = await sight.driver();
  window = await openWindow({
    workspace: sight.git.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1280, height: 900 },
    settings: { 'cairn.worktree.place': 'inside', 'cairn.agents': sight.agents },
  });
  const seen = window;
  await seen.waitForNotification(`“Make a parser” is at work already: ${driver} drives it.`, PATIENT);
  await window.screenshot('owners-offer');
  await window.notificationButton('Follow Along');
  await expect.poll(() => seen.page.title(), PATIENT).toContain('1 Build the parser, attempt 1.log');
  await expect
    .poll(async () => (await seen.tree('Sessions')).map(({ label }) => label).join('\n'), PATIENT)
    .toContain('Plan of the agent, 1 of 3 steps done');
  await window.screenshot('owners-following');
  // It looks on and disturbs nothing: the same process goes on, and the output grows in this window.
  await sight.letGo('one');
  await expect
    .poll(async () => seen.locator('.editor-instance .view-lines').first().innerText(), PATIENT)
    .toMatch(/The.parser.is.there/);
  expect(await sight.driver()).toBe(driver);
}, 240_000);
