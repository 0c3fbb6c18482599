import { checksBefore } from '../../model/gate/checksBefore.ts';
import type { BaselineRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { SessionState } from '../ports.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** What the checks of a session said before anything was changed, where one of its records has it; null: none has. */
export const baselineIn = ({ records }: Pick<SessionRecord, 'records'>): readonly BaselineRecord[] | null =>
  [...records.values()].find(({ baseline }) => baseline !== undefined)?.baseline ?? null;

/** The same, or what this machine has noted of it until then; empty where nothing is known. */
export async function baselineOf({
  record,
  state,
}: {
  readonly record: Pick<SessionRecord, 'records' | 'workflow'>;
  readonly state: Pick<SessionState, 'baseline'>;
}): Promise<readonly BaselineRecord[]> {
  const recorded = baselineIn(record);
  if (recorded !== null || checksBefore(record.workflow).length === 0) return recorded ?? [];
  return (await state.baseline.read())?.checks ?? [];
}
