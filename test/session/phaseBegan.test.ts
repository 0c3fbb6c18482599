import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, type Flow, type Stage } from '../support/session.ts';

const APPROVED: Flow = { phases: [{ id: 'one', approval: 'required' }, { id: 'two' }] };
const RESULT = '.cairn/sessions/demo/01-one/result.md';

/** Its agent writes the artifact once and leaves it as it is later, as one that has nothing to mend does. */
async function keeping(): Promise<Stage> {
  const s = await stage(APPROVED);
  await s.agent.part('one', 'ls "$CAIRN_PHASE_DIR/result.md" || usual; echo "$CAIRN_ATTEMPT" > work.txt');
  expect((await s.start()).reason).toBe('waiting');
  return s;
}

const changed = async (s: Stage, phase: string): Promise<readonly string[]> =>
  (await s.api.diff(DEMO, phase)).changed.map(({ path }) => path);

describe('what a phase is measured against is the tree before its first attempt', () => {
  test('when a person rejected it and changed a file before the next attempt', async () => {
    const s = await keeping();
    await s.api.reject(DEMO, null, 'not yet');
    await (await s.worktree()).write('mine.txt', 'mine\n');
    expect((await s.resume()).reason).toBe('waiting');
    expect(await changed(s, 'one')).toEqual([RESULT, 'mine.txt', 'src/one.txt', 'work.txt']);
    await s.api.approve(DEMO, null, null);
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 waiting one/1 waiting',
      '3 rejection one/1 running',
      '4 waiting one/2 waiting',
      '5 approval one/2 running',
    ]);
    expect(await changed(s, 'one')).toEqual([RESULT, 'mine.txt', 'src/one.txt', 'work.txt']);
    expect(await s.violations()).toEqual([]);
  });

  test('when a restore went back to where it waited, and it is approved', async () => {
    const s = await keeping();
    await s.api.approve(DEMO, null, null);
    await s.api.restore(DEMO, { to: '2' }, { dryRun: false });
    expect(await changed(s, 'one')).toEqual([RESULT, 'src/one.txt', 'work.txt']);
    // Changed and put back: what is approved is the very tree that waited.
    await (await s.worktree()).write(RESULT, 'Result of one.\n');
    await s.api.approve(DEMO, null, null);
    expect(await s.api.status(DEMO)).toMatchObject({ next: ['two'], phases: [{ status: 'done' }, {}] });
    expect(await changed(s, 'one')).toEqual([RESULT, 'src/one.txt', 'work.txt']);
    expect((await s.resume()).reason).toBe('completed');
  });

  test('when a restore went back to where it waited, and it is rejected and tried again', async () => {
    const s = await keeping();
    await s.api.approve(DEMO, null, null);
    await s.api.restore(DEMO, { to: '2' }, { dryRun: false });
    await s.api.reject(DEMO, null, 'look again');
    expect(await changed(s, 'one')).toEqual([RESULT, 'src/one.txt', 'work.txt']);
    expect((await s.resume()).reason).toBe('waiting');
    await s.api.approve(DEMO, null, null);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2', 'two 1']);
    const behind = (await s.api.log(DEMO)).filter(({ superseded }) => superseded);
    expect(behind.map(({ seq }) => seq)).toEqual([3]);
    expect(await s.violations()).toEqual([]);
  });

  test('of a phase that a restore closed again as it was before, not as it was closed since', async () => {
    const s = await stage({ phases: [{ id: 'one' }, { id: 'two' }] });
    await s.start({ until: 'one' });
    await s.api.restore(DEMO, { to: '1' }, { dryRun: false });
    await s.agent.part('one', 'usual; echo more > more.txt');
    await s.resume({ until: 'one' });
    expect(await changed(s, 'one')).toEqual([RESULT, 'more.txt', 'src/one.txt']);
    await s.api.restore(DEMO, { to: '2' }, { dryRun: false });
    expect(await changed(s, 'one')).toEqual([RESULT, 'src/one.txt']);
    const [one] = (await s.api.status(DEMO)).phases;
    expect(one?.commit).toBe((await s.api.log(DEMO))[1]?.commit);
  });
});
