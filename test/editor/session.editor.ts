import { globSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWindow, type OpenWindow } from './harness/openWindow.ts';
import { waitUntil } from './harness/waitUntil.ts';
import { builtExtension, type BuiltExtension } from './support/builtExtension.ts';
import { filesOnDisk } from './support/filesOnDisk.ts';
import { listenerExtension, type ListenerExtension } from './support/listenerExtension.ts';
import { storyRepository, type StoryRepository } from './support/storyRepository.ts';
import { sayStart, WORKFLOW } from './support/sayStart.ts';

/** A tree is drawn a moment after its message. */
const PATIENT = { timeout: 60_000 };
/** What every checkpoint writes anew. */
const RECORDS = /(^|\/)(STATUS\.md|effects\.json)$/;

describe('a session, from the palette to the landed result', () => {
  let story: StoryRepository;
  let window: OpenWindow;
  let listener: ListenerExtension;
  let extension: BuiltExtension;
  let afterOne: Readonly<Record<string, string>>;
  let before: Readonly<Record<string, string>>;

  beforeAll(async () => {
    extension = builtExtension();
    story = await storyRepository();
    listener = await listenerExtension(story.home);
    window = await openWindow({
      workspace: story.git.root,
      extensionDevelopmentPath: extension.path,
      installed: [listener.path],
      theme: 'light',
      size: { width: 1280, height: 900 },
    });
    await window.command('View: Show Cairn');
    await window.waitForText('No session yet');
  });
  afterAll(async () => {
    await window.dispose();
    story.dispose();
    extension.remove();
  });

  const started = (...starts: readonly string[]): Promise<boolean> =>
    waitUntil(
      async () => story.starts().length >= starts.length,
      () => `The agent was started ${story.starts().join(', ')}.`,
      60_000,
    );
  const labels = async (): Promise<readonly string[]> =>
    (await window.tree('Sessions')).map(({ label }) =>
      label.replace(/,? (updated )?(just now|\d+ \w+ ago).*$/, ''),
    );
  const phases = async (): Promise<readonly string[]> => (await labels()).slice(1);
  /** The title of every file that a multi-file diff shows. */
  const reviewed = async (): Promise<readonly string[]> => {
    const files = window.locator('.multiDiffEntry .file-path').filter({ visible: true });
    const names = await files.locator('.title .label-name').allInnerTexts();
    return names.map((name) => name.trim()).filter((name) => name !== '');
  };

  test('is started with workflow, request and place, and its phases appear', async () => {
    await sayStart(window, 'Tell me a story', [WORKFLOW, /The story/]);
    await started('one 1', 'two 1');
    await window.waitForText('Running phase 2 of 4, Wait for a word');
    await expect.poll(phases, PATIENT).toEqual(expect.arrayContaining(['The agent says: working on two']));
    await expect
      .poll(async () => (await phases()).filter((label) => label.startsWith('Phase ')), PATIENT)
      .toEqual([
        'Phase 1, Look around, done, nothing checked, attempt 1, 1 of 1 artifact',
        'Phase 2, Wait for a word, running, attempt 1, 0 of 1 artifact',
        'Phase 3, Change three files, not started',
        'Phase 4, Say goodbye, not started',
      ]);
    await window.screenshot('session-running-light');
  });

  test('goes on while the window is reloaded: the agent of phase 2 was started once only', async () => {
    await window.reload();
    await window.waitForText('Running phase 2 of 4');
    expect(story.starts()).toEqual(['one 1', 'two 1']);
    afterOne = filesOnDisk(story.worktree(), RECORDS);
  });

  test('is shown as interrupted within seconds when everything that drives it is killed', async () => {
    expect(story.killEverything()).toBeGreaterThanOrEqual(2);
    await window.waitForText('Interrupted: phase 2 of 4', { timeout: 20_000 });
    await window.screenshot('session-interrupted-light');
  });

  test('is offered once after a reload', async () => {
    await window.reload();
    await window.waitForNotification('“Tell me a story” was interrupted');
    const offer = window.locator('.notification-list-item-buttons-container');
    await expect.poll(() => offer.getByRole('button').allInnerTexts(), PATIENT).toEqual(['Resume', 'Show']);
    await window.notificationButton('Show');
    await window.locator('.monaco-list-row.selected[aria-label^="Session Tell me a story"]').waitFor();
    await window.reload();
    await window.waitForText('Interrupted: phase 2 of 4');
    expect(await window.told()).toEqual([]);
  });

  test('[S32] is resumed from the palette with one more attempt, which other extensions are told, and goes on to the approval', async () => {
    const before = listener.told().length;
    await window.command('Cairn: Resume Session');
    await started('one 1', 'two 1', 'two 2');
    await story.letTwoEnd();
    await window.waitForText('Waiting for your approval: phase 3 of 4', { timeout: 60_000 });
    expect(story.starts()).toEqual(['one 1', 'two 1', 'two 2', 'three 1']);
    await window.screenshot('session-waiting-light');
    const told = (): readonly unknown[] =>
      listener
        .told()
        .slice(before)
        .filter(({ name }) => name !== 'onDidPublishCheckpoint');
    const of = { repository: story.git.root, session: expect.any(String) as string };
    const [again, next] = [
      { ...of, phase: 'two', attempt: 2, resumed: true },
      { ...of, phase: 'three', attempt: 1, resumed: false },
    ];
    await expect.poll(told).toEqual([
      { name: 'onDidBeginAttempt', ...again },
      { name: 'onDidEndAttempt', ...again, outcome: 'completed' },
      { name: 'onDidBeginAttempt', ...next },
      { name: 'onDidEndAttempt', ...next, outcome: 'completed' },
    ]);
    expect(listener.told().slice(before)).toContainEqual(
      expect.objectContaining({ name: 'onDidPublishCheckpoint', phase: 'two', attempt: 2 }),
    );
  });

  test('shows its waiting phase as a diff of exactly its files, deletions named in the title', async () => {
    // The status bar opens what it asks for.
    const bar = window.locator('.statusbar-item').filter({ hasText: 'Tell me a story: approve' });
    await bar.hover();
    await window.waitForText('(phase 3 of 4, Change three files). Click to review what it changed.');
    await bar.click();
    await window.waitForText('Phase 3: Change three files · deleted: old.txt');
    await expect
      .poll(async () => (await reviewed()).toSorted(), PATIENT)
      .toEqual(['kept.txt', 'new.txt', 'old.txt', 'pixel.bin', 'three.md']);
    await window.screenshot('review-light');
    await window.command('View: Close Editor');
  });

  test('is approved with what was changed meanwhile, which the window says, and comes to its end', async () => {
    const [artifact = ''] = globSync('.cairn/sessions/*/03-*/three.md', { cwd: story.worktree() });
    await appendFile(join(story.worktree(), artifact), 'Mended by hand.\n');
    const waiting = (await phases()).slice(
      (await phases()).findIndex((label) => label.startsWith('Phase 3')) + 1,
    );
    expect(waiting.slice(0, 3).map((label) => label.replace(/\d+ B/, 'N B'))).toEqual([
      'Artifact three.md, N B',
      'Approve, and continue',
      'Reject…, say why',
    ]);
    await window.clickRow(/^Artifact three\.md/);
    await expect.poll(() => window.page.title(), PATIENT).toContain('three.md');
    await window.command('View: Close All Editors');
    await window.clickRow(/^Approve, and continue/);
    await window.waitForNotification('Approved with what changed since you were asked (1 file)');
    // Without a button the editor would show one line of it, cut short.
    await window.notificationButton('OK');
    await window.screenshot('approved-with-changes-light');
    await expect
      .poll(async () => (await labels())[0], { timeout: 60_000 })
      .toBe('Session Tell me a story, done, nothing checked, workflow story');
    expect(story.starts()).toEqual(['one 1', 'two 1', 'two 2', 'three 1', 'four 1']);
    await window.waitForText(
      '“Tell me a story” is done, nothing checked. Land Session… puts its result on a new branch',
    );
    await expect.poll(async () => (await phases())[0], PATIENT).toMatch(/^Land Session…/);
    await window.screenshot('session-done-light');
  });

  test('goes back to phase 1 after a preview, and every file on disk is what it was', async () => {
    await writeFile(join(story.worktree(), 'note.txt'), 'not committed\n');
    before = filesOnDisk(story.worktree(), RECORDS);
    await window.command('Cairn: Restore to Phase…');
    await window.pick(/Phase 1: Look around/);
    await window.waitForText('Restore to Phase 1:');
    await window.waitForText('src/old.txt');
    await window.screenshot('restore-preview-light');
    await window.pick(/Restore to Phase 1…/);
    await window.screenshot('restore-question-light');
    await window.dialogButton('Restore to Phase 1');
    await window.waitForNotification('Restored to Phase 1');
    expect(filesOnDisk(story.worktree(), RECORDS)).toEqual(afterOne);
    await window.waitForText('Paused before phase 2 of 4');
  });

  test('undoes that, and every file on disk is there again, the uncommitted one too', async () => {
    await window.command('Notifications: Clear All Notifications');
    await window.command('Cairn: Undo Restore');
    await window.waitForNotification('The restore is undone');
    expect(filesOnDisk(story.worktree(), RECORDS)).toEqual(before);
    await window.screenshot('restore-undone-light');
  });

  test('goes back once more by the button of that message, and forward again, with nothing asked', async () => {
    await window.notificationButton('Redo');
    await window.waitForNotification('Restored again');
    expect(filesOnDisk(story.worktree(), RECORDS)).toEqual(afterOne);
    await window.notificationButton('Undo Restore');
    await expect.poll(() => filesOnDisk(story.worktree(), RECORDS), PATIENT).toEqual(before);
    // The tree is drawn before its message.
    await window.waitForText('“Tell me a story” is done, nothing checked. Land Session…');
  });

  test('lands as one commit on a new branch, without its own files', async () => {
    const head = await story.git.git('rev-parse', 'HEAD');
    await window.clickRow(/^Land Session…/);
    await window.pick(/On a New Branch/);
    await window.answer('the-story');
    await window.waitForNotification('landed as one commit on the-story');
    expect(await story.git.git('diff', '--name-status', 'main', 'the-story')).toBe(
      ['M\tsrc/kept.txt', 'A\tpixel.bin', 'A\tsrc/new.txt', 'D\tsrc/old.txt']
        .sort((a, b) => a.slice(2).localeCompare(b.slice(2)))
        .join('\n'),
    );
    expect([
      await story.git.git('rev-parse', 'HEAD'),
      await story.git.git('rev-list', '--count', 'main..the-story'),
    ]).toEqual([head, '1']);
    // What was landed is offered no more.
    await expect.poll(async () => (await phases()).join(), PATIENT).not.toContain('Land Session');
    await expect.poll(() => window.text(), PATIENT).not.toContain('puts its result on');
  });

  test('holds every rule of the format', async () => {
    await window.command('Cairn: Verify Session');
    await window.waitForNotification('holds every rule of the format');
  });
});
