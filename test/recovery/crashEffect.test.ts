import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import type { EffectOptions } from '../../src/session/api/effects.ts';
import { DEMO } from '../support/session.ts';
import { crashes, start } from './crashes.ts';
import { DEATHS } from './deaths.ts';
import { leftBehind, remove, untouchables, withApi, type Machine } from './crashTestbed.ts';
import { byDepth } from '../support/thorough.ts';

/**
 * Kills an effect before it begins, after it happened and after that was recorded: a line in a file outside of the
 * repository tells how often it happened.
 */

const { template, fresh, copyOf, die, live, passesOnly } = crashes();

const begun = (): Promise<Machine> =>
  template('begun', async () => {
    const machine = await copyOf(await fresh('worktree'));
    const { verb, options } = start('worktree');
    await live(machine, { verb, options: { ...options, until: 'one' } });
    return machine;
  });

const outside = ({ folder }: Machine): string => join(folder, 'outside');

function adding(machine: Machine, probe: string | null): EffectOptions {
  const command = ['sh', '-c', 'echo x >> "$1"; echo added', 'sh', outside(machine)] as const;
  return { key: 'two/add', command, probe, cwd: machine.repo.root };
}

const happened = async (machine: Machine): Promise<number> =>
  (await readFile(outside(machine), 'utf8').catch(() => '')).split('\n').length - 1;

const silent = { out: () => undefined, errors: () => undefined };
const never = new AbortController().signal;

describe('an effect', () => {
  beforeAll(async () => {
    const machine = await copyOf(await begun());
    await passesOnly(machine, { verb: 'effect', options: adding(machine, null) }, DEATHS.effect);
    await remove(machine.folder);
  });

  for (const { rows, options } of byDepth(DEATHS.effect))
    test.concurrent.for(rows)(
      '[A54] whose process is killed at %s (%i) happens once, and nobody guesses',
      options,
      async (death, { expect }) => {
        const machine = await copyOf(await begun());
        const theirs = await untouchables(machine);
        await die(machine, { verb: 'effect', options: adding(machine, null) }, death);
        const already = await happened(machine);
        expect(already).toBe(death[0] === 'effect/intended' ? 0 : 1);
        await withApi(machine, async (api) => {
          const again = (probe: string | null): Promise<unknown> =>
            api.effect(DEMO, adding(machine, probe), silent, never);
          if (death[0] === 'effect/recorded')
            await expect(again(null)).resolves.toMatchObject({ replayed: true });
          else {
            await expect(again(null)).rejects.toMatchObject({ code: 'data/effect-in-doubt' });
            expect((await api.status(DEMO)).effects).toEqual({ done: 0, failed: 0, inDoubt: 1 });
            await expect(again(`test -s '${outside(machine)}'`)).resolves.toMatchObject({ state: 'done' });
          }
          expect(await again(null)).toMatchObject({ replayed: true, exitCode: 0 });
          expect((await api.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
        });
        expect(await happened(machine)).toBe(1);
        expect(await untouchables(machine)).toEqual(theirs);
        expect(await leftBehind(machine)).toEqual([]);
        await remove(machine.folder);
      },
    );
});
