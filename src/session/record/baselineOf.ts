import { saidOf } from '../../model/gate/before.ts';
import { checksBefore } from '../../model/gate/checksBefore.ts';
import { newestSaid, toRunAgain } from '../../model/gate/runAgain.ts';
import type { BaselineRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { SessionState } from '../ports.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** What the checks of a session said before anything was changed, where one of its records has it; null: none has. */
export const baselineIn = ({ records }: Pick<SessionRecord, 'records'>): readonly BaselineRecord[] | null =>
  newestSaid([...records.values()]);

/**
 * The same, or what this machine has noted of it until then, also of those that were run again since a person said so; empty where nothing
 * is known.
 */
export async function baselineOf({
  record,
  state,
}: {
  readonly record: Pick<SessionRecord, 'records' | 'workflow'>;
  readonly state: Pick<SessionState, 'baseline'>;
}): Promise<readonly BaselineRecord[]> {
  const recorded = baselineIn(record);
  const again = toRunAgain(record.records.values());
  if (again.length === 0 && recorded !== null) return recorded;
  if (checksBefore(record.workflow).length === 0) return [];
  const noted = (await state.baseline.read())?.checks ?? [];
  if (recorded === null) return noted;
  const anew = noted.filter(({ run }) => saidOf(again, run) !== undefined);
  return recorded.map((one) => saidOf(anew, one.run) ?? one);
}

/** Whether a record has what its checks said; false, too, while some of them are to be tried again. */
export const isBaselineKnown = (record: Pick<SessionRecord, 'records'>): boolean =>
  baselineIn(record) !== null && toRunAgain(record.records.values()).length === 0;
