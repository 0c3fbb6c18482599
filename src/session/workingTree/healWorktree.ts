import type { SessionId } from '../../model/names/ids.ts';
import { requestPath, statusPath, workflowPath } from '../../model/names/places.ts';
import type { CheckedOut } from '../drive.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';

type Needs = Pick<World, 'repository' | 'files' | 'onProgress' | 'log'>;

/**
 * An agent that tidied up too well, or made a repository of its own: without its `.git` a worktree is a folder like any
 * other, and nothing in it could be saved. Another folder in its place, or one that was emptied, is none of ours.
 */
export async function healWorktree({ world, session, root, checkout }: CheckedOut): Promise<void> {
  const now = await checkout.tree.footing();
  if (now.folder !== checkout.footing.folder || now.git === checkout.footing.git) return;
  if (await holdsSession(world, root, session)) await tieAgain(world, root);
}

/** True: what lies in this folder is the session's, whatever became of its `.git`. */
export async function holdsSession(
  { files }: Pick<World, 'files'>,
  root: string,
  session: SessionId,
): Promise<boolean> {
  for (const path of [statusPath(session), requestPath(session), workflowPath(session)])
    if ((await files.kind(root, path)) !== null) return true;
  return false;
}

/** Puts the file `.git` of a worktree back, and tells. */
export async function tieAgain(world: Needs, root: string): Promise<void> {
  const repair = await world.repository.repairWorktree(root);
  if (repair.kind === 'whole') return;
  if (repair.kind === 'followed') return tell(world, { notice: 'worktree-followed', root });
  tell(world, { notice: 'worktree-retied', aside: repair.aside });
}
