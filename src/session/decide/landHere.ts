import { basename, dirname, join } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import { slotIn } from '../../model/names/treeName.ts';
import { holdTree, takeLease } from '../drive/withDrive.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import { refuseBusy } from '../workingTree/inPlace.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { endCutOffWrite } from '../workingTree/keepSaved.ts';
import { LANDING } from '../../model/plan/planOverwrite.ts';
import { overwrite, type TreeToWrite } from '../workingTree/overwrite.ts';
import { planOverwriting } from '../workingTree/planOverwriting.ts';
import { setOverwrittenAside } from '../workingTree/setAsideBefore.ts';
import { writeSteps } from '../workingTree/writeSteps.ts';
import { setAside } from '../workingTree/setAside.ts';
import { tell } from '../tell.ts';
import { underLease } from '../underLease.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import type { World } from '../world.ts';

/**
 * Writes the changes of a session into the caller's working tree, uncommitted. All or nothing: refuses first if anything could
 * not be written correctly or would overwrite what git does not know.
 *
 * @param merge answers the tree here with the session's changes merged in; throws on a conflict
 * @throws `lease/held` while a session works in this tree
 */
export async function landHere(
  world: World,
  record: SessionRecord,
  merge: (ours: TreeId) => Promise<TreeId>,
): Promise<{ readonly commit: null; readonly branch: null }> {
  const { repository } = world;
  const { root } = repository;
  const isOurs =
    record.status.isolation === 'worktree' && (await workingRoot(world, record.session)) === root;
  if (isOurs || (await ownerOf(world, root)) === record.session)
    throw refused('this is the worktree of the session itself: its changes are here already');
  await whileNobodyWorks(world, record, () =>
    withIndex(world, (index) => landThrough(world, record, index, merge)),
  );
  return { commit: null, branch: null };
}

/** The session whose worktree it is, whichever of its slots; null for none. */
async function ownerOf({ repository }: Pick<World, 'repository'>, root: string): Promise<SessionId | null> {
  const name = (await repository.linkedTrees()).find((tree) => tree.path === root)?.name ?? null;
  return name === null ? null : slotIn(name).session;
}

/** A session that works in this tree would take the landed changes for its own work. */
async function whileNobodyWorks(
  world: World,
  { session }: SessionRecord,
  work: () => Promise<void>,
): Promise<void> {
  const { root } = world.repository;
  const owner = await ownerOf(world, root);
  const here = (): Promise<void> => holdTree(world, session, root, work);
  await (owner === null ? here() : underLease(await takeLease(world, owner), here));
}

async function landThrough(
  world: World,
  record: SessionRecord,
  index: string,
  merge: (ours: TreeId) => Promise<TreeId>,
): Promise<void> {
  const { repository } = world;
  const { root } = repository;
  const tree = repository.workingTree({ root, index, always: [], step: writeSteps(world) });
  await refuseBusy(tree, root);
  const head = await tree.head();
  if (head.commit === null) throw new CairnError('git/no-commit', { folder: root });
  const by = { session: record.session, parent: head.commit, seq: record.status.seq };
  await endCutOffWrite(world, tree, by);
  await tree.load(head.commit);
  const ours = await captureWork(world, tree, record.session);
  const merged = await merge(ours.tree);
  const place = { world, tree, by };
  const plan = await planOverwriting(place, ours, merged, LANDING);
  if (plan.refused.length > 0)
    throw refused(
      `these files lie here with contents that git does not hold, and would be overwritten: ${plan.refused.map(({ path }) => path).join(', ')}`,
    );
  if (plan.changes.length === 0) throw refused('its changes are here already');
  await setOverwrittenAside(place, plan, {
    by: 'land',
    why: `Uncommitted before checkpoint ${by.seq} was landed over it.`,
    reason: `land@${by.seq}`,
  });
  await overwrite(place, plan, () => keepNotUndone(place, record.commit, ours.tree));
}

/** A temporary index: a session that never worked here has no folder for one. */
async function withIndex(world: World, work: (index: string) => Promise<void>): Promise<void> {
  const { files, state, sha256, repository } = world;
  // Named after the tree, where one landing happens at a time: the next landing removes what a dead one left.
  const name = `.land-${sha256(repository.root).slice(0, 16)}`;
  const clear = async (): Promise<void> => {
    for (const path of await files.list(state.folder, name as RepoPath))
      await files.remove(state.folder, path);
    await files.remove(state.folder, name as RepoPath);
  };
  await clear();
  await files.makeFolder(dirname(state.folder), join(basename(state.folder), name) as RepoPath);
  try {
    await work(join(state.folder, name, 'index'));
  } finally {
    await clear();
  }
}

/** After a landing was taken back: keeps what the person had unless it is there as before. */
async function keepNotUndone(
  { world, tree, by: { session, seq } }: TreeToWrite,
  parent: CommitId,
  ours: TreeId,
): Promise<void> {
  if ((await captureWork(world, tree, session)).tree === ours) return;
  const why = 'Was in the working tree when a landing failed half way.';
  const rescue = await setAside(world, { session, parent, tree: ours, why, reason: `land@${seq}` });
  tell(world, { notice: 'landing-not-undone', rescue });
}

const refused = (why: string): CairnError => new CairnError('repo/land-refused', { why, output: '' });
