import { describe, expect, test } from 'vitest';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Stage } from '../support/session.ts';
import { until } from '../support/until.ts';

const FLOW: Flow = {
  schema: 2,
  parallel: 3,
  phases: [
    { id: 'asks', needs: [], approval: 'required' },
    { id: 'fails', needs: [], checks: [{ run: 'test -e fixed.txt' }] },
    { id: 'cut', needs: [] },
    { id: 'join', needs: ['asks', 'fails', 'cut'] },
  ],
};

/** One phase waits, one is blocked, one was stopped at work: each with its work in a slot of its own. */
async function three(): Promise<Stage> {
  const s = await stage(FLOW);
  for (const id of ['asks', 'fails']) await s.agent.part(id, `usual\necho ${id} > ${id}.txt`);
  await s.agent.part('cut-1', 'echo half > cut.txt\ntouch "$PLAY/cut"\nsleep 60');
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  const isAtWork = async (): Promise<boolean> =>
    (await s.agent.isMarked('cut')) && (await s.log()).length === 3;
  await until(() => isAtWork().catch(() => false));
  stop.abort();
  expect(await run).toMatchObject({ reason: 'interrupted' });
  return s;
}

const refs = async ({ repo }: Stage, below: string): Promise<readonly string[]> =>
  (await repo.git('for-each-ref', '--format=%(refname)', below)).split('\n').filter((ref) => ref !== '');

/** Every file that a rescue, the branch or a commit that it names holds. */
async function kept(s: Stage): Promise<string> {
  const names = [...(await refs(s, 'refs/cairn')), ...(await refs(s, 'refs/heads/cairn'))];
  const commits = (await s.repo.git('rev-list', ...names)).split('\n');
  const files = await Promise.all(
    commits.map((commit) => s.repo.git('ls-tree', '-r', '--name-only', commit)),
  );
  return files.join('\n');
}

async function expectAllKept(s: Stage): Promise<void> {
  const files = await kept(s);
  for (const file of ['asks.txt', 'fails.txt', 'cut.txt']) expect(files).toContain(file);
  expect((await refs(s, 'refs/cairn')).filter((ref) => ref.includes('/queued/'))).toEqual([]);
  expect(await s.violations()).toEqual([]);
}

async function expectToEndWell(s: Stage): Promise<void> {
  await s.agent.part('fails', 'usual\necho yes > fixed.txt');
  await s.agent.part('cut', 'usual');
  const first = await s.resume();
  expect(first).toMatchObject({ reason: 'waiting' });
  await s.api.approve(DEMO, 'asks', null);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.violations()).toEqual([]);
}

describe('a session in which one waits, one is blocked and one was stopped', () => {
  test('is gone on with', async () => {
    const s = await three();
    expect(await s.violations()).toEqual([]);
    await expectToEndWell(s);
    expect(await s.repo.git('show', 'cairn/demo:asks.txt')).toBe('asks');
  });

  test.each(['1', '2'])('is restored to checkpoint %s, undone, and gone on with', async (to) => {
    const s = await three();
    await s.api.restore(DEMO, { to }, { dryRun: false });
    await expectAllKept(s);
    await s.api.restore(DEMO, { undo: true }, { dryRun: false });
    await expectAllKept(s);
    await expectToEndWell(s);
    await expectAllKept(s);
  });

  test.each(['1', '2'])('is restored to checkpoint %s and gone on with', async (to) => {
    const s = await three();
    await s.api.restore(DEMO, { to }, { dryRun: false });
    await expectToEndWell(s);
    await expectAllKept(s);
    expect(await s.repo.git('show', 'cairn/demo:asks.txt')).toBe('asks');
  });

  test('is restored to the checkpoint at which two held work, which both are gone on with', async () => {
    const s = await three();
    await s.agent.part('cut', 'usual');
    expect(await s.resume()).toMatchObject({ reason: 'waiting' });
    await s.api.restore(DEMO, { to: '3' }, { dryRun: false });
    expect(await s.violations()).toEqual([]);
    const before = await s.agent.runs();
    await s.agent.part('fails-3', 'usual\ngrep -q fails fails.txt\necho yes > fixed.txt');
    await expectToEndWell(s);
    await expectAllKept(s);
    for (const id of ['asks', 'fails']) expect(await s.repo.git('show', `cairn/demo:${id}.txt`)).toBe(id);
    const runs = (await s.agent.runs()).slice(before.length);
    expect(runs.filter((run) => !run.startsWith('cut')).map((run) => run.split(' ')[0])).toEqual([
      'fails',
      'join',
    ]);
  });

  test('is a fork from which both are gone on with', async () => {
    const s = await three();
    await s.api.fork(DEMO, '3', { id: 'other' });
    await s.agent.part('fails', 'usual\necho yes > fixed.txt');
    await s.agent.part('cut', 'usual');
    const other = 'other' as typeof DEMO;
    const never = new AbortController().signal;
    expect(await s.api.resume(other, PLAIN_RESUME, never)).toMatchObject({ reason: 'waiting' });
    await s.api.approve(other, 'asks', null);
    expect(await s.api.resume(other, PLAIN_RESUME, never)).toMatchObject({ reason: 'completed' });
    for (const id of ['asks', 'fails']) expect(await s.repo.git('show', `cairn/other:${id}.txt`)).toBe(id);
    expect((await s.api.verify(other)).flatMap(({ violations }) => violations)).toEqual([]);
    await expectToEndWell(s);
    await expectAllKept(s);
  });

  test('is cancelled', async () => {
    const s = await three();
    await s.api.cancel(DEMO);
    await expectAllKept(s);
  });

  test('is deleted, then purged', async () => {
    const s = await three();
    await s.api.delete(DEMO, { purge: false });
    const files = await kept(s);
    for (const file of ['asks.txt', 'fails.txt', 'cut.txt']) expect(files).toContain(file);
    expect((await s.repo.git('worktree', 'list', '--porcelain')).match(/^worktree /gm)).toHaveLength(1);
    await s.api.delete(DEMO, { purge: true });
    expect(await refs(s, 'refs/cairn')).toEqual([]);
  });
});
