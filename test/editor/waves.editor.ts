// @module-tag thorough
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { handsOn } from './support/hands.ts';
import { rowButtons } from './support/rowButtons.ts';
import { tooltipOf } from './support/tooltipOf.ts';
import { turnAway } from './support/turnAway.ts';
import { wavesRepository, type WavesRepository } from './support/wavesRepository.ts';

const SESSION = /^Session Build all of it/;
const DARK = { 'workbench.colorTheme': 'Default Dark Modern' };

let waves: WavesRepository;
let window: OpenWindow;
let extension: BuiltExtension;

beforeAll(async () => {
  extension = builtExtension();
  waves = await wavesRepository(join(extension.path, 'dist', 'cli.cjs'));
  expect(await waves.start('waves', 'Build all of it', 'all')).toBe(3);
  window = await openWindow({
    workspace: waves.git.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1280, height: 1000 },
  });
  await window.command('View: Show Cairn');
});
afterAll(async () => {
  await window?.dispose();
  waves?.dispose();
  extension?.remove();
});

const { rows, shows, open, dismiss } = handsOn(() => window);

test('phases are shown in their waves, with items, rounds and why one is skipped', async () => {
  await shows(
    'Phase 1, Plan it, done, nothing checked, attempt 1, 1 of 1 artifact',
    'Wave 2, side by side, done, 3 done, nothing checked, 1 skipped',
    'Phase 4, Review what was built, waiting for your answer, round 2, attempt 2, 1 of 1 artifact',
    'Phase 5, Publish, not started',
  );
  await open(/^Wave 2/);
  await shows(
    'Phase 2, Build the interface, done, nothing checked, item 1 of 3, round 2, attempt 2, 1 of 1 artifact',
    'Phase 2, Build the page that shows all of it, with a rather long name, done, nothing checked, item 2 of 3, round 2, attempt 2, 1 of 1 artifact',
    'Phase 2, Build the mail, done, nothing checked, item 3 of 3, round 2, attempt 2, 1 of 1 artifact',
    'Phase 3, Write the documentation, skipped, plan/tasks.json /docs is "no"',
  );
});

test('the phase that asks has its question and a row for each answer below it', async () => {
  await shows(
    'Question: review has had 2 of 2 rounds. review/verdict.json /ok is false. Its loop ends once review/verdict.json /ok is true.',
    'Answer: Begin Another Round, send the work back once more',
    'Answer: Accept as It Is, the phase is done with what is there',
    'Answer: Stop, cancel the session; what is done stays',
  );
  await window.screenshot('waves-light');
});

test('all of it reads in a narrow and dark window, and on hover', async () => {
  await window.configure(DARK);
  await window.page.setViewportSize({ width: 480, height: 760 });
  await window.locator('.monaco-workbench.vs-dark').waitFor();
  await window.screenshot('waves-narrow-dark');
  const said = await tooltipOf(window, SESSION);
  expect(said).toContain('Waves');
  expect(said).toContain('Build the interface (nothing checked), ');
  await window.screenshot('waves-tooltip-dark');
  await window.page.mouse.move(450, 740);
  await window.page.setViewportSize({ width: 1280, height: 1000 });
  await window.configure({});
  await window.locator('.monaco-workbench.vs').waitFor();
});

test('what ends the session is confirmed first', async () => {
  await window.clickRow(/^Answer: Stop/);
  await window.waitForText('Stop “Build all of it” for good?');
  await window.screenshot('waves-stop-light');
  await window.press('Escape');
  await shows('Answer: Stop, cancel the session; what is done stays');
});

test('another round is begun from the palette, and the next question answered in its notification', async () => {
  await window.command('Cairn: Begin Another Round');
  await turnAway(window.page, true);
  await window.waitForNotification(
    '“Build all of it” waits: review has had 3 rounds: 2 of its loop, 1 that a person began.',
  );
  await window.screenshot('waves-notice-light');
  await window.notificationButton('Accept as It Is');
  await turnAway(window.page, false);
  await shows(
    'Wave 2, side by side, done, 3 done, nothing checked, 1 skipped',
    'Phase 4, Review what was built, done, nothing checked, round 3, attempt 3, 1 of 1 artifact',
    'Phase 5, Publish, done, nothing checked, round 3, attempt 1, 1 of 1 artifact',
  );
  await dismiss();
});

test('a session that was stopped is over: nothing is told, and no resume offered', async () => {
  expect(await waves.start('waves', 'Stop this one', 'stopped')).toBe(3);
  await window.command('Cairn: Answer…');
  await window.waitForText('Another Answer…');
  await window.screenshot('waves-answers-light');
  await window.pick(/Stop/);
  await window.dialogButton('Stop Session');
  await expect.poll(rows).toContainEqual(expect.stringMatching(/^Session Stop this one, cancelled/));
  // That a resume is not possible would be told, too.
  await window.waitForNotification('Uncommitted work is kept aside as rescue 1.');
  expect(await window.told()).toHaveLength(1);
  expect(await rowButtons(window.page, /^Session Stop this one/)).not.toContain('Resume Session');
});

test('a condition that cannot be decided is answered by the row of an answer', async () => {
  expect(await waves.start('unreadable', 'Decide for me', 'odd')).toBe(3);
  await shows('Answer: Skip It, and go on with what comes after it');
  await window.waitForText('Whether docs runs is decided by notes/notes.json, which cannot be read');
  await window.screenshot('waves-condition-light');
  await window.clickRow(/^Answer: Skip It/);
  await expect.poll(rows).toContainEqual(expect.stringMatching(/^Session Decide for me, done/));
});
