import type { GivenWord } from '../../../model/agent/givenWord.ts';
import { before, type Before } from '../../../model/attempt/before.ts';
import { CONFLICT } from '../../../model/attempt/retryCosts.ts';
import type { MergeConflict } from '../../../model/merge/conflict.ts';
import { sayWhereSidesAre } from '../../../model/merge/sayConflicts.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { layMerged, mergeOnto } from '../../checkpoint/catchUp.ts';
import { tipOf, type Drive } from '../../drive.ts';
import { heldOf } from '../../record/heldWork.ts';
import { rowOf } from '../../record/rows.ts';
import { closeInTurn } from '../close/closeInTurn.ts';
import { canBeMarked, mayBeLaid, publishConflict, saidConflicts } from '../close/conflicts.ts';
import { laidConflicts } from '../close/laidConflicts.ts';
import { captureWork } from '../../workingTree/captureWork.ts';
import { lastAttemptOf } from '../attempt/attemptsSoFar.ts';
import { askOfLimit, limitBefore } from '../next/askOfLimit.ts';
import { runPhase, type Begins, type Close, type InTurn } from '../runPhase.ts';
import { publishSetupFailed, setUp } from '../runSetup.ts';
import type { Turns } from './turns.ts';

/** Where what is gone on with of a phase leaves it, and whether a checkpoint has closed it by that. */
export interface Taken {
  readonly drive: Drive;
  readonly isOver: boolean;
}

/** Deals with what an earlier run has left of a phase in its slot. */
export type TakeUp = (drive: Drive, phase: Phase, signal: AbortSignal, turns: Turns) => Promise<Taken>;

/** What a run is told to do with its phases by those that come after it in the house. */
export interface Beyond {
  readonly takeUp: TakeUp;
  /** Does what a person says of a phase that waits while others work. */
  readonly hear: (lead: Drive, word: GivenWord) => Promise<Drive>;
}

/** Works on a phase in its slot, until a checkpoint closes it; answers the drive on that. */
export async function workOn(
  drive: Drive,
  phase: Phase,
  begins: Begins,
  signal: AbortSignal,
  { turns, takeUp }: { readonly turns: Turns; readonly takeUp: TakeUp },
): Promise<Drive> {
  const close: Close = (at, row, gate, facts, again) =>
    closeInTurn(at, { phase, row, gate, facts }, again, signal, turns);
  const inTurn = <T extends { readonly drive: Drive }>(
    from: Drive,
    act: (at: Drive) => Promise<T>,
  ): Promise<T> => turns.take(from, act, phase.id);
  const publishInTurn = async (from: Drive, act: (at: Drive) => Promise<Drive>): Promise<Drive> =>
    (await inTurn(from, async (at) => ({ drive: await act(at) }))).drive;
  const ready: InTurn['ready'] = (from) => inTurn(from, (at) => askedOrReady(at, phase));
  const run = (at: Drive): Promise<Drive> => runPhase(at, phase, begins, signal, { close, ready });
  if (drive.record.slot === undefined) return run(drive);
  const failed = await setUp(drive, signal);
  if (failed !== null) return publishInTurn(drive, (at) => publishSetupFailed(at, failed, phase));
  const taken = await takeUp(drive, phase, signal, turns);
  if (taken.isOver) return taken.drive;
  // Before anything is laid: what an earlier attempt has left there is held as it lies.
  const { drive: here, isAsked } = await ready(taken.drive);
  if (isAsked) return here;
  // Those that begin at once with it may not be at work yet.
  const begun = await laidOnTip({ ...here, beside: drive.beside }, phase);
  if ('asked' in begun) return publishInTurn(here, (at) => publishConflict(at, phase, begun.asked));
  const { drive: at, lastAttempt } = begun;
  if (lastAttempt !== null) at.checkout.before = before(phase.id, { ...at.checkout.before, lastAttempt });
  return run(at);
}

/** No attempt begins beyond a limit: a person is asked in its place. */
async function askedOrReady(drive: Drive, phase: Phase): ReturnType<InTurn['ready']> {
  const reached = await limitBefore(drive, phase);
  return reached === null
    ? { drive, isAsked: false }
    : { drive: await askOfLimit(drive, phase, reached), isAsked: true };
}

/** Nothing says to the next attempt what lies there: it is told which files differ from the tip. */
const isUntold = (drive: Drive, { id }: Phase): boolean =>
  drive.checkout.before === null && heldOf(tipOf(drive).record, id) === null;

type BegunOn =
  | { readonly drive: Drive; readonly lastAttempt: Before['lastAttempt'] }
  | { readonly asked: readonly MergeConflict[] };

/** An attempt begins on the newest tip, whatever of the phase lies there from before, unless a person is to be asked first. */
async function laidOnTip(drive: Drive, phase: Phase): Promise<BegunOn> {
  const { id } = phase;
  const { attempt } = rowOf(drive.record.status.rows, id);
  const of = { phase: id, attempt };
  const last = Math.max(1, attempt);
  const open = await laidConflicts(drive, phase);
  const told = open.length === 0 ? null : await alsoTold(drive, phase, { attempt: last, open });
  const { ahead } = drive;
  if (ahead === null) return { drive, lastAttempt: told };
  const work = { ...of, captured: await captureWork(drive.world, drive.checkout.tree, drive.session) };
  const merged = await mergeOnto(drive, ahead, work);
  const { conflicts } = merged;
  if (!mayBeLaid(drive, phase, conflicts)) return { asked: conflicts };
  const { reasons } = await saidConflicts(drive, id, conflicts);
  const { drive: at, held } = await layMerged(drive, ahead, work, merged);
  if (conflicts.length === 0) {
    if (isUntold(drive, phase)) at.checkout.unpublished = { tree: at.record.tree, besides: new Set() };
    return { drive: at, lastAttempt: told };
  }
  const sides = { held, published: at.record.commit };
  const where = canBeMarked(conflicts) ? [] : [sayWhereSidesAre(id, sides)];
  return { drive: at, lastAttempt: conflictTold(last, [...reasons, ...where, ...open]) };
}

const conflictTold = (attempt: number, reasons: readonly string[]): NonNullable<Before['lastAttempt']> => ({
  attempt,
  outcome: CONFLICT,
  reasons,
  tail: [],
});

/** What was told of a merge to an attempt that did not come to resolve it is told to the next, besides why it did not. */
async function alsoTold(
  drive: Drive,
  phase: Phase,
  { attempt, open }: { readonly attempt: number; readonly open: readonly string[] },
): Promise<NonNullable<Before['lastAttempt']>> {
  const last = drive.checkout.before?.lastAttempt ?? (await lastAttemptOf(drive, phase));
  return last === null || last.outcome === CONFLICT
    ? conflictTold(last?.attempt ?? attempt, open)
    : { ...last, unmerged: open };
}
