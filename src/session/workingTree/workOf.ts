import type { RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import { isEngineFile, sessionFolder } from '../../model/names/places.ts';
import { isTemporaryName } from '../../model/names/temporaryName.ts';
import type { Pending, WorkingTree } from '../ports.ts';
import type { World } from '../world.ts';

/** What agents and people changed on disk since the private index. Leaves out the engine's files, finished or half-written. */
export async function workOf(tree: WorkingTree, session: SessionId): Promise<readonly Pending[]> {
  const pending = await tree.pending();
  return pending.filter(({ path }) => !isEngineFile(session, path) && !isTemporaryName(path));
}

/** The same for callers without a lease, who must not write. Empty if the private index is not at the tip. */
export async function workOnTop(
  { repository, state }: Pick<World, 'repository' | 'state'>,
  session: SessionId,
  root: string | null,
  tip: TreeId,
  never: readonly RepoPath[] = [],
): Promise<readonly Pending[]> {
  if (root === null) return [];
  const index = await state.of(session).newestIndex();
  const tree = repository.workingTree({ root, index, always: [sessionFolder(session)], never });
  if (!(await tree.holds(tip))) return [];
  const work = await workOf(tree, session);
  // The owner may have replaced the index meanwhile: without one, git calls every file changed.
  return (await tree.holds(tip)) ? work : [];
}
