// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { handsOn } from './support/hands.ts';
import { newcomerRepository, type NewcomerRepository } from './support/newcomerRepository.ts';
import { sayStart } from './support/sayStart.ts';

const PATIENT = { timeout: 60_000 };
const WIDE = { width: 1360, height: 820 };
const NARROW = { width: 480, height: 700 };
const LIGHT = { 'workbench.colorTheme': 'Default Light Modern' };
const DARK = { 'workbench.colorTheme': 'Default Dark Modern' };

let window: OpenWindow;
let footpath: NewcomerRepository;
let extension: BuiltExtension;

beforeAll(async () => {
  extension = builtExtension();
  footpath = await newcomerRepository();
  window = await openWindow({
    workspace: footpath.git.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: WIDE,
    env: footpath.env,
  });
  await window.command('View: Show Cairn');
  await window.waitForText('No session yet');
});
afterAll(async () => {
  await window?.dispose();
  footpath?.dispose();
  extension?.remove();
});

const { shows, dismiss } = handsOn(() => window);

/** A step as a person sees it, in light and dark, wide and narrow. */
async function seen(step: string): Promise<void> {
  for (const [theme, settings] of [
    ['light', LIGHT],
    ['dark', DARK],
  ] as const) {
    await window.configure(settings);
    await window.locator(theme === 'dark' ? '.monaco-workbench.vs-dark' : '.monaco-workbench.vs').waitFor();
    await window.screenshot(`new-${step}-${theme}`);
    await window.page.setViewportSize(NARROW);
    await window.screenshot(`new-${step}-${theme}-narrow`);
    await window.page.setViewportSize(WIDE);
  }
}

/** `media/screenshot.png` is made of this one: the tree as wide as at first, and no word of a window that is developed in. */
async function readmePicture(): Promise<void> {
  await window.configure({ ...DARK, 'diffEditor.renderSideBySide': false });
  const { mouse } = window.page;
  const edge = await window.locator('.part.sidebar').boundingBox();
  const [x, y] = [(edge?.x ?? 0) + (edge?.width ?? 0) + 2, 600];
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(350, y, { steps: 5 });
  await mouse.up();
  await window.page.evaluate(
    `for (const title of document.querySelectorAll('.window-title')) title.textContent = title.textContent.replace('[Extension Development Host] ', '')`,
  );
  await mouse.move(700, 600);
  await window.screenshot('new-readme');
}

const session = (title: string, words: string): string => `Session ${title}, ${words}, workflow feature`;
const MEND = 'Make the failing test pass';
const WRITE = 'Say in the README whose times these are';

test('a sentence and Enter: the list, starting, checks beforehand, and the first phase at work', async () => {
  await window.command('Cairn: Start Session…');
  await window.page.getByPlaceholder('What is to be done?').waitFor();
  await window.type(MEND);
  await window.waitForText(`Start: ${MEND}`);
  await window.waitForText('npm test');
  await seen('1-list');
  await window.press('Enter');
  await window.screenshot('new-2-starting-dark');
  await expect
    .poll(async () => (await window.tree('Sessions'))[0]?.label, PATIENT)
    .toContain('npm test beforehand');
  await window.screenshot('new-3-beforehand-dark');
  await window.waitForText(
    'Running phase 1 of 3, Plan the change. npm test was red before anything was changed.',
  );
  await seen('4-working');
});

test('it waits for a person, who reads and approves, and is done', async () => {
  await footpath.letGo('plan');
  await shows(session(MEND, 'needs approval'));
  await seen('5-approval');
  await dismiss();
  await footpath.letGo('implement');
  await window.clickRow(/^Approve, and continue/);
  await shows('Phase 2, Make the change, done, checks passed, attempt 1, 1 of 1 artifact');
  await window.rowAction(/^Phase 2, Make the change/, 'Review Phase');
  await window.waitForText('duration.js');
  await seen('6-review');
  await footpath.letGo('verify');
  await shows(session(MEND, 'done, checks passed'));
  await seen('7-done');
  await dismiss();
  await window.clickRow(/^Phase 2, Make the change/);
  await readmePicture();
});

test('it is landed', async () => {
  await dismiss();
  await window.command('View: Close All Editors');
  await window.clickRow(/^Land Session/);
  await window.locator('.quick-input-widget').filter({ visible: true }).waitFor();
  await seen('8-land');
  await window.press('Escape');
});

test('one that leaves a check as red as it was says so when it is done', async () => {
  await sayStart(window, WRITE);
  await shows(session(WRITE, 'needs approval'));
  await window.clickRow(/^Approve, and continue/);
  await shows(session(WRITE, 'done, checks red'));
  await seen('9-red');
});
