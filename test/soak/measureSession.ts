import { join } from 'node:path';
import { copyMachine, remove, type Machine } from '../recovery/crashTestbed.ts';
import { killSession, storyOf, type Means, type Story } from './killSession.ts';
import { sightOf, type Undisturbed } from './losses.ts';

export type Measured = { readonly expected: Undisturbed; readonly means: Means };

/** An undisturbed session: what it comes to, and how long it takes. */
export async function measureSession(
  fresh: Machine,
  folder: string,
  dist: string,
  { of, isolation }: Pick<Story, 'of' | 'isolation'>,
): Promise<Measured> {
  const machine = await copyMachine(fresh, join(folder, `undisturbed-${of}-${isolation}`));
  const began = performance.now();
  const patience = { dist, lifeMs: Infinity, restoreMs: Infinity };
  const story = {
    of,
    isolation,
    commits: false,
    restored: false,
    acts: false,
    chance: { ...storyOf(0).chance, between: () => 60_000 },
  };
  const { odd } = await killSession(machine, story, patience);
  if (odd.length > 0) throw new Error(odd.join('\n'));
  const lifeMs = performance.now() - began;
  const expected = await sightOf(machine);
  await remove(machine.folder);
  return { expected, means: { dist, lifeMs, restoreMs: lifeMs * 0.6 } };
}
