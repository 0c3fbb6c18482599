import type { RepoPath, SessionId, TreeId, TreeName } from '../../model/names/ids.ts';
import { isEngineFile, sessionFolder } from '../../model/names/places.ts';
import { isTemporaryName } from '../../model/names/temporaryName.ts';
import { slotIn } from '../../model/names/treeName.ts';
import type { Pending, WorkingTree } from '../ports.ts';
import { restingTree } from '../record/heldWork.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';

/** What agents and people changed on disk since the private index. Leaves out the engine's files, finished or half-written. */
export async function workOf(tree: WorkingTree, session: SessionId): Promise<readonly Pending[]> {
  const pending = await tree.pending();
  return pending.filter(({ path }) => !isEngineFile(session, path) && !isTemporaryName(path));
}

/** The same for callers without a lease, who must not write. Empty if the private index is not in step with the tip. */
export async function workOnTop(
  world: Needs,
  root: string | null,
  record: SessionRecord,
): Promise<readonly Pending[]> {
  if (root === null) return [];
  const resting = await restingTree(world.repository, record);
  return (await workAbove(world, record.session, root, resting, record.workflow.worktree.copy)) ?? [];
}

/** What lies there besides this tree. Null if the private index does not hold it. */
export async function workAbove(
  { repository, state }: Needs,
  name: TreeName,
  root: string,
  resting: TreeId,
  never: readonly RepoPath[],
): Promise<readonly Pending[] | null> {
  const { session } = slotIn(name);
  const index = await state.of(name).newestIndex();
  const tree = repository.workingTree({ root, index, always: [sessionFolder(session)], never });
  if (!(await tree.holds(resting))) return null;
  const work = await workOf(tree, session);
  // The owner may have replaced the index meanwhile: without one, git calls every file changed.
  return (await tree.holds(resting)) ? work : null;
}

type Needs = Pick<World, 'repository' | 'state'>;
