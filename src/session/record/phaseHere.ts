import { isWorkedOn } from '../../model/graph/isWorkedOn.ts';
import { readAttempts, type JournalReading } from '../../model/attempt/openAttempt.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { SessionState } from '../ports.ts';
import { heldWork } from './heldWork.ts';
import type { SessionRecord } from './sessionRecord.ts';

/**
 * Where phases run one by one, the phase whose work lies in the one working tree: it is held, or an attempt has begun that no checkpoint has
 * closed. Null: that of none in the plan, or they work side by side.
 */
export function phaseIn(record: SessionRecord, { begun }: Pick<JournalReading, 'begun'>): PhaseId | null {
  if (record.slot !== undefined) return null;
  const held = heldWork(record);
  if (held !== null) return held.phase;
  return begun !== null && isWorkedOn(record.workflow, begun.phase) ? begun.phase : null;
}

/** The same by the journal as it is now. */
export const phaseHere = async (at: {
  readonly record: SessionRecord;
  readonly state: Pick<SessionState, 'readJournal'>;
}): Promise<PhaseId | null> => phaseIn(at.record, readAttempts((await at.state.readJournal()).lines));
