import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { TrailersGlance } from '../checkpoint/trailers.ts';
import type { PhaseId } from '../names/ids.ts';
import type { Standing } from '../slot/standing.ts';
import { roundIn } from '../status/roundIn.ts';
import type { StatusRow } from '../status/status.ts';
import type { JournalLine } from './journal.ts';
import { readAttempts, type OpenAttempt } from './openAttempt.ts';

/** A checkpoint, as far as it says what it ends. */
export type Ending = Pick<TrailersGlance, 'kind' | 'phase' | 'attempt' | 'held'>;

type Begun = Pick<OpenAttempt, 'phase' | 'attempt'>;

/**
 * True for a question before the next attempt of a phase, the word about it, and a setup that failed, which carry the number of the
 * attempt before and hold nothing: what has begun since is as it was.
 */
export const asksBefore = ({ kind, phase, attempt, held }: Ending, begun: Begun): boolean =>
  (kind === 'waiting' || kind === 'answer' || kind === 'blocked') &&
  held === null &&
  phase === begun.phase &&
  attempt !== null &&
  attempt < begun.attempt;

/** True when a checkpoint ends an attempt that began before it: it is of the phase, or after it no phase is where it was. */
export const endsAttempt = (by: Ending, begun: Begun): boolean =>
  by.kind === 'restore' || by.kind === 'closed' || (by.phase === begun.phase && !asksBefore(by, begun));

/**
 * True when a checkpoint after the one that an attempt began on has ended it, so that the journal only was not cleared any more, and
 * when nobody knows what it began on.
 */
export function isClosed(
  begun: Begun & Pick<OpenAttempt, 'tip'>,
  newestFirst: readonly Checkpoint[],
): boolean {
  const at = newestFirst.findIndex((checkpoint) => checkpoint.commit === begun.tip);
  return at === -1 || newestFirst.slice(0, at).some(({ trailers }) => endsAttempt(trailers, begun));
}

/**
 * Whether the journal of a working tree begins anew with a checkpoint.
 *
 * @param by `takesWork`: all that lies there is published or held; `isBehind`: others have passed it, and somebody may be at work there
 */
export function resetsJournal(
  by: Ending & { readonly takesWork: boolean; readonly isBehind: boolean },
  begun: Begun | null,
): boolean {
  if (by.takesWork) return true;
  if (begun === null) return !by.isBehind;
  return endsAttempt(by, begun) && (!by.isBehind || by.phase === begun.phase);
}

/** Whose work is in a working tree. Null: that of all phases, which run one by one. */
type Slot = Pick<Standing, 'phase' | 'round'> | null;

/**
 * What the journal of a slot says of attempts that no checkpoint has ended, and that are of the phase in it, in its round: a crash, or a
 * slot that nobody has opened since, may leave others in it.
 */
export function openLines(
  lines: readonly JournalLine[],
  of: {
    readonly newestFirst: readonly Checkpoint[];
    readonly rows: readonly StatusRow[];
    readonly slot: Slot;
  },
): readonly JournalLine[] {
  const { begun } = readAttempts(lines);
  if (begun === null) return lines;
  // One that began on a checkpoint which is not known here has begun after that.
  const isKnown = of.newestFirst.some(({ commit }) => commit === begun.tip);
  const isOver = isKnown && isClosed(begun, of.newestFirst);
  return isIn(of.slot, begun.phase, of.rows) && !isOver ? lines : [];
}

function isIn(slot: Slot, phase: PhaseId, rows: readonly StatusRow[]): boolean {
  if (slot === null) return true;
  return slot.phase === phase && slot.round === roundIn(rows, phase);
}
