import type { SessionId } from '../../model/names/ids.ts';
import type { LinkedTree, Places, SessionAbout } from '../ports.ts';
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

/**
 * Where a session is worked on in place: as this machine remembers it, and where that is no working tree of this
 * repository (it was copied, moved or is mounted elsewhere) the repository's own.
 */
export async function rootInPlace(
  { repository }: { readonly repository: Places },
  about: Pick<SessionAbout, 'root'>,
): Promise<string> {
  if (await repository.owns(about.root)) return about.root;
  return (await repository.owns(repository.mainRoot)) ? repository.mainRoot : repository.root;
}

/**
 * The working tree of a session on this machine, as it is registered with git; null where there is none.
 *
 * Ours is the one that is marked for the session, wherever git moved it to. One without a mark is ours only where this
 * machine remembers it: an older Cairn made it, or a crash came before the mark. Anything else, on whatever commit it
 * stands, is a person's.
 */
export async function findWorktree(
  { repository, state }: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<LinkedTree | null> {
  // One that is another repository's is none of ours, whatever a copy of its git directory says.
  const trees = (await repository.linkedTrees()).filter((tree) => !tree.isForeign);
  const marked = trees.find((tree) => tree.session === session);
  if (marked !== undefined) return marked;
  const root = (await state.of(session).about())?.root;
  return trees.find((tree) => tree.path === root && tree.session === null) ?? null;
}
