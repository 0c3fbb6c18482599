import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { PhaseId, SessionId, CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import { phaseBase, phaseTip } from '../../model/checkpoint/phaseBase.ts';
import { isRecordFile } from '../../model/names/places.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import { readHistory } from '../record/history.ts';
import type { PhaseDiff } from '../results.ts';
import { rowNamed } from '../record/rows.ts';
import { treeThen, moveSession } from '../record/sessionMove.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { workOnTop } from '../workingTree/workOf.ts';
import type { ObjectWriter, Objects } from '../ports.ts';
import type { World } from '../world.ts';
import { parseTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import { findSession } from '../record/findSession.ts';

/**
 * The diff of a phase: from the tree before its first attempt to the checkpoint that closed it or, while it
 * is open, to the working tree; without the engine's records (FORMAT.md, *A checkpoint*).
 */
export async function phaseDiff(world: World, session: SessionId, named: string | null): Promise<PhaseDiff> {
  const record = await readTip(world, session);
  const history = await readHistory(world.repository, record);
  if (named === null) return sessionDiff(world, record, history);
  const { phase, status } = rowNamed(record.status.rows, named);
  const from = phaseBase(history, phase) ?? record.commit;
  const to = phaseTip(history, phase)?.commit ?? null;
  const root = await workingRoot(world, session);
  const isClosed = status === 'done' && to !== null;
  return {
    session,
    phase,
    from,
    to: isClosed ? to : null,
    root,
    changed: isClosed
      ? await between(world.repository, session, history, from, to)
      : await uncommitted(world, record, history, from, root),
    notCaptured: record.records.get(phase)?.notCaptured ?? [],
  };
}

/** Everything since `opened`: of a fork that is in the session that it began on, and so is what will be landed. */
async function sessionDiff(
  world: World,
  record: SessionRecord,
  history: readonly Checkpoint[],
): Promise<PhaseDiff> {
  const { session } = record;
  const from = history.at(-1)?.commit ?? record.status.base;
  const notCaptured = [...record.records.values()].flatMap((known) => known.notCaptured);
  return {
    session,
    phase: null as PhaseId | null,
    from,
    to: record.commit,
    root: await workingRoot(world, session),
    changed: await between(world.repository, session, history, from, record.commit),
    notCaptured,
  };
}

async function between(
  repository: Objects & ObjectWriter,
  session: SessionId,
  history: readonly Checkpoint[],
  from: PhaseDiff['from'],
  to: PhaseDiff['from'],
): Promise<PhaseDiff['changed']> {
  const [before, after] = [
    await treeThen(repository, session, history, from),
    await treeThen(repository, session, history, to),
  ];
  const changes = await repository.changes(before, after);
  return changes
    .filter((change) => !isRecordFile(session, change.path))
    .map((change) => ({ path: change.path, change: change.kind }));
}

/** Up to the working tree, without writing anything: what the tip has, and what lies on top of it. */
async function uncommitted(
  world: World,
  record: SessionRecord,
  history: readonly Checkpoint[],
  from: PhaseDiff['from'],
  root: string | null,
): Promise<PhaseDiff['changed']> {
  const { session } = record;
  const changed = new Map(
    (await between(world.repository, session, history, from, record.commit)).map((item) => [
      item.path,
      item.change,
    ]),
  );
  for (const item of await workOnTop(world, session, root, record.tree, record.workflow.worktree.copy)) {
    const before = changed.get(item.path);
    if (before === 'added' && item.change === 'deleted') changed.delete(item.path);
    else changed.set(item.path, before === 'added' ? 'added' : item.change);
  }
  return [...changed].map(([path, change]) => ({ path, change })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * A diff as `git diff` writes it and `git apply` reads it. Bytes, as files have any encoding. Up to the tip where the files of
 * the working tree are meant and there is none here.
 */
export async function patch(
  world: World,
  session: SessionId,
  { from, to, root, changed }: Pick<PhaseDiff, 'from' | 'to' | 'root' | 'changed'>,
): Promise<Uint8Array> {
  const { repository } = world;
  const paths = changed.map(({ path }) => path as RepoPath);
  const before = await treeHere(world.repository, session, from);
  if (to === null && root !== null) return repository.patch(before, { root }, paths);
  const after = to ?? (await findSession(world, session)).tip;
  return repository.patch(before, { tree: await treeHere(world.repository, session, after) }, paths);
}

/** What the session inherited lies where its own lies. */
async function treeHere(
  repository: Objects & ObjectWriter,
  session: SessionId,
  at: CommitId,
): Promise<TreeId> {
  const { tree, message } = await repository.commitEntry(at);
  const then = parseTrailers(message)?.session ?? session;
  return then === session ? tree : moveSession(repository, tree, then, session);
}
