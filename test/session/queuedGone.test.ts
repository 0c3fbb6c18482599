import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { engineProcess } from '../support/engineProcess.ts';
import { stage as inMemory } from '../support/memoryStage.ts';
import { elsewhere } from '../support/otherMachine.ts';
import { DEMO, stage, type Flow, type Seat, type Stage } from '../support/session.ts';
import { THOROUGH, byDepth, isFirst } from '../support/thorough.ts';
import { onceSaid } from '../support/sideBySide.ts';

/** The engine dies with work in the queue, and somebody removes the worktree in which that was done. */

const FAN: Flow = {
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'left', needs: [] },
    { id: 'right', needs: [], artifacts: ['result.md'], checks: [{ run: 'test -f right.txt' }] },
    { id: 'join', needs: ['left', 'right'] },
  ],
};
const AFTER_LEFT = `
${onceSaid('left is done')}`;
const COMMIT = 'git add -A . && git -c user.name=A -c user.email=a@b.invalid commit -qm mine';

type Side = 'left' | 'right';
const slotOf = ({ repo }: Stage, side: Side): string =>
  `${repo.root}.worktrees/${DEMO}${side === 'left' ? '' : '+2'}`;

/** Of two phases one has ended, its work is queued, and its engine is dead. */
async function queued(side: Side, script = '', point = 'queue/kept', over: object = {}): Promise<Stage> {
  const s = await stage({ ...FAN, ...over });
  const other = side === 'left' ? 'right' : 'left';
  for (const id of ['left', 'right'] as const) await s.agent.part(id, `usual\necho ${id} > ${id}.txt`);
  await s.agent.part(`${side}-1`, `usual\necho ${side} > ${side}.txt\n${script}`);
  if (point === 'queue/kept') await s.agent.part(`${other}-1`, 'sleep 60');
  const engine = await engineProcess(s, { verb: 'start' }, point);
  expect(await engine.says()).toBe('stopped');
  await engine.kill();
  expect(await s.repo.git('for-each-ref', '--format=%(refname)', 'refs/cairn/demo/queued')).toContain(side);
  return s;
}

const runsOf = async ({ agent }: Stage, side: Side): Promise<number> =>
  (await agent.runs()).filter((run) => run.startsWith(`${side} `)).length;

async function expectDone(s: Stage): Promise<void> {
  const { git } = s.repo;
  for (const id of ['left', 'right']) expect(await git('show', `cairn/demo:${id}.txt`)).toBe(id);
  expect(await git('for-each-ref', 'refs/cairn/demo/queued')).toBe('');
  expect(await s.violations()).toEqual([]);
}

/** Somewhere below a rescue lies this file, with these contents. */
async function expectRescued(s: Stage, side: Side): Promise<void> {
  const { git } = s.repo;
  const refs = (await s.api.rescues(DEMO)).map(({ ref }) => ref);
  const found = await Promise.all(refs.map((ref) => git('show', `${ref}:${side}.txt`).catch(() => '')));
  expect(found).toContain(side);
}

describe('queued work whose worktree is gone', () => {
  for (const { rows, options } of byDepth(['left', 'right'] as const, isFirst))
    test.each(rows)('of %s is gone on with, without another attempt', options, async (side) => {
      const s = await queued(side);
      await rm(slotOf(s, side), { recursive: true });
      expect(await s.resume()).toMatchObject({ reason: 'completed' });
      expect(await runsOf(s, side)).toBe(1);
      await expectDone(s);
    });

  test('is gone on with where it was merged with what others published', THOROUGH, async () => {
    const s = await queued('right', AFTER_LEFT, 'slot/noted');
    await rm(slotOf(s, 'right'), { recursive: true });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await runsOf(s, 'right')).toBe(1);
    await expectDone(s);
  });

  test.each([
    ['as it was', COMMIT, 'queue/kept'],
    ['merged with what others published', `${COMMIT}\n${AFTER_LEFT}`, 'slot/noted'],
  ])('is gone on with %s, with what its agent committed', THOROUGH, async (_how, script, point) => {
    const s = await queued('right', script, point);
    await rm(slotOf(s, 'right'), { recursive: true });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await runsOf(s, 'right')).toBe(1);
    expect((await s.repo.git('log', '--format=%s', 'cairn/demo')).split('\n')).toContain('mine');
    await expectDone(s);
  });

  test('is gone on with where an attempt before it had blocked its phase', THOROUGH, async () => {
    const phases = FAN.phases.map((phase) => (phase.id === 'right' ? { ...phase, needs: ['left'] } : phase));
    const s = await stage({ ...FAN, phases });
    await s.agent.part('left', 'usual\necho left > left.txt');
    await s.agent.part('right-1', 'echo first > right.txt');
    expect((await s.start()).reason).toBe('blocked');
    await s.agent.part('right-2', 'usual\necho right > right.txt');
    const engine = await engineProcess(s, { verb: 'resume' }, 'queue/kept');
    expect(await engine.says()).toBe('stopped');
    await engine.kill();
    await rm(slotOf(s, 'left'), { recursive: true });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await runsOf(s, 'right')).toBe(2);
    await expectDone(s);
  });

  test('of an attempt before is not taken for that of the last one, whose gate would hold on it', async () => {
    const phases = FAN.phases.map((phase) =>
      phase.id === 'right' ? { ...phase, artifacts: [], checks: [{ run: 'test ! -f broken.txt' }] } : phase,
    );
    const s = await stage({ ...FAN, phases });
    await s.agent.part('left', 'usual\necho left > left.txt');
    await s.agent.part('right', 'echo right > right.txt');
    await s.agent.part('right-1', `${onceSaid('left is done')}\n: > "$PLAY/right.root"\nsleep 60`);
    const stop = new AbortController();
    const run = s.start({}, stop.signal);
    while (!existsSync(`${s.agent.folder}/right.root`))
      await new Promise((resolve) => setTimeout(resolve, 10));
    stop.abort();
    await run;
    const engine = await engineProcess(s, { verb: 'resume' }, 'attempt/agent-ended');
    expect(await engine.says()).toBe('stopped');
    await engine.kill();
    expect(await runsOf(s, 'right')).toBe(2);
    await rm(slotOf(s, 'right'), { recursive: true });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await runsOf(s, 'right')).toBe(3);
    await expectDone(s);
  });

  test(
    'is gone on with once the setup of its new worktree succeeds, however often that has failed',
    THOROUGH,
    async () => {
      const s = await queued('right', '', 'queue/kept', { worktree: { setup: ['test ! -e ../../broken'] } });
      await rm(slotOf(s, 'right'), { recursive: true });
      await s.repo.write('../broken', '');
      for (const _time of [1, 2]) {
        expect(await s.resume()).toMatchObject({ reason: 'blocked', phase: 'right' });
        expect(await s.repo.git('for-each-ref', 'refs/cairn/demo/queued')).toContain('right');
      }
      await s.repo.remove('../broken');
      expect(await s.resume()).toMatchObject({ reason: 'completed' });
      expect(await runsOf(s, 'right')).toBe(1);
      expect(await s.api.rescues(DEMO)).toEqual([]);
      await expectDone(s);
    },
  );

  test(
    'is a rescue where somebody elsewhere has done the phase since, in an attempt of the same number',
    THOROUGH,
    async () => {
      const s = await queued('right');
      const other = await elsewhere(s);
      await s.agent.part('left-1', 'usual\necho left > left.txt');
      await s.agent.part('right-1', 'usual\necho other > right.txt');
      expect((await other.resume()).reason).toBe('completed');
      await other.repo.git('push', '-q', 'origin', 'cairn/demo');
      await s.repo.git('fetch', '-q', 'origin', '+cairn/demo:cairn/demo');
      await rm(slotOf(s, 'right'), { recursive: true });
      expect((await s.resume()).reason).toBe('completed');
      expect(await s.repo.git('show', 'cairn/demo:right.txt')).toBe('other');
      await expectRescued(s, 'right');
      expect(await s.repo.git('for-each-ref', 'refs/cairn/demo/queued')).toBe('');
    },
  );

  test('is a rescue where this machine has lost its notes of that worktree, too', THOROUGH, async () => {
    const s = await queued('right');
    await rm(slotOf(s, 'right'), { recursive: true });
    await rm(`${s.repo.root}/.git/cairn/${DEMO}/slots/2`, { recursive: true });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    await expectRescued(s, 'right');
    await expectDone(s);
  });

  test.each<[act: string, run: (s: Stage) => Promise<unknown>]>([
    ['restored', (s) => s.api.restore(DEMO, { to: '1' }, { dryRun: false })],
    ['cancelled', (s) => s.api.cancel(DEMO)],
    ['deleted', (s) => s.api.delete(DEMO, { purge: false })],
  ])('is a rescue where the session is %s', THOROUGH, async (_act, run) => {
    const s = await queued('right');
    await rm(slotOf(s, 'right'), { recursive: true });
    await run(s);
    await expectRescued(s, 'right');
  });
});

test.each([1, 2])(
  'what an attempt had completed in a worktree that is gone is not judged, also once the new one is set up, %i at once',
  async (parallel) => {
    const one = { id: 'one', artifacts: [], checks: [{ run: 'test ! -e broken.txt' }] };
    const s = await inMemory({ schema: 2, parallel, phases: [one] });
    await s.agent.part('one', 'echo one > one.txt');
    const diesAt = (at: string): Promise<Seat> =>
      s.seat({
        reached(point) {
          if (point === at) throw new Error('died');
        },
      });
    await expect((await diesAt('attempt/agent-ended')).start()).rejects.toThrow('died');
    await s.repo.remove(`../repo.worktrees/${DEMO}`);
    await expect((await diesAt('setup/done')).resume()).rejects.toThrow('died');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
    expect(await s.repo.git('show', 'cairn/demo:one.txt')).toBe('one');
  },
);

test('nor is it in place, where the session is taken up from a worktree', async () => {
  const one = { id: 'one', artifacts: [], checks: [{ run: 'test ! -e broken.txt' }] };
  const s = await stage({ schema: 2, phases: [one] });
  await s.agent.part('one', 'echo one > one.txt');
  const dies = await s.seat({
    reached(point) {
      if (point === 'attempt/agent-ended') throw new Error('died');
    },
  });
  await expect(dies.start()).rejects.toThrow('died');
  await dies.dispose();
  await s.repo.git('checkout', '-q', '--detach', 'cairn/demo');
  expect(await s.resume({ inPlace: true })).toMatchObject({ reason: 'completed' });
  expect(await s.agent.runs()).toEqual(['one 1', 'one 2']);
  expect(await s.repo.git('show', 'cairn/demo:one.txt')).toBe('one');
});
