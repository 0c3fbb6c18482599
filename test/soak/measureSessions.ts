import { join } from 'node:path';
import type { Isolation } from '../../src/model/workflow/workflow.ts';
import { copyMachine, remove, type Machine } from '../recovery/crashTestbed.ts';
import { killSession, storyOf, type Means } from './killSession.ts';
import { sightOf, type Undisturbed } from './losses.ts';

export type Measured = { readonly expected: Undisturbed; readonly means: Means };

/** One undisturbed session of each kind: what it comes to, and how long it takes. */
export async function measureSessions(
  fresh: Machine,
  folder: string,
  dist: string,
): Promise<Readonly<Record<Isolation, Measured>>> {
  const one = async (isolation: Isolation): Promise<Measured> => {
    const machine = await copyMachine(fresh, join(folder, `undisturbed-${isolation}`));
    const began = performance.now();
    const patience = { dist, lifeMs: Infinity, restoreMs: Infinity };
    const story = {
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
  };
  return { worktree: await one('worktree'), 'in-place': await one('in-place') };
}
