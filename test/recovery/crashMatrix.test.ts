import { beforeAll, describe, expect, test } from 'vitest';
import { openGitRepo } from '../support/gitRepo.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { DEMO, type Flow } from '../support/session.ts';
import { crashes, ISOLATIONS, start, treeOf } from './crashes.ts';
import { leftBehind, remove, resultOf, withApi, type Machine } from './crashTestbed.ts';
import { ATTEMPT, DEATHS, each, FAILED, WORKTREE } from './deaths.ts';
import { goOn } from './goOn.ts';
import { byDepth } from '../support/thorough.ts';

/**
 * Kills the engine, with all git processes that work for it, at every named place, and lets somebody else go on.
 * What comes out must be what an undisturbed run gives, or what was there before. Never anything between. A start that is killed is row A21 of the catalogue: `test/failures/crashes.test.ts`.
 */

const { template, fresh, copyOf, die, live, passesOnly, run } = crashes();

describe('five phases', () => {
  const flow: Flow = { phases: ['one', 'two', 'three', 'four', 'five'].map((id) => ({ id })) };
  /** An instant in each of them, of another kind each time; passings count from the start or resume that is killed. */
  const instants = [
    ['attempt/begun', 1],
    ['checkpoint/ref-moved', 2],
    ['attempt/agent-ended', 1],
    ['checkpoint/commit-recorded', 2],
    ['attempt/gate-evaluated', 2],
  ] as const;

  test('[A1] a session that is killed in each of them is listed as interrupted or paused, and ends as one that lived', async () => {
    const lived = await copyOf(await fresh('worktree', flow));
    await live(lived, start('worktree'));
    const machine = await copyOf(await fresh('worktree', flow));
    for (const [at, death] of instants.entries()) {
      await die(machine, at === 0 ? start('worktree') : { verb: 'resume', options: PLAIN_RESUME }, death);
      const [shown] = await withApi(machine, (api) => api.list());
      expect(shown?.state, death[0]).toMatch(/^(interrupted|paused)$/);
    }
    await goOn(machine, 'worktree');
    expect(await resultOf(machine)).toEqual(await resultOf(lived));
    expect(await leftBehind(machine)).toEqual([]);
    for (const { folder } of [lived, machine]) await remove(folder);
  });
});

for (const depth of byDepth(ISOLATIONS, (isolation) => isolation === 'worktree'))
  describe.each(depth.rows)('a retry, %s', depth.options, (isolation) => {
    const flow: Flow = { phases: [{ id: 'one', retries: 1, checks: [{ run: 'test -f mended' }] }] };
    const deaths = DEATHS.retry;
    let expected: unknown;

    /** An agent that mends what its prompt says, and leaves the rest as the attempt before it left it. */
    const PART = `
ls "$CAIRN_PHASE_DIR/result.md" || usual
grep -q 'failed with exit code 1' "$PLAY/one-$CAIRN_ATTEMPT.prompt" && touch mended
exit 0
`;
    const retried = (): Promise<Machine> =>
      template(`retried ${isolation}`, async () => {
        const machine = await copyOf(await fresh(isolation, flow));
        await machine.agent.part('one', PART);
        return machine;
      });

    beforeAll(async () => {
      const machine = await copyOf(await retried());
      expect(await live(machine, start(isolation))).toContain(FAILED);
      expected = await resultOf(machine);
    });

    for (const { rows, options } of byDepth(deaths))
      test.concurrent.for(rows)(
        'that dies at %s (%i) is gone on with',
        options,
        async (death, { expect }) => {
          const machine = await copyOf(await retried());
          await die(machine, start(isolation), death);
          await goOn(machine, isolation);
          expect(await resultOf(machine)).toEqual(expected);
          expect(await leftBehind(machine)).toEqual([]);
          await remove(machine.folder);
        },
      );

    for (const { rows, options } of byDepth(each(ATTEMPT, 1), () => false))
      test.concurrent.for(rows)(
        'that died before it began, and dies again at %s (%i) of its resume, is gone on with',
        options,
        async (death, { expect }) => {
          const machine = await copyOf(await retried());
          await die(machine, start(isolation), [FAILED, 1]);
          await die(machine, { verb: 'resume', options: PLAIN_RESUME }, death);
          await goOn(machine, isolation);
          expect(await resultOf(machine)).toEqual(expected);
          await remove(machine.folder);
        },
      );
  });

describe('an approval', () => {
  const flow: Flow = { phases: [{ id: 'one', approval: 'required' }, { id: 'two' }] };
  const deaths = DEATHS.approval;
  let expected: unknown;

  const waiting = (): Promise<Machine> =>
    template('waiting', async () => {
      const machine = await copyOf(await fresh('worktree', flow));
      await live(machine, start('worktree'));
      // An edit of the artifact: the approval publishes it as it lies there.
      await openGitRepo(treeOf(machine, 'worktree')).write(
        '.cairn/sessions/demo/01-one/result.md',
        'better\n',
      );
      return machine;
    });

  beforeAll(async () => {
    const machine = await copyOf(await waiting());
    await passesOnly(machine, { verb: 'approve' }, deaths);
    await goOn(machine, 'worktree');
    expected = await resultOf(machine);
  });

  for (const { rows, options } of byDepth(deaths))
    test.concurrent.for(rows)('that dies at %s (%i) is given once', options, async (death, { expect }) => {
      const machine = await copyOf(await waiting());
      await die(machine, { verb: 'approve' }, death);
      await withApi(machine, async (api) => {
        if ((await api.status(DEMO)).state === 'waiting') await api.approve(DEMO, null, null);
      });
      await goOn(machine, 'worktree');
      expect(await resultOf(machine)).toEqual(expected);
      await remove(machine.folder);
    });
});

describe('a setup', () => {
  const flow: Flow = {
    worktree: { copy: ['untracked.txt'], setup: ['echo ready > made.txt'] },
    phases: [{ id: 'one' }],
  };
  const deaths = [...DEATHS.setup, ...each(WORKTREE, 1)];
  let expected: unknown;

  beforeAll(async () => {
    const machine = await copyOf(await fresh('worktree', flow));
    await live(machine, start('worktree'));
    expected = await resultOf(machine);
  });

  for (const { rows, options } of byDepth(deaths))
    test.concurrent.for(rows)('that dies at %s (%i) is done again', options, async (death, { expect }) => {
      const machine = await copyOf(await fresh('worktree', flow));
      await die(machine, start('worktree'), death);
      await goOn(machine, 'worktree');
      expect(await resultOf(machine)).toEqual(expected);
      await remove(machine.folder);
    });
});

describe('a resume', () => {
  const deaths = DEATHS.leftovers;
  let expected: unknown;

  /** An attempt of the second phase whose engine was killed while its agent was at work. */
  const cutOff = (): Promise<Machine> =>
    template('cut off', async () => {
      const machine = await copyOf(await fresh('worktree'));
      await machine.agent.part(
        'two-1',
        "echo junk > junk.txt; kill -9 $(cut -d ' ' -f 4 /proc/$PPID/stat); sleep 30",
      );
      expect(await run(machine, start('worktree'))).toMatchObject({ killed: true });
      return machine;
    });

  beforeAll(async () => {
    const machine = await copyOf(await fresh('worktree'));
    await live(machine, start('worktree'));
    expected = await resultOf(machine);
  });

  for (const { rows, options } of byDepth(deaths))
    test.concurrent.for(rows)(
      'of a cut-off attempt that dies at %s (%i) is gone on with',
      options,
      async (death, { expect }) => {
        const machine = await copyOf(await cutOff());
        await die(machine, { verb: 'resume', options: PLAIN_RESUME }, death);
        await goOn(machine, 'worktree');
        expect(await resultOf(machine)).toEqual(expected);
        const [rescue] = await withApi(machine, (api) => api.rescues(DEMO));
        expect(await machine.repo.git('show', `${rescue?.ref}:junk.txt`)).toBe('junk');
        expect(await leftBehind(machine)).toEqual([]);
        await remove(machine.folder);
      },
    );
});
