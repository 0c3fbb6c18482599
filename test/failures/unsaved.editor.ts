import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskWindow, type DeskWindow } from '../editor/support/deskWindow.ts';
import { handsOn } from '../editor/support/hands.ts';
import { sayStart, WORKFLOW } from '../editor/support/sayStart.ts';

const PATIENT = { timeout: 60_000 };

let opened: DeskWindow | undefined;
let desk: DeskWindow['desk'];
let window: DeskWindow['window'];

beforeAll(async () => {
  opened = await deskWindow();
  ({ desk, window } = opened);
});
afterAll(() => opened?.[Symbol.asyncDispose]());

const { rows, shows, open, dismiss, shown, type, choose } = handsOn(() => window);
const git = (...args: string[]): Promise<string> => desk.git.git(...args);

describe('a session in the open working tree', () => {
  const file = (): Promise<string> => readFile(join(desk.git.root, 'here.txt'), 'utf8');
  const toPhaseOne = async (): Promise<void> => {
    await choose('Cairn: Restore to Phase…', /Phase 1: Write it/, /Restore to Phase 1…/);
    await window.waitForText('“here.txt” has unsaved changes.');
  };
  const branch = (): Promise<string> => git('for-each-ref', '--format=%(refname)', 'refs/heads/cairn/');
  const tip = async (): Promise<string> => git('rev-parse', await branch());
  const rescues = (): Promise<string> =>
    git('for-each-ref', '--format=%(refname)', 'refs/cairn/*-write-here-*/rescue/*');

  test('is started from the palette and leaves branch and index alone', async () => {
    const before = [
      await git('symbolic-ref', 'HEAD'),
      await git('rev-parse', 'HEAD'),
      await git('diff', '--cached'),
    ];
    await sayStart(window, 'Write here', [WORKFLOW, /In place/], [/^\s*Place:/, /In This Working Tree/]);
    await shows('Session Write here, done, nothing checked, workflow here');
    expect(await file()).toBe('second\n');
    expect([
      await git('symbolic-ref', 'HEAD'),
      await git('rev-parse', 'HEAD'),
      await git('diff', '--cached'),
    ]).toEqual(before);
  });

  test('[E9] is shown where another program moves it, without a reload', async () => {
    // On a fast machine the window sees the session when it is done, and shows it closed.
    await open(/^Session Write here/);
    const [ref, last] = [await branch(), await tip()];
    await git('update-ref', ref, `${last}~1`);
    await expect
      .poll(async () => (await rows()).join('\n'), PATIENT)
      .toMatch(/Phase 2, Write it anew, (?!done)/);
    await git('update-ref', ref, last);
    await shows('Session Write here, done, nothing checked, workflow here');
  });

  test('[M4] opens status, packet, artifacts and any other file as they were when a phase was closed: read-only, nothing is checked out', async () => {
    const before = [await git('rev-parse', 'HEAD'), await git('status', '--porcelain'), await file()];
    await open(/^Phase 1, Write it/);
    await window.rowAction(/^Artifact here\.txt/, 'Open at Checkpoint');
    await expect.poll(shown, PATIENT).toContain('first');
    await open(/^Changed files/);
    await window.contextMenu(/^here\.txt, added/, 'Open at Checkpoint');
    for (const [name, text] of [
      ['README.md', 'Desk'],
      ['PACKET.md', 'tokenizer:'],
      // As it was then: the second phase had not begun.
      ['STATUS.md', /\| 2 \|.*pending/],
    ] as const) {
      await window.contextMenu(/^Phase 1, Write it/, 'Browse Files at Phase…');
      await window.pick(name);
      await expect.poll(async () => (await shown()).replaceAll('\u00a0', ' '), PATIENT).toMatch(text);
    }
    const read = await shown();
    await type('mine');
    expect(await shown()).toBe(read);
    expect([await git('rev-parse', 'HEAD'), await git('status', '--porcelain'), await file()]).toEqual(
      before,
    );
    await window.command('View: Close All Editors');
  });

  test('[C20] shows what a restore changes, with counts, and does nothing before it is confirmed', async () => {
    const before = await tip();
    await choose('Cairn: Restore to Phase…', /Phase 1: Write it/);
    await window.waitForText(/Will go back \(1\)/);
    // A stray Enter compares.
    await window.press('Enter');
    await expect.poll(() => window.page.title(), PATIENT).toContain('(Restore to Phase 1)');
    await window.press('Escape');
    await window.command('View: Close All Editors');
    await choose('Cairn: Restore to Phase…', /Phase 1: Write it/, /Restore to Phase 1…/);
    await window.waitForText('changed back');
    await window.dialogButton('Cancel');
    expect([await tip(), await file()]).toEqual([before, 'second\n']);
  });

  test('[C11] asks about unsaved editors before it goes back; giving up changes nothing', async () => {
    const before = await tip();
    await window.press('Control+P');
    await window.type('here.txt');
    await window.pick('here.txt');
    await type('typed ');
    await toPhaseOne();
    await window.screenshot('restore-unsaved-light');
    await window.dialogButton('Cancel');
    expect(await file()).toBe('second\n');
    await expect.poll(shown, PATIENT).toContain('typed');
    expect(await tip()).toBe(before);
  });

  test('[C11] goes back without saving: what was typed stays in the editor, over the restored file', async () => {
    await toPhaseOne();
    await window.dialogButton('Restore to Phase 1 Without Saving');
    await window.dialogButton('Restore to Phase 1');
    await window.waitForNotification('Restored to Phase 1');
    expect(await file()).toBe('first\n');
    await expect.poll(shown, PATIENT).toContain('typed');
    expect(await rescues()).toBe('');
    await window.command('File: Revert File');
    await expect.poll(shown, PATIENT).toContain('first');
    await window.command('Cairn: Undo Restore');
    await window.waitForNotification('The restore is undone');
    expect(await file()).toBe('second\n');
    await dismiss();
  });

  test('[C11] an undo asks nothing else, and that only about editors that it would overwrite', async () => {
    const before = await tip();
    await expect.poll(shown, PATIENT).toContain('second');
    await type('typed ');
    await window.command('Cairn: Undo Restore');
    await window.waitForText('“here.txt” has unsaved changes.');
    await window.screenshot('undo-unsaved-light');
    await window.dialogButton('Cancel');
    expect([await tip(), await file()]).toEqual([before, 'second\n']);
    await window.command('File: Revert File');
  });

  test('[C11] goes back after saving: what was typed is rescued', async () => {
    await expect.poll(shown, PATIENT).toContain('second');
    await type('kept ');
    await toPhaseOne();
    await window.dialogButton('Save and Restore to Phase 1');
    await window.dialogButton('Restore to Phase 1');
    await window.waitForNotification('kept aside as rescued work');
    expect([await file(), await git('show', `${await rescues()}:here.txt`)]).toEqual([
      'first\n',
      'kept second',
    ]);
    await expect.poll(shown, PATIENT).toMatch(/^first/);
    await dismiss();
  });

  test('asks where to go on when its branch was left, and takes the answer', async () => {
    await git('switch', '-q', '-c', 'elsewhere');
    await window.command('Cairn: Resume Session');
    await shows('Session Write here, asks a question, workflow here');
    await window.screenshot('question-light');
    await window.rowAction(/^Phase 2, Write it anew/, 'Answer…');
    await window.pick('go on here');
    await shows('Session Write here, done, nothing checked, workflow here');
    expect(await file()).toBe('second\n');
  });
});
