// @module-tag thorough
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { waitingRepository, type WaitingRepository } from './support/waitingRepository.ts';

let window: OpenWindow;
let extension: BuiltExtension;
let left: WaitingRepository;
let right: WaitingRepository;

beforeAll(async () => {
  extension = builtExtension();
  const cli = join(extension.path, 'dist', 'cli.cjs');
  [left, right] = await Promise.all([waitingRepository(cli, 'left'), waitingRepository(cli, 'right')]);
  const workspace = join(dirname(left.root), 'both.code-workspace');
  await writeFile(workspace, JSON.stringify({ folders: [{ path: left.root }, { path: right.root }] }));
  window = await openWindow({
    workspace,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1100, height: 800 },
  });
  await window.command('View: Show Cairn');
});
afterAll(async () => {
  await window?.dispose();
  for (const repository of [left, right]) repository?.dispose();
  extension?.remove();
});

const sessions = async (): Promise<readonly string[]> =>
  (await window.tree('Sessions'))
    .map(({ label, level }) => `${level} ${label.replace(/, updated .*$/, '')}`)
    .filter((row) => /^\d (Repository|Session)/.test(row));
const PATIENT = { timeout: 60_000 };
/** The number on the icon of the view that is open. */
const badge = (): Promise<readonly string[]> =>
  window.locator('.activitybar .action-item.checked .badge-content').allInnerTexts();

test('two repositories show their sessions below them', async () => {
  await expect
    .poll(sessions, PATIENT)
    .toEqual([
      '1 Repository left, 1 session, 1 open',
      '2 Session Wait in left, needs approval, workflow wait',
      '1 Repository right, 1 session, 1 open',
      '2 Session Wait in right, needs approval, workflow wait',
    ]);
  await window.waitForText('2 sessions need you.');
  await expect.poll(badge, PATIENT).toEqual(['2']);
  await window.screenshot('two-repositories-light');
});

test('a command asks for a session where two fit, and names their repositories', async () => {
  await window.command('Cairn: Approve');
  await window.waitForText(/left · \d{8}-wait-in-left/);
  await window.pick(/Wait in right/);
  await expect
    .poll(sessions, PATIENT)
    .toEqual(
      expect.arrayContaining([
        '2 Session Wait in left, needs approval, workflow wait',
        '2 Session Wait in right, done, approved, workflow wait',
      ]),
    );
  await expect.poll(badge, PATIENT).toEqual(['1']);
});

test('and does not ask where one fits', async () => {
  await window.command('Cairn: Approve');
  await expect.poll(sessions, PATIENT).toContain('2 Session Wait in left, done, approved, workflow wait');
});

test('a new session says in which repository it begins, and keeps what was typed in another', async () => {
  await window.command('Cairn: Start Session…');
  await window.waitForText('Type what is to be done');
  await window.type('Wait here');
  await window.pick(/^\s*Folder: left/);
  await window.screenshot('start-folder-light');
  await window.pick('right');
  await window.waitForText('Folder: right');
  await window.waitForText('Start: Wait here');
  await window.press('Escape');
});
