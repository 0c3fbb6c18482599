import { CairnError } from '../../base/cairnError.ts';
import { isFinished } from '../../model/graph/planNext.ts';
import type { BlobId, CommitId, PhaseId, RepoPath, TreeId } from '../../model/names/ids.ts';
import { isEngineFile, sessionFolder } from '../../model/names/places.ts';
import type { Ancestry, Mode, Objects, ObjectWriter } from '../ports.ts';
import { treeHere } from './sessionMove.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** Work of a phase that is not done: in a commit of its own, and in the tree of no checkpoint. */
export interface HeldWork {
  readonly phase: PhaseId;
  /** Its tree is the working tree as it was captured. */
  readonly commit: CommitId;
  /** The checkpoint that its attempt began on. */
  readonly base: CommitId;
}

type Reads = Objects & Pick<Ancestry, 'isAncestor'>;
type Tip = Pick<SessionRecord, 'session' | 'commit' | 'tree' | 'records' | 'status' | 'slot'>;

/** The work that a session holds, and that lies in its working tree: that of an earlier round does not, and a phase that is done holds none. */
export function heldWork({
  records,
  status,
  slot,
}: Pick<SessionRecord, 'records' | 'status' | 'slot'>): HeldWork | null {
  for (const { phase, round, status: is } of status.rows) {
    if (slot !== undefined && phase !== slot.phase) continue;
    const held = isFinished(is) ? undefined : records.get(phase)?.held;
    if (held !== undefined && (held.round ?? 1) === round)
      return { phase, commit: held.commit, base: held.base };
  }
  return null;
}

/** The phases that hold work of their round: more than one, where they worked side by side. */
export const phasesHeld = (
  record: Pick<SessionRecord, 'records' | 'status' | 'commit'>,
): readonly PhaseId[] =>
  record.status.rows.map(({ phase }) => phase).filter((phase) => heldOf(record, phase) !== null);

/** The work that is held of this phase. */
export const heldOf = (
  { records, status, commit }: Pick<SessionRecord, 'records' | 'status' | 'commit'>,
  phase: PhaseId | null,
): HeldWork | null => heldWork(inSlot({ records, status, commit }, phase));

/** A record as the slot of this phase has it, with nothing laid there since its checkpoint. */
export const inSlot = <R extends Pick<SessionRecord, 'commit'>>(record: R, phase: PhaseId | null) => ({
  ...record,
  slot: { phase, round: 1, rests: null, since: null, tip: record.commit },
});

/** The checkpoint that work at the tip began on, where no attempt has begun since: a slot stands there. */
export const beganOn = (record: Pick<SessionRecord, 'records' | 'status' | 'commit' | 'slot'>): CommitId =>
  (record.slot === undefined ? heldWork(record)?.base : undefined) ?? record.commit;

/**
 * What a working tree holds as long as nobody changes it: the tip's tree, or the work that is held, with the engine's files
 * of the tip, unless it was passed. In a slot that was brought onto a later checkpoint since, what was laid there. That of a clone without the held commit is the tip's tree.
 */
export async function restingTree(repository: Reads & ObjectWriter, record: Tip): Promise<TreeId> {
  // What a session held when it was cancelled is a rescue.
  const held = record.status.state === 'cancelled' ? null : heldWork(record);
  const isHere = held !== null && (await liesHere(repository, record, held));
  const work = isHere ? await treeOf(repository, record, held) : null;
  if (work === null) return record.slot?.rests ?? record.tree;
  try {
    return await withEngineFiles(repository, record, work);
  } catch (error) {
    if (CairnError.is(error, 'data/missing-object')) return record.tree;
    throw error;
  }
}

/** What of that a checkpoint has: what was merged with the tip, and laid, is in none until its phase is done, and out of its slot. */
export const keptTree = (repository: Reads & ObjectWriter, record: Tip): Promise<TreeId> => {
  const { slot } = record;
  const isOpen = slot !== undefined && slot.phase !== null;
  return restingTree(repository, isOpen ? { ...record, slot: { ...slot, rests: null } } : record);
};

/**
 * A slot holds the work from where it began, or went along with the checkpoint that holds it, unless something was laid there since. One
 * working tree for all phases holds it until it is passed.
 */
async function liesHere(repository: Reads & ObjectWriter, record: Tip, held: HeldWork): Promise<boolean> {
  const { commit, slot } = record;
  if (held.base === commit) return true;
  if (slot !== undefined && slot.rests !== null) return false;
  try {
    if (slot === undefined) return !(await isPassed(repository, record, held));
    const { parents } = await repository.commitEntry(commit);
    return parents.includes(held.commit) || (await repository.isAncestor(held.commit, commit));
  } catch (error) {
    if (CairnError.is(error, 'data/missing-object')) return false;
    throw error;
  }
}

/** True where others were published since the work began: it holds nothing of theirs, and laid over the tip would take that back. */
export async function isPassed(
  repository: Objects & ObjectWriter,
  { session, tree }: Pick<SessionRecord, 'session' | 'tree'>,
  { base }: Pick<HeldWork, 'base'>,
): Promise<boolean> {
  const began = await treeHere(repository, session, base);
  return (await repository.changes(began, tree)).some(({ path }) => !isEngineFile(session, path));
}

/** True in a clone without the commit that holds the work, such as a shallow one. */
export async function lacksWork(repository: Reads, record: Tip): Promise<boolean> {
  const held = heldWork(record);
  return held !== null && (await treeOf(repository, record, held)) === null;
}

/** @throws `repo/held-missing` in a clone that lacks the work that would be gone on with */
export async function refuseWithoutWork(repository: Reads, record: Tip): Promise<void> {
  const held = heldWork(record);
  if (held === null || !(await lacksWork(repository, record))) return;
  const { session } = record;
  throw new CairnError('repo/held-missing', { session, phase: held.phase, commit: held.commit });
}

/**
 * The tree of held work; null if it is not here. A branch from elsewhere may name any commit of this repository, as the work or as what
 * that began on: one that does not come with the branch is none of the session's, lies on no disk and goes into no history because of it.
 */
async function treeOf(
  repository: Reads,
  { commit: at, slot }: Tip,
  { commit, base }: Pick<HeldWork, 'commit' | 'base'>,
): Promise<TreeId | null> {
  const tip = slot?.tip ?? at;
  try {
    const { tree, parents: below } = await repository.commitEntry(commit);
    // Where a shallow clone ends git knows no parents.
    if (below[0] !== undefined && below[0] !== base) return null;
    const { parents } = await repository.commitEntry(tip);
    return parents.includes(commit) || (await repository.isAncestor(commit, tip)) ? tree : null;
  } catch (error) {
    if (CairnError.is(error, 'data/missing-object')) return null;
    throw error;
  }
}

/** The engine's files go with the tip: those that were captured beside the work are of the checkpoint that it began on. */
export async function withEngineFiles(
  repository: Objects & ObjectWriter,
  { session, tree: tip }: Pick<SessionRecord, 'session' | 'tree'>,
  work: TreeId,
): Promise<TreeId> {
  const folder = sessionFolder(session);
  const edits = new Map<RepoPath, { readonly blob: BlobId; readonly mode: Mode } | null>();
  for (const { path } of await repository.list(work, folder))
    if (isEngineFile(session, path)) edits.set(path, null);
  for (const { path, blob, mode } of await repository.list(tip, folder))
    if (isEngineFile(session, path)) edits.set(path, { blob, mode });
  return repository.compose(work, edits);
}
