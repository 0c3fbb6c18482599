import { beforeAll, describe, expect, test } from 'vitest';
import { openGitRepo } from '../support/gitRepo.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { DEMO, type Flow } from '../support/session.ts';
import { crashes, ISOLATIONS, start, treeOf } from './crashes.ts';
import { leftBehind, remove, resultOf, withApi, type Machine } from './crashTestbed.ts';
import { ATTEMPT, DEATHS, each, FAILED, WORKTREE } from './deaths.ts';
import { goneOn, goOn } from './goOn.ts';
import { byDepth } from '../support/thorough.ts';

/**
 * Kills the engine, with all git processes that work for it, at every named place, and lets somebody else go on.
 * What comes out must be what an undisturbed run gives, or what was there before. Never anything between. A start that is killed is row A21 of the catalogue: `test/failures/crashes.test.ts`.
 */

const { template, fresh, copyOf, die, live, passesOnly, eachDeath, run } = crashes();
const RESUME = { verb: 'resume', options: PLAIN_RESUME } as const;

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
      await die(machine, at === 0 ? start('worktree') : RESUME, death);
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

    const killed = { comesTo: (machine: Machine) => goneOn(machine, isolation), expected: () => expected };
    eachDeath('that dies at %s (%i) is gone on with', byDepth(deaths), {
      ...killed,
      ground: retried,
      act: start(isolation),
    });

    /** Died once its first attempt had failed. */
    const between = (): Promise<Machine> =>
      template(`between attempts ${isolation}`, async () => {
        const machine = await copyOf(await retried());
        await die(machine, start(isolation), [FAILED, 1]);
        return machine;
      });
    eachDeath(
      'that died before it began, and dies again at %s (%i) of its resume, is gone on with',
      byDepth(each(ATTEMPT, 1), () => false),
      { ...killed, ground: between, act: RESUME },
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
    expected = await goneOn(machine, 'worktree');
  });

  eachDeath('that dies at %s (%i) is given once', byDepth(deaths), {
    ground: waiting,
    act: { verb: 'approve' },
    async comesTo(machine) {
      await withApi(machine, async (api) => {
        if ((await api.status(DEMO)).state === 'waiting') await api.approve(DEMO, null, null);
      });
      return goneOn(machine, 'worktree');
    },
    expected: () => expected,
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

  eachDeath('that dies at %s (%i) is done again', byDepth(deaths), {
    ground: () => fresh('worktree', flow),
    act: start('worktree'),
    comesTo: (machine) => goneOn(machine, 'worktree'),
    expected: () => expected,
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

  eachDeath('of a cut-off attempt that dies at %s (%i) is gone on with', byDepth(deaths), {
    ground: cutOff,
    act: RESUME,
    async comesTo(machine) {
      const ended = await goneOn(machine, 'worktree');
      const [rescue] = await withApi(machine, (api) => api.rescues(DEMO));
      expect(await machine.repo.git('show', `${rescue?.ref}:junk.txt`)).toBe('junk');
      return ended;
    },
    expected: () => expected,
  });
});
