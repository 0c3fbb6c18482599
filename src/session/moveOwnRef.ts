import { CairnError } from '../base/cairnError.ts';
import type { RefName } from '../model/names/ids.ts';
import type { RefWriter } from './ports.ts';
import { tell } from './tell.ts';
import type { World } from './world.ts';

/**
 * Moves a ref of a session whose lease the caller holds, like `RefWriter.moveRef`. If a killed git left the ref locked, removes
 * that lock first, since nobody else ever would, and tells.
 */
export async function moveOwnRef(
  world: Pick<World, 'repository' | 'onProgress' | 'log'>,
  ref: RefName,
  move: Parameters<RefWriter['moveRef']>[1],
): Promise<boolean> {
  try {
    return await world.repository.moveRef(ref, move);
  } catch (error) {
    if (!CairnError.is(error, 'git/locked') || !(await unlock(world, [ref]))) throw error;
    return world.repository.moveRef(ref, move);
  }
}

/** Removes locks of dead processes and tells; true if there was one. A name that ends with a slash means all below it. */
export async function unlock(
  world: Pick<World, 'repository' | 'onProgress' | 'log'>,
  refs: readonly string[],
): Promise<boolean> {
  const cleared = await world.repository.clearLocks(refs);
  for (const locked of cleared) tell(world, { notice: 'stale-ref-lock', ref: locked });
  return cleared.length > 0;
}
