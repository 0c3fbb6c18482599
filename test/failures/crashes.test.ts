import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { crashes, ISOLATIONS, start, treeOf } from '../recovery/crashes.ts';
import {
  leftBehind,
  remove,
  resultOf,
  untouchables,
  withApi,
  type Machine,
} from '../recovery/crashTestbed.ts';
import { DEATHS, OPENING } from '../recovery/deaths.ts';
import { goOn } from '../recovery/goOn.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { DEMO } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';

/**
 * Kills the engine, with all git processes that work for it, at every named place of a session, and lets somebody else go on.
 * What comes out is what an undisturbed run gives. Random instants: `test/soak/kills.test.ts`; other acts: `test/recovery/`.
 */

const { fresh, copyOf, die, passesOnly, template } = crashes();

describe.each(ISOLATIONS)('[A21, E3] a start, %s', (isolation) => {
  let expected: unknown;
  let theirs: unknown;
  const deaths = isolation === 'worktree' ? DEATHS.startInWorktree : DEATHS.startInPlace;

  beforeAll(async () => {
    const machineBefore = await fresh(isolation);
    theirs = await untouchables(machineBefore);
    const machine = await copyOf(machineBefore);
    await passesOnly(machine, start(isolation), deaths);
    expected = await resultOf(machine);
  });

  for (const { rows, options } of byDepth(deaths))
    test.concurrent.for(rows)(
      'that dies at %s (%i) is gone on with',
      options,
      async ([point, nth], { expect }) => {
        const machine = await copyOf(await fresh(isolation));
        await die(machine, start(isolation), [point, nth]);
        await goOn(machine, isolation);
        expect(await resultOf(machine)).toEqual(expected);
        expect(await untouchables(machine)).toEqual(theirs);
        expect(await leftBehind(machine)).toEqual([]);
        await remove(machine.folder);
      },
    );

  const unopened = OPENING.slice(OPENING.indexOf('open/state-made'), OPENING.indexOf('open/ref-moved'));
  for (const { rows, options } of byDepth(unopened))
    test.for(rows)(
      'that dies at %s has opened nothing, and a resume says so',
      options,
      async (point, { expect }) => {
        const machine = await copyOf(await fresh(isolation));
        await die(machine, start(isolation), [point, 1]);
        await withApi(machine, (api) =>
          expect(api.resume(DEMO, PLAIN_RESUME, new AbortController().signal)).rejects.toMatchObject({
            code: 'usage/unknown-session',
            details: { trace: { kind: 'opening' } },
          }),
        );
        await remove(machine.folder);
      },
    );
});

describe('[A12] a repository inside the working tree', () => {
  const nested = (): Promise<Machine> =>
    template('nested', async () => {
      const machine = await copyOf(await fresh('worktree'));
      const commit = 'git -C nested -c user.name=x -c user.email=x@x commit -q --allow-empty -m inside';
      await machine.agent.part(
        'one',
        `usual; git init -q nested && ${commit} && echo dirty > nested/dirty.txt && cp -a nested "$PLAY/"`,
      );
      return machine;
    });

  for (const { rows, options } of byDepth([
    ['attempt/gate-evaluated', 1],
    ['checkpoint/commit-made', 1],
    ['checkpoint/ref-moved', 1],
  ] as const))
    test.for(rows)(
      'is as it was when a capture dies at %s, and there is nothing to repair',
      options,
      async (death) => {
        const machine = await copyOf(await nested());
        await die(machine, start('worktree'), death);
        const differing = (): string =>
          execFileSync(
            'diff',
            ['-r', join(machine.agent.folder, 'nested'), join(treeOf(machine, 'worktree'), 'nested')],
            {
              encoding: 'utf8',
            },
          );
        expect(differing()).toBe('');
        await goOn(machine, 'worktree');
        expect(differing()).toBe('');
        await withApi(machine, async (api) => {
          expect((await api.status(DEMO)).phases[0]?.notCaptured.map(({ path }) => path)).toEqual(['nested']);
          expect((await api.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
        });
        await remove(machine.folder);
      },
    );
});
