import { CairnError } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { CommitId, PhaseId } from '../../model/names/ids.ts';
import { idleOn, standingOf, type NotedStanding, type Standing } from '../../model/slot/standing.ts';
import { roundIn } from '../../model/status/roundIn.ts';
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
import { treeHere } from '../record/sessionMove.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { slotsNoted } from '../record/slotStates.ts';
import { queuedWork } from '../record/queuedWork.ts';
import type { Holding } from '../workingTree/workingTreeOf.ts';
import type { World } from '../world.ts';

/**
 * How the first slot stands, whatever ran in it before; noted, as from now on the tip does not say it. Null: phases run one by one, and it
 * goes with the tip.
 */
export async function firstStanding(
  world: Pick<World, 'repository'>,
  record: SessionRecord,
  history: readonly Checkpoint[],
  about: SessionAbout | null,
): Promise<Standing | null> {
  const noted = about?.standing ?? null;
  if (noted !== null) return standingIn({ record, history }, noted);
  if (about?.isolation === 'in-place') return null;
  const held = heldWork(record);
  // Work that was passed lies where it began, and so never together with the tip.
  const isApart = await wasPassed(world, record, held);
  if (isOneByOne(record) && !isApart) return null;
  // Whoever makes it for such work notes that with it.
  const isMade = about !== null && about.setup !== 'making';
  return isApart && isMade ? idleOn(record.commit) : firstOfSeveral(world, { record, history }, isMade);
}

/** The first slot where it went with the tip so far, which says what lies there; `isMade`: its worktree is there. */
export async function firstOfSeveral(
  world: Pick<World, 'repository'>,
  tip: Tip,
  isMade = true,
): Promise<Standing> {
  const held = heldWork(tip.record);
  const standing = held === null ? null : await standingWith(world, tip, held, isMade);
  return standing ?? idleOn(tip.record.commit);
}

const isOneByOne = (record: SessionRecord): boolean =>
  record.workflow.parallel === 1 && phasesHeld(record).length < 2;

/** What is made here is made where the work began; a worktree that is there already goes with the tip. Null in a clone that lacks it. */
async function standingWith(
  world: Pick<World, 'repository'>,
  tip: Tip,
  { phase }: HeldWork,
  isMade: boolean,
): Promise<Standing | null> {
  const { record } = tip;
  const standing = standingFor(record, phase);
  // It may get it: whoever goes on with that phase lays it.
  if ((await beganHere(world, tip, standing)) === null) return null;
  return isMade ? alongTip(world, record, phase) : standing;
}

/** How a working tree stands that is made for a phase: where the work that is held of it began. */
export function standingFor(record: SessionRecord, phase: PhaseId | null): Standing {
  const stands = heldOf(record, phase)?.base ?? record.commit;
  const { rows, seq } = record.status;
  return { ...idleOn(stands), phase, round: roundIn(rows, phase), taken: seq };
}

/** A working tree that goes with the tip, and what lies in it besides is of this phase. */
export async function alongTip(
  { repository }: Pick<World, 'repository'>,
  record: SessionRecord,
  phase: PhaseId,
): Promise<Standing> {
  const rests = heldOf(record, phase) === null ? null : await restingTree(repository, record);
  return { ...standingFor(record, phase), stands: record.commit, rests };
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

/** How a slot stands by what is noted of it; null: nothing, and it is idle on the tip. */
export const standingIn = (tip: Tip, noted: NotedStanding | null): Standing =>
  noted === null
    ? idleOn(tip.record.commit)
    : standingOf(noted, {
        tip: tip.record.commit,
        rows: tip.record.status.rows,
        isKnown: (commit) => isOnLine(tip, commit),
      });

/** Whose work is in each slot of a session, of which the first one stands so. */
export async function slotsOf(
  world: Pick<World, 'state'>,
  tip: Tip,
  { phase }: Pick<Standing, 'phase'>,
): Promise<readonly { readonly slot: number; readonly phase: PhaseId | null }[]> {
  const [, ...others] = await slotsNoted(world, tip.record.session);
  const noted = others.map(({ slot, about }) => ({
    slot,
    phase: standingIn(tip, about?.standing ?? null).phase,
  }));
  return [{ slot: 1, phase }, ...noted];
}

/** A slot as this machine noted it, where whoever was stopped in it may have moved it. */
export async function asNoted(drive: Drive): Promise<Drive> {
  const tip = tipOf(drive);
  const noted = (await drive.state.about())?.standing ?? null;
  if (noted === null) return drive;
  const seen = await seenFrom(drive.world, tip, standingIn(tip, noted));
  return { ...drive, ...seen, world: drive.worldAt(tip) };
}

/** What a worktree that is made anew is to hold: what is in the queue of its phase, else what is held of it; null: nothing that is here. */
export async function holdingOf(
  world: Pick<World, 'repository'>,
  tip: Tip,
  standing: Standing | null,
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
  standing: Standing | null,
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
export async function standingNow<S extends Standing | null>(
  state: Pick<SessionState, 'about'>,
  tip: Tip,
  known: S,
  there: { readonly before: SessionAbout | null; readonly isMade: boolean },
): Promise<S | Standing> {
  if (known !== null && there.before === null && !there.isMade) return idleOn(tip.record.commit);
  const noted = (await state.about())?.standing ?? null;
  return known === null || noted === null ? known : standingIn(tip, noted);
}

/** The session as a working tree that stands so sees it, and the tip where that is another. */
export async function seenFrom(
  world: Pick<World, 'repository'>,
  tip: Tip,
  standing: Standing | null,
): Promise<Tip & { readonly ahead: Tip | null }> {
  if (standing === null) return { ...tip, ahead: null };
  const { stands: commit, ...slot } = standing;
  const tree = await treeHere(world.repository, tip.record.session, commit);
  const record = { ...tip.record, commit, tree, slot: { ...slot, tip: tip.record.commit } };
  return { record, history: tip.history, ahead: commit === tip.record.commit ? null : tip };
}
