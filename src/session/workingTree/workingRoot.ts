import type { TreeName } from '../../model/names/ids.ts';
import type { LinkedTree, Places, SessionAbout, Worktrees } from '../ports.ts';
import type { World } from '../world.ts';

/** Absolute path of a session's working tree on this machine, or null if it has none yet. */
export async function workingRoot(
  world: Pick<World, 'repository' | 'state'>,
  name: TreeName,
): Promise<string | null> {
  const about = await world.state.of(name).about();
  if (about?.isolation === 'in-place') return rootInPlace(world, about);
  const found = await findWorktree(world, name);
  return found === null || found.missing ? null : found.path;
}

/**
 * Where a session works in place: the path that this machine remembers, or the repository's own working tree if that path does
 * not belong to it (it was copied, moved or is mounted elsewhere).
 */
export async function rootInPlace(
  { repository }: { readonly repository: Places },
  about: Pick<SessionAbout, 'root'>,
): Promise<string> {
  if (await repository.owns(about.root)) return about.root;
  return (await repository.owns(repository.mainRoot)) ? repository.mainRoot : repository.root;
}

/** A worktree of a session on this machine as git has it registered; null if there is none. */
export async function findWorktree(
  { repository, state }: Pick<World, 'repository' | 'state'>,
  name: TreeName,
): Promise<LinkedTree | null> {
  // A worktree of another repository is not ours, whatever a copied git directory says.
  const trees = (await repository.linkedTrees()).filter((tree) => !tree.isForeign);
  return madeFor(repository, name, trees, await state.of(name).about());
}

/**
 * The one that is marked so, wherever git moved it. One without a mark was made for it only where this machine remembers
 * it, or one that lies there now: an older Cairn made it, or a crash came before the mark. Any other worktree is a person's,
 * whatever commit it is on.
 */
export async function madeFor(
  { registeredAs }: Pick<Worktrees, 'registeredAs'>,
  name: TreeName,
  trees: readonly LinkedTree[],
  about: SessionAbout | null,
): Promise<LinkedTree | null> {
  const marked = trees.find((tree) => tree.name === name);
  if (marked !== undefined) return marked;
  if (about?.isolation !== 'worktree') return null;
  const unmarked = (path: string | null): LinkedTree | undefined =>
    trees.find((tree) => tree.path === path && tree.name === null);
  return unmarked(about.root) ?? unmarked(await registeredAs(about.root)) ?? null;
}
