import type { RepoPath } from '../../model/ids.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';

type Needs = Pick<World, 'repository' | 'files' | 'onProgress' | 'log'>;

/** An agent that tidied up too well: without its `.git` a worktree is a folder like any other, and nothing in it could be saved. */
export async function healWorktree(world: Needs, root: string): Promise<void> {
  if ((await world.files.kind(root, '.git' as RepoPath)) !== null) return;
  await world.repository.repairWorktree(root);
  tell(world, `The worktree had lost the file .git that ties it to the repository; it has been put back.`);
}
