import { tell } from '../tell.ts';
import type { World } from '../world.ts';

type Needs = Pick<World, 'repository' | 'onProgress' | 'log'>;

/**
 * An agent that tidied up too well, or made a repository of its own: without its `.git` a worktree is a folder like any
 * other, and nothing in it could be saved.
 */
export async function healWorktree(world: Needs, root: string): Promise<void> {
  const repair = await world.repository.repairWorktree(root);
  if (repair.kind === 'whole') return;
  tell(
    world,
    repair.aside === null
      ? 'The worktree had lost the file .git that ties it to the repository; it has been put back.'
      : `Something else stood in the place of the file .git that ties the worktree to the repository; it is in ${repair.aside} now, and the file has been put back.`,
  );
}
