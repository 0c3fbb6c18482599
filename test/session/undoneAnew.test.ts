import { expect, test } from 'vitest';
import type { GitRepo } from '../support/gitRepo.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, stage as onGit, type Flow, type Stage } from '../support/session.ts';
import { onceSaid } from '../support/sideBySide.ts';
import { THOROUGH } from '../support/thorough.ts';

/** `asked` began before `other` was published, and waits for a person. */
const FLOW: Flow = {
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'first' },
    { id: 'asked', needs: ['first'], checks: [{ run: 'true' }], approval: 'required' },
    { id: 'other', needs: ['first'] },
    { id: 'last', needs: ['asked', 'other'] },
  ],
};

async function waiting(s: Stage): Promise<{ readonly s: Stage; readonly tree: GitRepo }> {
  await s.agent.part('asked', `echo asked > asked.txt\n${onceSaid('other is done')}`);
  await s.agent.part('other', 'usual\necho other > other.txt');
  expect((await s.start()).reason).toBe('waiting');
  return { s, tree: await s.worktree() };
}

async function thereAndBack(s: Stage, anew: () => Promise<unknown>): Promise<void> {
  await (await s.seat()).api.restore(DEMO, { to: 'first' }, { dryRun: false });
  await anew();
  await (await s.seat()).api.restore(DEMO, { undo: true }, { dryRun: false });
}

async function endsWithAll(s: Stage): Promise<void> {
  const seat = await s.seat();
  if ((await seat.api.status(DEMO)).state === 'waiting') await seat.api.approve(DEMO, null, null);
  expect((await s.resume()).reason).toBe('completed');
  const { git } = s.repo;
  expect(await git('show', 'cairn/demo:asked.txt')).toContain('asked');
  expect(await git('show', 'cairn/demo:other.txt')).toBe('other');
  expect(await s.violations()).toEqual([]);
}

test('work that waits is in the end where a restore is undone', async () => {
  const { s } = await waiting(await stage(FLOW));
  await thereAndBack(s, async () => {});
  await endsWithAll(s);
});

test('so it is where its worktree was removed before', async () => {
  const { s, tree } = await waiting(await stage(FLOW));
  await s.repo.git('worktree', 'remove', '--force', tree.root);
  await thereAndBack(s, async () => {});
  await endsWithAll(s);
});

test('so it is where its worktree was removed in between', async () => {
  const { s, tree } = await waiting(await stage(FLOW));
  await thereAndBack(s, () => s.repo.git('worktree', 'remove', '--force', tree.root));
  await endsWithAll(s);
});

test('so it is where it was approved, with what a person changed', async () => {
  const { s, tree } = await waiting(await stage(FLOW));
  await tree.write('asked.txt', 'asked\nmine\n');
  await (await s.seat()).api.approve(DEMO, null, null);
  await s.repo.git('worktree', 'remove', '--force', tree.root);
  await thereAndBack(s, async () => {});
  await endsWithAll(s);
  expect(await s.repo.git('show', 'cairn/demo:asked.txt')).toBe('asked\nmine');
});

test('work that a restore goes back to lies in a worktree that is made anew', async () => {
  const { s, tree } = await waiting(await stage(FLOW));
  await (await s.seat()).api.restore(DEMO, { to: 'first' }, { dryRun: false });
  await tree.remove('.');
  await (await s.seat()).api.restore(DEMO, { undo: true }, { dryRun: false });
  expect(await (await s.worktree()).read('asked.txt')).toBe('asked\n');
});

test(
  'what a person saved there lies there again byte for byte, whatever git would make of it',
  THOROUGH,
  async () => {
    const { s, tree } = await waiting(await onGit(FLOW, { files: { '.gitattributes': '*.txt text\n' } }));
    await tree.write('saved.txt', 'one\r\ntwo\r\n');
    await tree.write('asked.txt', 'asked\r\n');
    await thereAndBack(s, async () => {});
    expect(await tree.read('saved.txt')).toBe('one\r\ntwo\r\n');
    expect(await tree.read('asked.txt')).toBe('asked\r\n');
    expect(await tree.look('.cairn/raw')).toBeNull();
  },
);
