import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { changedChecks } from '../record/changedChecks.ts';
import { redChecks } from '../../model/status/checked.ts';
import { CAIRN_FOLDER } from '../../model/names/places.ts';
import type { Restoring } from '../api/restore.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import { readHistory } from '../record/history.ts';
import { landHere } from './landHere.ts';
import { landOnBranch, type Landing } from './landOnBranch.ts';
import { lyingIn, slotPlaces } from '../drive/slotPlaces.ts';
import { refuseInsidePhase } from '../drive/withDrive.ts';
import { tell } from '../tell.ts';
import type { ObjectWriter, Objects } from '../ports.ts';
import type { World } from '../world.ts';

type Landed = Awaited<ReturnType<Restoring['land']>>;

/** Takes a session's changes, without `.cairn/`, into a new branch or into the current working tree. A conflict writes nothing. */
export async function landSession(
  world: World,
  session: SessionId,
  how: Parameters<Restoring['land']>[1],
): Promise<Landed> {
  refuseInsidePhase(world, 'land');
  const { repository } = world;
  const record = await readTip(world, session);
  if (how.onlyDone === true) refuseUnfinished(record);
  if (how.notRed === true) refuseRed(record);
  await repository.refuseUnsafe(record.commit);
  const history = await readHistory(repository, record);
  await refuseShallow(repository, record, history);
  const { base } = record.status;
  const before = await withoutOurs(repository, openedTree(record, history), base);
  const after = await withoutOurs(repository, record.tree, base);
  const changed = await changedOr(repository, before, after);
  const merge = (ours: TreeId, theirs: TreeId): Promise<TreeId> =>
    mergeOrThrow(repository, record, before, ours, theirs);
  const landing: Landing = {
    record,
    history,
    tip: after,
    treeAt: async (commit) => withoutOurs(repository, await repository.refuseUnsafe(commit), base),
    merge,
    changed: (ours, theirs) => changedOr(repository, ours, theirs),
  };
  const landed =
    'branch' in how
      ? await landOnBranch(world, landing, how)
      : { changed, commits: [], ...(await landHere(world, record, (ours) => merge(ours, after))) };
  await noteLanded(world, record, landed.branch);
  await tellUnpublished(world, record, history);
  for (const one of changedChecks(record)) tell(world, { notice: 'check-changed', ...one });
  const { seq, state, checked } = record.status;
  return { session, seq, state, checked, ...landed };
}

function refuseUnfinished({ session, status: { state } }: SessionRecord): void {
  if (state === 'done') return;
  const refusal = { because: 'not-done', state } as const;
  throw new CairnError('usage/not-possible', { act: 'land', session, refusal });
}

function refuseRed({ session, status, records }: SessionRecord): void {
  if (status.state !== 'done' || status.checked !== 'red') return;
  const refusal = { because: 'checks-red', ...redChecks(status.rows, records) } as const;
  throw new CairnError('usage/not-possible', { act: 'land', session, refusal });
}

/** It has happened, whether or not that can be noted. */
async function noteLanded(
  { state, log }: Pick<World, 'state' | 'log'>,
  { session, status: { seq } }: SessionRecord,
  on: string | null,
): Promise<void> {
  await state
    .of(session)
    .noteLanded({ seq, on })
    .catch((error: unknown) => log.warn('what was landed is not noted', { session, error: String(error) }));
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
