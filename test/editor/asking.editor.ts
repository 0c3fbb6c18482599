import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { askingRepository, type AskingRepository } from './support/askingRepository.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { sayStart, WORKFLOW } from './support/sayStart.ts';

/** A tree is drawn a moment after its message. */
const PATIENT = { timeout: 60_000 };

let repository: AskingRepository;
let extension: BuiltExtension;
let window: OpenWindow;

beforeAll(async () => {
  extension = builtExtension();
  repository = await askingRepository();
  window = await openWindow({
    workspace: repository.git.root,
    extensionDevelopmentPath: extension.path,
    theme: 'light',
    size: { width: 1280, height: 900 },
    settings: { 'cairn.agents': repository.agents, 'cairn.worktree.place': 'inside' },
  });
  await window.command('View: Show Cairn');
  await window.waitForText('No session yet');
});
afterAll(async () => {
  await window?.dispose();
  repository?.dispose();
  extension?.remove();
});

const rows = async (): Promise<readonly string[]> =>
  (await window.tree('Sessions')).map(({ label }) => label);
const shows = (row: RegExp): Promise<void> =>
  expect.poll(async () => (await rows()).filter((label) => row.test(label)).length, PATIENT).toBe(1);
const shownNot = (row: RegExp): Promise<void> =>
  expect.poll(async () => (await rows()).filter((label) => row.test(label)).length, PATIENT).toBe(0);
const session = async (): Promise<string> =>
  (await repository.git.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/cairn/')).replace(
    'cairn/',
    '',
  );

test('what an agent asks is a notification and a row with a badge, and the answer lets it go on', async () => {
  await sayStart(window, 'A button', [WORKFLOW, /Ask me/]);
  await shows(/asks for a permission, execute: Write ran-1.md/);
  await expect
    .poll(() => window.told(), PATIENT)
    .toEqual([expect.stringContaining('speaker asks for a permission, execute: Write ran-1.md')]);
  await window.waitForText('speaker asks for a permission: Write ran-1.md.');
  await window.screenshot('permission-light');
  await window.notificationButton('Allow');
  await shownNot(/asks for a permission.*ran-1.md/);
});

test('one that waits is still there after a reload, is not told a second time, and is answered on its row', async () => {
  await shows(/asks for a permission, edit: Write ..\/outside.md/);
  await window.command('Notifications: Clear All Notifications');
  await window.reload();
  await shows(/asks for a permission, edit: Write ..\/outside.md/);
  expect(await window.told()).toEqual([]);
  await window.command('View: Show Cairn');
  await window.screenshot('permission-after-reload');
  await window.rowAction(/asks for a permission.*outside.md/, 'Deny');
  await shownNot(/asks for a permission.*outside.md/);
});

test('a question of an agent waits through a reload, and the answer reaches its next attempt', async () => {
  await window.waitForText('Which colour should the button have?');
  await window.reload();
  await window.command('View: Show Cairn');
  await window.waitForText('Which colour should the button have?');
  await window.screenshot('question-after-reload');
  await window.command('Cairn: Answer…');
  await window.pick('Green, like the others');
  await shows(/A button, done/);
  expect(repository.promptOf('decide', 2)).toContain('> Green, like the others');
  const id = await session();
  const record = await repository.git.git('show', `cairn/${id}:.cairn/sessions/${id}/01-build/phase.json`);
  expect((JSON.parse(record) as { permissions: unknown }).permissions).toMatchObject([
    { title: 'Write ran-1.md', decision: 'allowed', by: expect.stringContaining('@') },
    { title: 'Write ../outside.md', decision: 'denied', by: expect.stringContaining('@') },
    { title: 'Write made.md', decision: 'allowed', by: 'policy' },
  ]);
});
