import { beforeAll, describe, expect, test } from 'vitest';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { OTHER } from '../support/forks.ts';
import { DEMO, workIn } from '../support/session.ts';
import { crashes, start } from './crashes.ts';
import { DEATHS } from './deaths.ts';
import { leftBehind, remove, untouchables, withApi, type Machine } from './crashTestbed.ts';
import { byDepth } from '../support/thorough.ts';

/** Kills a fork at every named place. Afterwards there is none, and another try makes it; or it is whole. */

const FORKED = { verb: 'fork', to: 'one', id: OTHER } as const;

const { template, fresh, copyOf, die, live, passesOnly } = crashes();

const ended = (): Promise<Machine> =>
  template('ended', async () => {
    const machine = await copyOf(await fresh('worktree'));
    await live(machine, start('worktree'));
    return machine;
  });

/** What there is of both sessions, without times. */
async function sight(machine: Machine, api: CairnApi): Promise<unknown> {
  const log = (await api.log(OTHER)).map(({ seq, kind, phase, state }) => `${seq} ${kind} ${phase} ${state}`);
  const { phases, state, forkedFrom } = await api.status(OTHER);
  return {
    log,
    state,
    forkedFrom,
    phases: phases.map(({ id, status, attempt }) => [id, status, attempt]),
    work: await workIn(machine.repo, 'refs/heads/cairn/other'),
    demo: await machine.repo.git('log', '--first-parent', '--format=%s', 'cairn/demo'),
    violations: (await api.verify(null)).flatMap(({ violations }) => violations),
  };
}

/** Goes on to the end, twice: the second time there is nothing left. */
async function finish(api: CairnApi): Promise<void> {
  const signal = new AbortController().signal;
  const outcome = await api.resume(OTHER, PLAIN_RESUME, signal);
  expect(outcome).toMatchObject({ reason: 'completed', seq: 2 });
  expect(await api.resume(OTHER, PLAIN_RESUME, signal)).toMatchObject({ commit: outcome.commit });
}

describe('a fork', () => {
  let made: unknown;
  let done: unknown;

  beforeAll(async () => {
    const machine = await copyOf(await ended());
    await passesOnly(machine, FORKED, DEATHS.fork);
    await withApi(machine, async (api) => {
      made = await sight(machine, api);
      await finish(api);
      done = await sight(machine, api);
    });
    await remove(machine.folder);
  });

  for (const { rows, options } of byDepth(DEATHS.fork))
    test.concurrent.for(rows)(
      'that dies at %s (%i) is not there, or is whole',
      options,
      async (death, { expect }) => {
        const machine = await copyOf(await ended());
        const theirs = await untouchables(machine);
        const tip = await machine.repo.git('rev-parse', 'cairn/demo');
        await die(machine, FORKED, death);
        await withApi(machine, async (api) => {
          const there = (await api.list()).some(({ session }) => session === OTHER);
          expect(there).toBe(death[0] === 'fork/ref-moved');
          if (!there) {
            await expect(api.status(OTHER)).rejects.toMatchObject({ code: 'usage/unknown-session' });
            expect(await api.fork(DEMO, 'one', { id: OTHER })).toMatchObject({ seq: 1, state: 'running' });
          }
          expect(await sight(machine, api)).toEqual(made);
          await finish(api);
          expect(await sight(machine, api)).toEqual(done);
        });
        expect(await machine.repo.git('rev-parse', 'cairn/demo')).toBe(tip);
        expect(await untouchables(machine)).toEqual(theirs);
        expect(await leftBehind(machine)).toEqual([]);
        await remove(machine.folder);
      },
    );
});
