import type { SessionId } from '../../model/names/ids.ts';
import { requestPath, statusPath, workflowPath } from '../../model/names/places.ts';
import type { CheckedOut } from '../drive.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';

type Needs = Pick<World, 'repository' | 'files' | 'onProgress' | 'log'>;

/**
 * Repairs a worktree whose `.git` an agent removed or replaced by a repository of its own: without it nothing there could be
 * saved. A different folder in its place, or an emptied one, is not ours to repair.
 */
export async function healWorktree({ world, session, root, checkout }: CheckedOut): Promise<void> {
  const now = await checkout.tree.footing();
  if (now.folder !== checkout.footing.folder || now.git === checkout.footing.git) return;
  if (await holdsSession(world, root, session)) await tieAgain(world, root);
}

/** True if the contents of this folder are the session's, whatever became of its `.git`. */
export async function holdsSession(
  { files }: Pick<World, 'files'>,
  root: string,
  session: SessionId,
): Promise<boolean> {
  for (const path of [statusPath(session), requestPath(session), workflowPath(session)])
    if ((await files.kind(root, path)) !== null) return true;
  return false;
}

/** Puts the `.git` file of a worktree back, and tells. */
export async function tieAgain(world: Needs, root: string): Promise<void> {
  const repair = await world.repository.repairWorktree(root);
  if (repair.kind === 'whole') return;
  if (repair.kind === 'followed') return tell(world, { notice: 'worktree-followed', root });
  tell(world, { notice: 'worktree-retied', aside: repair.aside });
}
