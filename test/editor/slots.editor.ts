// @module-tag thorough
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { handsOn } from './support/hands.ts';
import { slotsRepository, type SlotsRepository } from './support/slotsRepository.ts';
import { turnAway } from './support/turnAway.ts';

const DARK = { 'workbench.colorTheme': 'Default Dark Modern' };
const LEFT = /^Phase 1, Rework the greeting/;
const RIGHT = /^Phase 2, Translate the greeting/;
const HELP = /^Phase 3, Write the help/;
const CONFLICT = /^Conflict in app\.txt/;

let three: SlotsRepository;
let window: OpenWindow;
let extension: BuiltExtension;

beforeAll(async () => {
  extension = builtExtension();
  three = await slotsRepository(join(extension.path, 'dist', 'cli.cjs'));
  window = await openWindow({
    workspace: three.git.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1280, height: 1000 },
    settings: { 'files.autoSave': 'off' },
  });
  await window.command('View: Show Cairn');
  await window.waitForText('No session yet');
});
afterAll(async () => {
  await window?.dispose();
  three?.dispose();
  extension?.remove();
});

const { rows, shows, open, shown, dismiss } = handsOn(() => window);
const shownText = async (): Promise<string> => (await shown()).replaceAll('\u00a0', ' ');
const onBranch = (path: string): Promise<string> => three.git.git('show', `cairn/three:${path}`);

test('three phases at work are three rows that run, and the work of each is looked at where it lies', async () => {
  three.start();
  await shows(
    'Wave 1, side by side, running, 0 of 3 phases done, 3 running',
    'Phase 1, Rework the greeting, running, attempt 1, 0 of 1 artifact',
    'Phase 2, Translate the greeting, running, attempt 1, 0 of 1 artifact',
    'Phase 3, Write the help, running, attempt 1, 0 of 1 artifact',
  );
  await window.waitForText('Running 3 phases: Rework the greeting, Translate the greeting, Write the help.');
  // Each says so once it has changed a file.
  for (const phase of ['left', 'right', 'help']) await window.waitForText(`At work on ${phase}.`);
  await window.screenshot('slots-working-light');
  await window.rowAction(RIGHT, 'Review Phase');
  await window.waitForText('bonjour');
  await window.screenshot('slots-review-light');
  expect(await window.text()).not.toContain('good morning');
  await window.command('View: Close All Editors');
});

test('the worktree of a phase is opened by its row, that of the session by the row of the session', async () => {
  const opened = async (row: RegExp): Promise<string> => {
    const popup = window.page.waitForEvent('popup');
    await window.contextMenu(row, 'Open Worktree in New Window');
    const page = await popup;
    const url = decodeURIComponent(page.url());
    await page.close();
    return url;
  };
  expect(await opened(RIGHT)).toContain('three.worktrees/three+2');
  expect(await opened(/^Session Greet them all/)).toMatch(/three\.worktrees\/three(&|$)/);
});

test('one that has ended is done while the others go on, and a reload loses nothing of it', async () => {
  three.letGo('left');
  await shows('Phase 1, Rework the greeting, done, nothing checked, attempt 1, 1 of 1 artifact');
  await window.reload();
  await shows(
    'Wave 1, side by side, running, 1 of 3 phases done, nothing checked, 2 running',
    'Phase 1, Rework the greeting, done, nothing checked, attempt 1, 1 of 1 artifact',
    'Phase 2, Translate the greeting, running, attempt 1, 0 of 1 artifact',
    'Phase 3, Write the help, running, attempt 1, 0 of 1 artifact',
  );
  await window.rowAction(LEFT, 'Review Phase');
  await window.waitForText('good morning');
  expect(await window.text()).not.toContain('bonjour');
  await window.command('View: Close All Editors');
});

test('one that asks and one that does not merge are told by name, each with what it waits for', async () => {
  await turnAway(window.page, true);
  three.letGo('help');
  await window.waitForNotification('“Greet them all” goes on, but Write the help needs you.');
  three.letGo('right');
  await window.waitForNotification(
    '“Greet them all” waits for you in 2 phases: Translate the greeting (does not merge with Rework the greeting), Write the help (waiting for your approval).',
  );
  await window.screenshot('slots-notice-light');
  await turnAway(window.page, false);
  await dismiss();
  await shows(
    'Phase 2, Translate the greeting, does not merge with Rework the greeting, attempt 1, 1 of 1 artifact',
    'Phase 3, Write the help, waiting for your approval, attempt 1, 1 of 1 artifact',
    'Conflict in app.txt, both changed the same lines, with Rework the greeting',
  );
  await window.screenshot('slots-asking-light');
  await window.configure(DARK);
  await window.locator('.monaco-workbench.vs-dark').waitFor();
  await window.screenshot('slots-asking-dark');
});

test('files of a phase that waits are browsed as its own worktree has them', async () => {
  await window.contextMenu(RIGHT, 'Browse Files at Phase…');
  await window.waitForText('Files at Phase 2');
  await window.pick(/^app\.txt/);
  await expect.poll(shownText).toContain('bonjour');
  await window.command('View: Close All Editors');
});

test('a conflict is resolved in the three-way merge editor, and its answer takes what was resolved', async () => {
  await window.clickRow(CONFLICT);
  await window.locator('.merge-editor').waitFor();
  await window.waitForText('Accept This Phase');
  await window.waitForText('good morning');
  await window.waitForText('bonjour');
  await window.screenshot('slots-merge-dark');
  await window.configure({});
  await window.locator('.monaco-workbench.vs').waitFor();
  await window.screenshot('slots-merge-light');
  await window.page.getByText('Accept This Phase').click();
  await window.command('File: Save');
  await window.command('View: Close All Editors');
  await window.rowAction(RIGHT, 'Answer…');
  await window.answer('Only the translation');
  await shows('Phase 2, Translate the greeting, done, nothing checked, attempt 2, 1 of 1 artifact');
  expect(await onBranch('app.txt')).toContain('bonjour');
});

test('the word for one that waits is given by its own row', async () => {
  await window.rowAction(HELP, 'Approve and Continue');
  await expect.poll(rows).toContainEqual(expect.stringMatching(/^Session Greet them all, done/));
  expect(await onBranch('help.txt')).toContain('helped');
  await open(/^Wave 1/);
  await window.screenshot('slots-done-light');
  await dismiss();
});
