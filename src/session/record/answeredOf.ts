import { LET_BE, TRY_AGAIN } from '../../model/gate/redAnswers.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { heldOf } from './heldWork.ts';
import type { SessionRecord } from './sessionRecord.ts';

/**
 * The attempt whose work a person has answered for, where checks alone had kept it from being done: it is judged once more as it lies
 * there, before another attempt begins. Null where there is none.
 */
export function answeredOf(
  record: Pick<SessionRecord, 'records' | 'status' | 'commit'>,
  phase: PhaseId,
): number | null {
  const known = heldOf(record, phase) === null ? undefined : record.records.get(phase);
  const word = known?.approvals.at(-1);
  if (known?.status !== 'pending' || known.question?.checks === undefined) return null;
  const isSaid = word?.decision === 'answered' && (word.comment === LET_BE || word.comment === TRY_AGAIN);
  return isSaid ? known.attempt : null;
}
