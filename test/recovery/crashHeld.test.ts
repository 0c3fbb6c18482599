import { beforeAll, describe, expect } from 'vitest';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { DEMO, type Flow } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';
import { crashes, start } from './crashes.ts';
import { remove, resultOf, withApi, type Machine } from './crashTestbed.ts';
import { DEATHS } from './deaths.ts';

/** Kills the engine while it holds work that is not done, and while that is laid over a worktree that is made anew. */

const FLOW: Flow = { phases: [{ id: 'one', approval: 'required' }] };
const RESUME = { verb: 'resume', options: PLAIN_RESUME } as const;

const { template, fresh, copyOf, live, eachDeath } = crashes();

const fewFiles = (): Promise<Machine> =>
  template('to be held', async () => {
    const machine = await copyOf(await fresh('worktree', FLOW));
    await machine.agent.part('one', 'usual; echo changed > README.md; echo made > made.txt');
    return machine;
  });

/** Waits with its work, which has no worktree any more. */
const withoutWorktree = (): Promise<Machine> =>
  template('held, without a worktree', async () => {
    const machine = await copyOf(await fewFiles());
    await live(machine, start('worktree'));
    await remove(await withApi(machine, (api) => api.path(DEMO)));
    return machine;
  });

/** Goes on until it waits, twice, and is approved as it lies there. */
const approved = (machine: Machine): Promise<unknown> =>
  withApi(machine, async (api) => {
    const resume = () => api.resume(DEMO, PLAIN_RESUME, new AbortController().signal);
    expect(await resume()).toMatchObject({ reason: 'waiting' });
    expect(await resume()).toMatchObject({ reason: 'waiting', changed: [] });
    await api.approve(DEMO, null, null);
    return resultOf(machine);
  });

describe.each([
  ['a phase that is held', fewFiles, start('worktree'), DEATHS.hold],
  ['work that is laid over a new worktree', withoutWorktree, RESUME, DEATHS.lay],
] as const)('%s', (_what, ground, act, deaths) => {
  let expected: unknown;

  beforeAll(async () => {
    const machine = await copyOf(await ground());
    expect(await live(machine, act)).toEqual(expect.arrayContaining(deaths.map(([point]) => point)));
    expected = await approved(machine);
  });

  eachDeath('that dies at %s (%i) is gone on with', byDepth(deaths), {
    ground,
    act,
    comesTo: approved,
    expected: () => expected,
  });
});
