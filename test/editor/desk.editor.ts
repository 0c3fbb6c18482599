import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from './harness/waitUntil.ts';
import { rowButtons } from './support/rowButtons.ts';
import { turnAway } from './support/turnAway.ts';
import { deskWindow, type DeskWindow } from './support/deskWindow.ts';
import { handsOn } from './support/hands.ts';
import { sayStart, WORKFLOW } from './support/sayStart.ts';

/** A tree is drawn a moment after its message. */
const PATIENT = { timeout: 60_000 };

let opened: DeskWindow | undefined;
let desk: DeskWindow['desk'];
let window: DeskWindow['window'];
let settings: DeskWindow['settings'];

beforeAll(async () => {
  opened = await deskWindow({ 'cairn.worktree.place': 'inside', 'cairn.capture.maxFileSize': 1 });
  ({ desk, window, settings } = opened);
});
afterAll(() => opened?.[Symbol.asyncDispose]());

const { rows, shows, open, dismiss, type } = handsOn(() => window);
const buttons = (row: RegExp): Promise<readonly string[]> => rowButtons(window.page, row);
const started = (phase: string, attempt: number): Promise<string> =>
  waitUntil(
    async () => desk.promptOf(phase, attempt) ?? undefined,
    () => `The agent of ${phase} never began attempt ${attempt}.`,
    60_000,
  );
const git = (...args: string[]): Promise<string> => desk.git.git(...args);
const onlySession = async (): Promise<string> =>
  (await git('for-each-ref', '--format=%(refname:short)', 'refs/heads/cairn/')).replace('cairn/', '');
const look = (away: boolean): Promise<void> => turnAway(window.page, away);

describe('a start with an agent that nobody has named', () => {
  test('is refused, keeps what was typed and what was chosen', async () => {
    await sayStart(window, 'A long story', [WORKFLOW, /Nobody is there/]);
    await window.waitForNotification('nobody');
    const box = window.locator('.quick-input-filter input.input');
    await expect.poll(() => box.inputValue(), PATIENT).toBe('A long story');
    await window.waitForText('Agent: nobody');
    await window.waitForText('is not on this machine');
    await window.press('Escape');
    await dismiss();
  });

  test('is found once the settings name it, without a reload', async () => {
    const { robot } = settings['cairn.agents'];
    await window.configure({ ...settings, 'cairn.agents': { robot, nobody: robot } });
    await waitUntil(
      async () => {
        await window.command('Cairn: Start Session…');
        await window.waitForText(/Agent: nobody/);
        const isFound = !(await window.text()).includes('is not on this machine');
        await window.press('Escape');
        return isFound;
      },
      () => 'The new settings never counted.',
    );
    // What was said of it is not meant for the next one.
    await window.command('Cairn: Start Session…');
    await window.locator('.quick-input-filter input.input').fill('');
    await window.pick(WORKFLOW);
    await window.pick(/A feature/);
    await window.press('Escape');
  });
});

describe('a session and the words of a person', () => {
  const SESSION = /^Session Be careful/;
  let session: string;
  let worktree: string;

  test('starts with the uncommitted work, where the settings say and with the agent that they name', async () => {
    await sayStart(
      window,
      'Be careful',
      [WORKFLOW, /The careful one/],
      [/^\s*Your 1 uncommitted file:/, /Take Them Along/],
    );
    await window.waitForText('Waiting for your approval: phase 1 of 4, Draft it');
    session = await onlySession();
    worktree = (await desk.terminal('path', session)).trim();
    expect(worktree.startsWith(join(desk.git.root, '.git', 'cairn'))).toBe(true);
    const [opened = ''] = (await git('rev-list', '--reverse', `main..cairn/${session}`)).split('\n');
    expect(await git('show', `${opened}:own.txt`)).toBe('not committed');
    // Whoever has the window in front of them is told by the tree.
    expect(await window.told()).toEqual([]);
  });

  test('names the file that is over the limit of the settings as not captured', async () => {
    await open(/^Phase 1, Draft it/);
    await shows('Changed files, 1 file not captured');
  });

  test('shows the output of the very check that is clicked', async () => {
    await window.clickRow('Check Listen, passed');
    await window.waitForText('the check hears nothing');
    await window.clickRow('Check Count, passed');
    await window.waitForText('the check counts to three');
  });

  test('opens its status, packet, agent output and worktree without asking which session', async () => {
    await window.command('Cairn: Open STATUS.md');
    await window.waitForText('| 1 | draft | waiting | 1 | 1 | 2/2 |');
    await window.command('Cairn: Show Summary for the Next Phase');
    await window.waitForText('tokenizer: o200k_base');
    await window.command('Cairn: Show Agent Output');
    await window.waitForText('the agent works on draft');
    const opened = window.page.context().waitForEvent('page');
    await window.command('Cairn: Open Worktree in New Window');
    const other = await opened;
    expect(new URL(other.url()).searchParams.get('folder')).toBe(worktree);
    await other.close();
  });

  test('opens a picture as it was at its checkpoint, read-only', async () => {
    await window.rowAction(/^Artifact pixel\.png/, 'Open at Checkpoint');
    await window.waitForText(/3x2/);
    await window.waitForText(/73\s?B/);
    await window.command('View: Close All Editors');
  });

  test('is rejected with a comment that reaches the next prompt, and tells when it waits again out of sight', async () => {
    await window.rowAction(/^Phase 1, Draft it/, 'Reject…');
    await look(true);
    await window.answer('Keep the old name of the door');
    expect(await started('draft', 2)).toContain('Keep the old name of the door');
    await window.waitForNotification('“Be careful” waits for your approval of phase 1 of 4, Draft it.');
    await window.screenshot('notice-light');
    await look(false);
    await window.locator('.part.titlebar:not(.inactive)').waitFor();
    await dismiss();
  });

  test('follows a word that is said in a terminal', async () => {
    await shows('Phase 1, Draft it, waiting for your approval, attempt 2, 2 of 2 artifacts');
    await desk.terminal('approve', session);
    const said = Date.now();
    await shows('Phase 1, Draft it, done, checks passed, attempt 2, 2 of 2 artifacts');
    console.log(`  the tree followed the terminal after ${Date.now() - said} ms`);
    await window.command('Cairn: Resume Session');
    await window.waitForText('Your turn: phase 2 of 4, Do it by hand');
  });

  test('lets a person complete a phase only when its artifacts are there, and says why it is not complete', async () => {
    const PHASE = /^Phase 2, Do it by hand/;
    const notes = join(worktree, '.cairn', 'sessions', session, '02-byhand', 'notes.md');
    await open(PHASE);
    await shows('What is to be done');
    expect(await buttons(PHASE)).not.toContain('Complete Phase');
    await window.command('Cairn: Complete Phase');
    await window.waitForNotification('No phase waits for your work with all its artifacts there.');
    await dismiss();
    await writeFile(notes, 'Nothing below a heading yet.\n');
    await expect.poll(() => buttons(PHASE), PATIENT).toContain('Complete Phase');
    await window.rowAction(PHASE, 'Complete Phase');
    await window.waitForNotification(/Not complete yet: 02-byhand\/notes\.md/);
    await dismiss();
    // What is typed and not saved would not count: it is asked about.
    await window.clickRow(/^Artifact notes\.md/);
    await type('# Findings\n\n');
    await window.command('Cairn: Complete Phase');
    await window.dialogButton('Save and Complete');
    await started('slow', 1);
    await window.waitForText('Running phase 3 of 4, Take your time');
    await window.command('View: Close All Editors');
  });

  test('pauses after the phase that it is in', async () => {
    await window.contextMenu(SESSION, 'Pause After This Phase');
    await window.waitForText('pauses after this phase');
    await desk.letGo(1);
    await window.waitForText('Paused before phase 4 of 4, Finish');
  });

  test('runs a phase again, and stops now', async () => {
    await shows('Phase 3, Take your time, done, nothing checked, attempt 1, 1 of 1 artifact');
    await window.contextMenu(/^Phase 3, Take your time/, 'Run Phase Again');
    await window.dialogButton('Run Phase 3 Again');
    await started('slow', 2);
    await shows('Phase 3, Take your time, running, attempt 2, 0 of 1 artifact');
    await window.rowAction(SESSION, 'Stop Now');
    await window.waitForText('Interrupted: phase 3 of 4');
  });

  test('keeps what was cut off as rescued work below the session', async () => {
    await window.rowAction(SESSION, 'Resume Session');
    await started('slow', 3);
    await shows('Rescued work, kept aside as 1 commit');
    expect(existsSync(join(worktree, 'half-2.txt'))).toBe(false);
  });

  test('is cancelled, what runs first', async () => {
    await window.command('Cairn: Cancel Session…');
    await window.waitForText('What runs now is stopped first');
    await window.dialogButton('Cancel Session');
    await shows('Session Be careful, cancelled, workflow careful');
  });

  test('shows, puts back and gives up rescued work', async () => {
    await open(SESSION);
    await window.waitForText('Rescued work');
    await open(/^Rescued work/);
    await window.clickRow(/^Rescued work 1/);
    await window.waitForText('Rescued work 1');
    await window.waitForText('half of attempt 2');
    await window.screenshot('rescue-review-light');
    await window.command('View: Close All Editors');
    // An editor that goes takes the focus along, and with it a question that was just asked.
    await expect.poll(() => window.locator('.tab').count(), PATIENT).toBe(0);
    await window.rowAction(/^Rescued work 1/, 'Put Back Rescued Work…');
    await window.waitForText('Put Back Rescued Work 1');
    await window.press('Enter');
    await window.waitForNotification('put back');
    expect(await readFile(join(worktree, 'half-2.txt'), 'utf8')).toBe('half of attempt 2\n');
    await dismiss();
    await window.contextMenu(/^Rescued work 1/, 'Delete Rescued Work…');
    await window.dialogButton('Delete');
    await expect.poll(rows, PATIENT).not.toContain('Rescued work, kept aside as 1 commit');
  });

  test('is deleted, and what was uncommitted is kept and named', async () => {
    await window.command('Cairn: Delete Session…');
    await window.dialogButton('Delete Session');
    const said = await window.waitForNotification(
      `Its last checkpoint stays as refs/cairn/${session}/archive`,
    );
    const [, rescue = ''] = /Uncommitted work is kept aside in (\S+)\./.exec(said) ?? [];
    expect(await git('show', `${rescue}:half-2.txt`)).toBe('half of attempt 2');
    expect([await onlySession(), existsSync(worktree)]).toEqual(['', false]);
    await dismiss();
    await window.waitForText('No session yet');
  });
});
