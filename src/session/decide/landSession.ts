import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RefName, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { CAIRN_FOLDER } from '../../model/names/places.ts';
import type { Restoring } from '../api/restore.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import { readHistory } from '../record/history.ts';
import { landHere } from './landHere.ts';
import { lyingIn, slotPlaces } from '../drive/slotPlaces.ts';
import { refuseInsidePhase } from '../drive/withDrive.ts';
import { tell } from '../tell.ts';
import type { ObjectWriter, Objects, RefWriter, Refs } from '../ports.ts';
import type { World } from '../world.ts';

type Landed = Awaited<ReturnType<Restoring['land']>>;

/** Takes a session's changes, without `.cairn/`, into a new branch or into the current working tree. A conflict writes nothing. */
export async function landSession(
  world: World,
  session: SessionId,
  how: { readonly branch: string } | { readonly apply: true },
): Promise<Landed> {
  refuseInsidePhase(world, 'land');
  const { repository } = world;
  const record = await readTip(world, session);
  await repository.refuseUnsafe(record.commit);
  const history = await readHistory(repository, record);
  await refuseShallow(repository, record, history);
  const before = await withoutOurs(repository, openedTree(record, history), record.status.base);
  const after = await withoutOurs(repository, record.tree, record.status.base);
  const merge = (ours: TreeId): Promise<TreeId> => mergeOrThrow(repository, record, before, ours, after);
  const changed = await changedOr(repository, before, after);
  const landed =
    'branch' in how
      ? await landOnBranch(world, record, merge, how.branch)
      : { changed, ...(await landHere(world, record, merge)) };
  await tellUnpublished(world, record, history);
  return { session, seq: record.status.seq, state: record.status.state, ...landed };
}

/** The paths that differ. Throws if there is nothing to land. */
async function changedOr(repository: Objects, before: TreeId, after: TreeId): Promise<readonly RepoPath[]> {
  const changed = (await repository.changes(before, after)).map((change) => change.path);
  if (changed.length > 0) return changed;
  throw new CairnError('repo/land-refused', {
    why: 'the session changed nothing outside .cairn/',
    output: '',
  });
}

/** Work in a worktree of the session that is in no checkpoint yet does not land. A person who believed it did would delete it. */
async function tellUnpublished(
  world: World,
  tip: SessionRecord,
  history: readonly Checkpoint[],
): Promise<void> {
  const { repository } = world;
  if (tip.status.isolation === 'in-place') return;
  for (const place of await slotPlaces(world, tip, history)) {
    const { root, record } = place;
    if (root === null) continue;
    const { on, work } = await lyingIn(world, place);
    const held = await repository.changes(record.tree, on);
    const files = new Set([...held, ...work].map(({ path }) => path));
    if (files.size > 0) tell(world, { notice: 'not-landed', files: [...files].sort(), root });
  }
}

/** Where the session started: `opened`, which in place includes the person's own uncommitted changes. */
function openedTree({ status }: SessionRecord, history: readonly Checkpoint[]): CommitId {
  const opened = history.at(-1);
  return opened?.trailers.kind === 'opened' ? opened.commit : status.base;
}

/** Where git knows no parent of the oldest checkpoint, a commit that is not here was never fetched: nothing is lost. */
async function refuseShallow(
  repository: Objects,
  { session, status: { base } }: SessionRecord,
  history: readonly Checkpoint[],
): Promise<void> {
  if (history.at(-1)?.parent !== null) return;
  try {
    await repository.commitEntry(base);
  } catch (error) {
    if (!CairnError.is(error, 'data/missing-object')) throw error;
    throw new CairnError('repo/base-missing', { session, commit: base });
  }
}

/** Keeps `.cairn/` as it is in the base, whatever the session did there. */
async function withoutOurs(
  repository: Objects & ObjectWriter,
  tree: TreeId | CommitId,
  base: CommitId,
): Promise<TreeId> {
  const bare = await repository.compose(tree, new Map([[CAIRN_FOLDER, null]]));
  const kept = await repository.list(base, CAIRN_FOLDER);
  return repository.compose(
    bare,
    new Map(kept.map((entry) => [entry.path, { blob: entry.blob, mode: entry.mode }])),
  );
}

async function landOnBranch(
  world: World,
  record: SessionRecord,
  merge: (ours: TreeId) => Promise<TreeId>,
  branch: string,
): Promise<Pick<Landed, 'commit' | 'branch' | 'changed'>> {
  const { repository } = world;
  const ref = await freeBranch(repository, record, branch);
  const { base } = record.status;
  const ours = (await repository.commitEntry(base)).tree;
  const tree = await merge(ours);
  // Compared with its parent: if a session reverted what was uncommitted when it began, nothing changes there.
  const changed = await changedOr(repository, ours, tree);
  const made = await repository.commitAsPerson({
    tree,
    parent: base,
    message: `${record.status.title}\n\nLanded from ${record.status.branch}, checkpoint ${record.status.seq}.\n`,
  });
  if ('refused' in made)
    throw new CairnError('repo/land-refused', { why: 'git did not make the commit', output: made.refused });
  world.reached('land/commit-made');
  if (!(await repository.moveRef(ref, { from: null, to: made.commit, why: 'cairn: landed' })))
    throw wrongBranch(branch, 'it exists already');
  world.reached('land/ref-moved');
  return { commit: made.commit, branch, changed };
}

/** A free name that git accepts and that nobody could mistake for a session or for HEAD. */
async function freeBranch(
  repository: Refs & RefWriter,
  { status, session }: SessionRecord,
  branch: string,
): Promise<RefName> {
  const why = await repository.whyNotBranch(branch);
  if (why !== null) throw wrongBranch(branch, why);
  const prefixes = ['cairn/', status.branch.slice(0, -session.length)];
  if (
    /^(HEAD|@|refs)(\/|$)/.test(branch) ||
    prefixes.some((prefix) => prefix !== '' && branch.startsWith(prefix))
  )
    throw wrongBranch(branch, 'names like this have a meaning of their own; choose another');
  const ref = `refs/heads/${branch}` as RefName;
  if ((await repository.tip(ref)) !== null)
    throw wrongBranch(branch, 'it exists already; choose another name');
  return ref;
}

const wrongBranch = (branch: string, why: string): CairnError =>
  new CairnError('usage/invalid', { what: { given: 'branch', value: branch }, why });

async function mergeOrThrow(
  repository: ObjectWriter,
  record: SessionRecord,
  before: TreeId,
  ours: TreeId,
  theirs: TreeId,
): Promise<TreeId> {
  const merged = await repository.merge(before, ours, theirs);
  if ('tree' in merged) return merged.tree;
  const conflicts = merged.conflicts.map(({ kind, paths }) => ({ kind, paths }));
  const files = [...new Set(conflicts.flatMap(({ paths }) => paths))].sort();
  throw new CairnError('repo/land-conflict', { session: record.session, files, conflicts });
}
