import type { SessionId } from '../../model/names/ids.ts';
import { rootInPlace } from './rootInPlace.ts';
import { findWorktree } from './workingTreeOf.ts';
import type { World } from '../world.ts';

/** Absolute path of the working tree of a session on this machine, or null where it has none yet. */
export async function workingRoot(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<string | null> {
  const about = await world.state.of(session).about();
  if (about?.isolation === 'in-place') return rootInPlace(world, about);
  const found = await findWorktree(world, session);
  return found === null || found.missing ? null : found.path;
}
