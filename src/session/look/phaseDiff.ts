import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { PhaseId, SessionId, CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import { phaseBase, phaseTip } from '../../model/checkpoint/phaseBase.ts';
import { restingTree } from '../record/heldWork.ts';
import { workChanges } from '../record/workChanges.ts';
import { refuseCut } from '../record/refuseCut.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import { readHistory } from '../record/history.ts';
import type { PhaseDiff } from '../results.ts';
import { placesOf } from './placeOf.ts';
import { rowNamed } from '../record/phaseNamed.ts';
import { treeHere, treeThen } from '../record/sessionMove.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { lyingIn, type SlotPlace } from '../drive/slotPlaces.ts';
import type { ObjectWriter, Objects } from '../ports.ts';
import type { World } from '../world.ts';

/**
 * The diff of a phase (FORMAT.md, *The diff of a phase*), or of the whole session: between commits, or up to the working tree; without the
 * engine's records.
 */
export async function phaseDiff(world: World, session: SessionId, named: string | null): Promise<PhaseDiff> {
  const record = await readTip(world, session);
  const history = await readHistory(world.repository, record);
  if (named === null) return sessionDiff(world, record, history);
  const row = rowNamed(record, named);
  const { phase, status } = row;
  const place = await (await placesOf(world, record, history))(phase);
  const closed = status === 'done' ? phaseTip(history, phase) : null;
  const base = baseIn(place, closed) ?? phaseBase(history, row);
  if (base === null || (status === 'done' && closed === null)) refuseCut(record, history, phase);
  const from = base ?? record.commit;
  const notCaptured = record.records.get(phase)?.notCaptured ?? [];
  const of = { session, phase, from, root: place.root, notCaptured };
  if (closed !== null) {
    const changed = await between(world.repository, session, history, from, closed.commit);
    return { ...of, to: closed.commit, changed };
  }
  // Where no files are, what is held of it can still be looked at.
  const to = place.root === null ? heldIn(record.records.get(phase)) : null;
  return { ...of, to, changed: await uncommitted(world, place, history, from) };
}

/** Where phases work side by side, what the diff of one is measured against. */
const baseIn = ({ isSlot, record }: SlotPlace, closed: Checkpoint | null): CommitId | null =>
  isSlot ? (closed === null ? record.commit : closed.parent) : null;

const heldIn = (known: PhaseRecord | undefined): CommitId | null => known?.held?.commit ?? null;

/** Everything since `opened`: of a fork that is in the session that it began on, and so is what will be landed. */
async function sessionDiff(
  world: World,
  record: SessionRecord,
  history: readonly Checkpoint[],
): Promise<PhaseDiff> {
  const { session } = record;
  refuseCut(record, history, 'opened');
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
  to: CommitId | TreeId,
): Promise<PhaseDiff['changed']> {
  const [before, after] = [
    await treeThen(repository, session, history, from),
    await treeThen(repository, session, history, to),
  ];
  const changes = await workChanges(repository, session, before, after);
  return changes.map(({ path, kind }) => ({ path, change: kind }));
}

/** Up to the working tree, without writing anything but objects: what is held of it, and what lies on top of that. */
async function uncommitted(
  world: World,
  place: SlotPlace,
  history: readonly Checkpoint[],
  from: PhaseDiff['from'],
): Promise<PhaseDiff['changed']> {
  const { on, work } = await lyingIn(world, place);
  const since = await between(world.repository, place.record.session, history, from, on);
  const changed = new Map(since.map((item) => [item.path, item.change]));
  for (const item of work) {
    const before = changed.get(item.path);
    if (before === 'added' && item.change === 'deleted') changed.delete(item.path);
    else changed.set(item.path, before === 'added' ? 'added' : item.change);
  }
  return [...changed].map(([path, change]) => ({ path, change })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * A diff as `git diff` writes it and `git apply` reads it. Bytes, as files have any encoding. Up to what is held where the files of
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
  const after =
    to === null
      ? await restingTree(repository, await readTip(world, session))
      : await treeHere(repository, session, to);
  return repository.patch(before, { tree: after }, paths);
}
