import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, TreeName } from '../../model/names/ids.ts';
import type { World } from '../world.ts';

/** The commit that the worktree of a session is on; null if git was interrupted before it wrote one. */
export async function standsOn(
  { repository, state }: Pick<World, 'repository' | 'state'>,
  name: TreeName,
  root: string,
): Promise<CommitId | null> {
  const tree = repository.workingTree({ root, index: state.of(name).index, always: [] });
  const head = await tree.head().catch((error: unknown) => {
    // Git does not recognise a folder without a HEAD as a repository.
    if (CairnError.is(error, 'git/not-a-repository')) return null;
    throw error;
  });
  return head === null || head.commit === null || /^0+$/.test(head.commit) ? null : head.commit;
}
