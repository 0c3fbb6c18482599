import { toRunAgain } from '../../model/gate/runAgain.ts';
import type { AtTip } from '../drive.ts';
import { baselineIn, baselineOf } from '../record/baselineOf.ts';
import type { NewCheckpoint } from './newCheckpoint.ts';

/**
 * The first record that a session publishes has what its checks said before anything was changed: other clones know it from there. So has
 * the first one after some were run again.
 */
export async function withBaseline<T extends NewCheckpoint>(drive: AtTip, next: T): Promise<T> {
  const { record } = next;
  const isKnown = baselineIn(drive.record) !== null && toRunAgain(drive.record.records.values()).length === 0;
  if (record === undefined || isKnown) return next;
  const baseline = await baselineOf(drive);
  return baseline.length === 0 ? next : { ...next, record: { ...record, baseline } };
}
