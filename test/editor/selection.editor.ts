import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskWindow, type DeskWindow } from './support/deskWindow.ts';

/** A tree is drawn a moment after its message. */
const PATIENT = { timeout: 60_000 };
const REQUEST = 'Add a login page\n\n- with a form\n- and a way out\n';

let opened: DeskWindow | undefined;
let desk: DeskWindow['desk'];
let window: DeskWindow['window'];

beforeAll(async () => {
  opened = await deskWindow();
  ({ desk, window } = opened);
  await writeFile(join(desk.git.root, 'own.txt'), REQUEST);
});
afterAll(() => opened?.[Symbol.asyncDispose]());

const START = 'Cairn: Start Session From Selection…';

test('without a selection it is said that one is needed', async () => {
  await window.command(START);
  await window.waitForNotification('Select in an editor what is to be done');
  await window.command('Notifications: Clear All Notifications');
});

test('what is selected is the request of a session, line by line', async () => {
  await window.press('Control+P');
  await window.type('own.txt');
  await window.pick(/own\.txt/);
  await window.waitForText('with a form');
  await window.press('Control+A');
  await window.command(START);
  await window.pick(/^\s*Workflow:/);
  await window.pick(/The careful one/);
  await window.waitForText('4 lines · - with a form - and a way out');
  await window.screenshot('start-selection-light');
  await window.pick(/^\s*Start: Add a login page/);
  const sessions = (): Promise<string> =>
    desk.git.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/cairn/');
  await expect.poll(sessions, PATIENT).not.toBe('');
  const branch = await sessions();
  const request = `${branch}:.cairn/sessions/${branch.replace('cairn/', '')}/REQUEST.md`;
  await expect.poll(() => desk.git.git('show', request), PATIENT).toContain(REQUEST.trim());
});
