import { CairnError } from '../../base/cairnError.ts';
import { isOver, isPublished } from '../../model/graph/isOver.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { CommitId, PhaseId, TreeId } from '../../model/names/ids.ts';
import { tipOf, type Drive, type Tip } from '../drive.ts';
import type { SessionAbout, SessionState } from '../ports.ts';
import {
  heldOf,
  heldWork,
  inSlot,
  isPassed,
  lacksWork,
  phasesHeld,
  restingTree,
  type HeldWork,
} from '../record/heldWork.ts';
import { isOnLine } from '../record/onLine.ts';
import { rowOf } from '../record/rows.ts';
import { treeHere } from '../record/sessionMove.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { slotsNoted } from '../record/slotStates.ts';
import { queuedWork } from '../record/queuedWork.ts';
import type { Holding } from '../workingTree/workingTreeOf.ts';
import type { World } from '../world.ts';

/** What a working tree holds and on which checkpoint it stands. Null: phases run one by one, and it goes with the tip. */
export type Standing =
  | (Required<Pick<SessionAbout, 'phase' | 'round' | 'stands' | 'rests'>> & Pick<SessionAbout, 'taken'>)
  | null;

/** How the first slot stands, whatever ran in it before; noted, as from now on the tip does not say it. */
export async function firstStanding(
  world: Pick<World, 'repository'>,
  record: SessionRecord,
  history: readonly Checkpoint[],
  about: SessionAbout | null,
): Promise<Standing> {
  if (about?.phase !== undefined) return standingOf(record, history, about);
  if (about?.isolation === 'in-place') return null;
  const held = heldWork(record);
  // Work that was passed lies where it began, and so never together with the tip.
  const isApart = await wasPassed(world, record, held);
  if (isOneByOne(record) && !isApart) return null;
  // Whoever makes it for such work notes that with it.
  const isMade = about !== null && about.setup !== 'making';
  return isApart && isMade ? idleOn(record) : firstOfSeveral(world, { record, history }, isMade);
}

const idleOn = ({ commit }: SessionRecord): NonNullable<Standing> => ({
  phase: null,
  round: 1,
  stands: commit,
  rests: null,
});

/** The first slot where it went with the tip so far, which says what lies there; `isMade`: its worktree is there. */
export async function firstOfSeveral(
  world: Pick<World, 'repository'>,
  tip: Tip,
  isMade = true,
): Promise<NonNullable<Standing>> {
  const held = heldWork(tip.record);
  const standing = held === null ? null : await standingWith(world, tip, held, isMade);
  return standing ?? idleOn(tip.record);
}

const isOneByOne = (record: SessionRecord): boolean =>
  record.workflow.parallel === 1 && phasesHeld(record).length < 2;

/** What is made here is made where the work began; a worktree that is there already goes with the tip. Null in a clone that lacks it. */
async function standingWith(
  world: Pick<World, 'repository'>,
  tip: Tip,
  { phase, base }: HeldWork,
  isMade: boolean,
): Promise<Standing> {
  const { record } = tip;
  const { round } = rowOf(record.status.rows, phase);
  const standing = { phase, round, taken: record.status.seq, stands: base, rests: null };
  // It may get it: whoever goes on with that phase lays it.
  if ((await beganHere(world, tip, standing)) === null) return null;
  return isMade ? alongTip(world, record, phase) : standing;
}

/** A working tree that goes with the tip, and what lies in it besides is of this phase. */
export async function alongTip(
  { repository }: Pick<World, 'repository'>,
  record: SessionRecord,
  phase: PhaseId,
): Promise<NonNullable<Standing>> {
  const { round } = rowOf(record.status.rows, phase);
  const taken = record.status.seq;
  const rests = heldOf(record, phase) === null ? null : await restingTree(repository, record);
  return { phase, round, taken, stands: record.commit, rests };
}

async function wasPassed(
  { repository }: Pick<World, 'repository'>,
  record: SessionRecord,
  held: HeldWork | null,
): Promise<boolean> {
  if (held === null) return false;
  try {
    return await isPassed(repository, record, held);
  } catch (error) {
    // A clone that does not reach back that far.
    if (CairnError.is(error, 'data/missing-object')) return false;
    throw error;
  }
}

/**
 * How a slot stands, as this machine noted it. A phase that is finished by now, or in another round, has left it: what was laid there of
 * work that nobody has published is no more than work on what the slot stands on. So has every phase where the branch was rewritten below
 * it: what lies there is on nothing that the session has.
 */
export function standingOf(
  record: SessionRecord,
  history: readonly Checkpoint[],
  { phase = null, round = 1, stands, moving, movingRests, rests }: SessionAbout,
): NonNullable<Standing> {
  const isKnown = (commit: CommitId | null | undefined): commit is CommitId =>
    commit != null && isOnLine({ record, history }, commit);
  const { rows } = record.status;
  const isGone = phase !== null && isOver({ phase, round }, rows);
  const occupant = { phase: isGone ? null : phase, round };
  const isKnownWork = !isGone || isPublished({ phase, round }, rows);
  const laid = (tree: TreeId | null = null): TreeId | null => (isKnownWork ? tree : null);
  // A checkpoint that came to be took it along.
  if (isKnown(moving)) return { ...occupant, stands: moving, rests: laid(movingRests) };
  if (isKnown(stands)) return { ...occupant, stands, rests: laid(rests) };
  return { phase: null, round, stands: record.commit, rests: null };
}

/** Whose work is in each slot of a session, of which the first one stands so. */
export async function slotsOf(
  world: Pick<World, 'state'>,
  { record, history }: Tip,
  { phase }: Pick<NonNullable<Standing>, 'phase'>,
): Promise<readonly { readonly slot: number; readonly phase: PhaseId | null }[]> {
  const [, ...others] = await slotsNoted(world, record.session);
  const noted = others.map(({ slot, about }) => ({
    slot,
    phase: about === null ? null : standingOf(record, history, about).phase,
  }));
  return [{ slot: 1, phase }, ...noted];
}

/** A slot as this machine noted it, where whoever was stopped in it may have moved it. */
export async function asNoted(drive: Drive): Promise<Drive> {
  const tip = tipOf(drive);
  const about = await drive.state.about();
  if (about === null) return drive;
  const seen = await seenFrom(drive.world, tip, standingOf(tip.record, tip.history, about));
  return { ...drive, ...seen, world: drive.worldAt(tip) };
}

/** What a worktree that is made anew is to hold: what is in the queue of its phase, else what is held of it; null: nothing that is here. */
export async function holdingOf(
  world: Pick<World, 'repository'>,
  tip: Tip,
  standing: Standing,
): Promise<Holding | null> {
  const phase = standing?.phase ?? null;
  const queued = phase === null ? null : await queuedWork(world.repository, tip, phase);
  if (queued !== null) {
    const { stands, tree, isMerged, also, since, attempt } = queued;
    const isBehind = also !== null && since !== stands;
    return {
      stands,
      head: also ?? stands,
      to: tree,
      rests: isMerged ? tree : null,
      since: isBehind ? since : null,
      attempt,
    };
  }
  const began = await beganHere(world, tip, standing);
  return began === null
    ? null
    : { stands: began, head: began, to: null, rests: null, since: null, attempt: 0 };
}

/** Where the work began that a working tree holds; null: it holds none that is here. */
async function beganHere(
  { repository }: Pick<World, 'repository'>,
  { record, history }: Tip,
  standing: Standing,
): Promise<CommitId | null> {
  if (standing === null) return heldWork(record) === null ? null : record.commit;
  const { phase } = standing;
  const held = heldOf(record, phase);
  if (held === null || !isOnLine({ record, history }, held.base)) return null;
  return (await lacksWork(repository, inSlot(record, phase))) ? null : held.base;
}

/**
 * The same once its worktree is there: one that was made anew stands where that was made. Whose work lies in one that nobody here
 * remembers is not known.
 */
export async function standingNow<S extends Standing>(
  state: Pick<SessionState, 'about'>,
  { record, history }: Tip,
  known: S,
  there: { readonly before: SessionAbout | null; readonly isMade: boolean },
): Promise<S | NonNullable<Standing>> {
  if (known !== null && there.before === null && !there.isMade)
    return { phase: null, round: 1, stands: record.commit, rests: null };
  const about = await state.about();
  return known === null || about?.phase === undefined ? known : standingOf(record, history, about);
}

/** The session as a working tree that stands so sees it, and the tip where that is another. */
export async function seenFrom(
  world: Pick<World, 'repository'>,
  tip: Tip,
  standing: Standing,
): Promise<Tip & { readonly ahead: Tip | null }> {
  if (standing === null) return { ...tip, ahead: null };
  const { phase, stands: commit, rests } = standing;
  const tree = await treeHere(world.repository, tip.record.session, commit);
  const record = { ...tip.record, commit, tree, slot: { phase, rests, tip: tip.record.commit } };
  return { record, history: tip.history, ahead: commit === tip.record.commit ? null : tip };
}
