import { CairnError } from '../base/cairnError.ts';
import type { RefName } from '../model/names/ids.ts';
import type { RefWriter } from './ports.ts';
import { tell } from './tell.ts';
import type { World } from './world.ts';

/**
 * Moves a ref of a session whose lease the caller holds, as `RefWriter.moveRef` does. A git that was killed over it has left it
 * locked, and nobody else would ever unlock it: that lock goes first, and it is told.
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

/** Removes and tells locks of the dead; true: there was one. A name that ends with a slash means all below. */
export async function unlock(
  world: Pick<World, 'repository' | 'onProgress' | 'log'>,
  refs: readonly string[],
): Promise<boolean> {
  const cleared = await world.repository.clearLocks(refs);
  for (const locked of cleared) tell(world, { notice: 'stale-ref-lock', ref: locked });
  return cleared.length > 0;
}
