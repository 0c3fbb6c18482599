// @module-tag thorough
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { tooltipOf } from './support/tooltipOf.ts';
import { activityRepository, type ActivityRepository } from './support/activityRepository.ts';

/** A tree is drawn a moment after its message. */
const PATIENT = { timeout: 60_000 };

let activity: ActivityRepository;
let window: OpenWindow;
let extension: BuiltExtension;

const settings = () => ({ 'cairn.worktree.place': 'inside', 'cairn.agents': activity.agents });

beforeAll(async () => {
  extension = builtExtension();
  activity = await activityRepository(join(extension.path, 'dist', 'cli.cjs'));
  window = await openWindow({
    workspace: activity.git.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1280, height: 1000 },
    settings: settings(),
  });
  await window.command('View: Show Cairn');
  await window.waitForText('No session yet');
});
afterAll(async () => {
  await window?.dispose();
  activity?.dispose();
  extension?.remove();
});

const rows = async (): Promise<readonly string[]> =>
  (await window.tree('Sessions')).map(({ label }) => label.replace(/, (just now|\d+ \w+ ago)/, ''));
const shows = (...labels: readonly string[]): Promise<void> =>
  expect.poll(rows, PATIENT).toEqual(expect.arrayContaining([...labels]));

const tooltip = (row: RegExp): Promise<string> => tooltipOf(window, row);
/** What the editor in front shows. */
const shown = async (): Promise<string> =>
  (await window.locator('.editor-instance .view-lines').first().innerText()).replaceAll('\u00a0', ' ');

const AT_ONE = [
  'Plan of the agent, 1 of 3 steps done',
  'Step 1, Read the grammar, done',
  'Step 2, Write $(alert) the **parser** and everything that goes with it, carefully and in one go, in progress',
  'Step 3, Run the tests, not started',
  '4 tool calls so far, 1 running',
  'Tool call 4, npm test, running',
  'Tool call 3, Look at [a link](command:x) $(alert) `code`, done',
  'Tool call 2, Edit, failed, src/a/rather/long/path/to/a/file/that/is/not/there.ts',
  'Tool call 1, Read README.md, done',
  'The agent says: I write the parser now. It is **red** $(flame)',
];

test('what an agent that a terminal started plans, does and says is seen below its phase', async () => {
  activity.begin('Make a parser for a grammar with a rather long name');
  await shows(...AT_ONE);
  await window.screenshot('activity-light');
});

test('it reads well in a narrow and dark window, and its tooltips say all of it', async () => {
  await window.configure({ ...settings(), 'workbench.colorTheme': 'Default Dark Modern' });
  await window.page.setViewportSize({ width: 480, height: 760 });
  expect(await tooltip(/^Tool call 2/)).toBe(
    'Tool call 2, Edit, failed, src/a/rather/long/path/to/a/file/that/is/not/there.ts',
  );
  await window.screenshot('activity-narrow-dark');
  expect(await tooltip(/^Phase 1/)).toContain('Agent telling');
  await window.screenshot('activity-tooltip-dark');
  await window.page.setViewportSize({ width: 1280, height: 1000 });
  await window.configure(settings());
});

test('a tool call opens its file in the working tree, and says where there is none', async () => {
  await window.clickRow(/^Tool call 1,/);
  await expect.poll(() => window.page.title(), PATIENT).toContain('README.md');
  await window.clickRow(/^Tool call 2,/);
  await window.waitForNotification('There is no file src/a/rather', PATIENT);
  await window.command('Notifications: Clear All Notifications');
});

test('the output of the attempt opens read-only under a name that says whose it is, and grows', async () => {
  await window.clickRow(/^Agent output/);
  await expect.poll(() => window.page.title(), PATIENT).toContain('1 Build the parser, attempt 1.log');
  await expect.poll(shown, PATIENT).toContain('npm test');
  await window.screenshot('activity-output');
  // A click opens the newest; the arrow before it shows them all.
  await window.page
    .getByRole('treeitem', { name: /^Agent output/ })
    .locator('.monaco-tl-twistie')
    .click();
  await expect
    .poll(rows, PATIENT)
    .toEqual(expect.arrayContaining(['Output of attempt 1, newest', 'Output of attempt 1, standard error']));
  await window.clickRow(/^Output of attempt 1, standard error/);
  await expect.poll(shown, PATIENT).toContain('a warning on standard error');
  await window.clickRow(/^Output of attempt 1, newest/);
  await expect.poll(shown, PATIENT).toContain('npm test');
});

test('after a reload of the window all of it is there again', async () => {
  await window.reload();
  await shows(...AT_ONE);
});

test('it follows what the agent does next, and goes when the phase is done', async () => {
  await activity.letGo('one');
  await shows(
    'Plan of the agent, 2 of 3 steps done',
    '5 tool calls so far',
    'Tool call 5, Write src/parser.ts, done',
    'Tool call 4, npm test, done',
    'The agent says: The parser is there.',
  );
  await window.screenshot('activity-later');
  await expect.poll(shown, PATIENT).toContain('The parser is there.');
  await activity.letGo('two');
  await shows('Phase 2, Say what was done, waiting for your work, attempt 1, 0 of 1 artifact');
  await expect
    .poll(
      async () =>
        (await rows()).filter((label) =>
          /^(Plan of|Step|Tool call|\d+ tool calls|The agent says)/.test(label),
        ),
      PATIENT,
    )
    .toEqual([]);
});
