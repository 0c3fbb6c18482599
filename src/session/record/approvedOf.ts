import type { ApprovalRecord } from '../../model/checkpoint/phaseRecord.ts';
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
  if (known?.status !== 'pending' || word?.decision !== 'approved') return null;
  return { attempt: known.attempt, word };
}
