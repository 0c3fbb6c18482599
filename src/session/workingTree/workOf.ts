import type { RepoPath, SessionId, TreeId, TreeName } from '../../model/names/ids.ts';
import { isEngineFile, sessionFolder, statusPath } from '../../model/names/places.ts';
import { isTemporaryName } from '../../model/names/temporaryName.ts';
import { slotIn } from '../../model/names/treeName.ts';
import type { Pending, WorkingTree } from '../ports.ts';
import { restingTree } from '../record/heldWork.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';

/** What agents and people changed on disk since the private index. Leaves out the engine's files, finished or half-written. */
export const workOf = async (tree: WorkingTree, session: SessionId): Promise<readonly Pending[]> =>
  (await workAndStrays(tree, session)).work;

/** The same, and which of the engine's own files differ from the tip, but for STATUS.md, which shows how far phases are. */
export async function workAndStrays(
  tree: WorkingTree,
  session: SessionId,
): Promise<{ readonly work: readonly Pending[]; readonly strays: readonly RepoPath[] }> {
  const pending = await tree.pending();
  const isOurs = ({ path }: Pending): boolean => isEngineFile(session, path);
  const strays = pending.filter((one) => isOurs(one) && one.tracked && one.path !== statusPath(session));
  return {
    work: pending.filter((one) => !isOurs(one) && !isTemporaryName(one.path)),
    strays: strays.map(({ path }) => path),
  };
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
