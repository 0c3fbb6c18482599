import { blockedBy } from '../../model/attempt/attemptEnd.ts';
import type { ApprovalRecord, PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { heldOf } from './heldWork.ts';
import type { SessionRecord } from './sessionRecord.ts';

/**
 * Work of a phase that a person approved where others had passed it, and that is still to be merged: the word, and the attempt that it
 * was said of. Its row may count further: attempts that came to nothing, or that a restore went behind, keep their numbers.
 */
export function approvedOf(
  record: Pick<SessionRecord, 'records' | 'status' | 'commit'>,
  phase: PhaseId,
): { readonly attempt: number; readonly word: ApprovalRecord } | null {
  const known = heldOf(record, phase) === null ? undefined : record.records.get(phase);
  const word = known?.approvals.at(-1);
  if (known === undefined || word?.decision !== 'approved' || !isToGoOn(known)) return null;
  return { attempt: known.attempt, word };
}

/** A worktree that could not be set up holds up what was approved, and says nothing against it. */
const isToGoOn = (known: PhaseRecord): boolean =>
  known.status === 'pending' || (known.status === 'blocked' && blockedBy(known) === 'setup');
