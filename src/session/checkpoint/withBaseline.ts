import type { AtTip } from '../drive.ts';
import { baselineOf, isBaselineKnown } from '../record/baselineOf.ts';
import type { NewCheckpoint } from './newCheckpoint.ts';

/**
 * The first record that a session publishes has what its checks said before anything was changed: other clones know it from there. So has
 * the first one after some were run again.
 */
export async function withBaseline<T extends NewCheckpoint>(drive: AtTip, next: T): Promise<T> {
  const { record } = next;
  if (record === undefined || isBaselineKnown(drive.record)) return next;
  const baseline = await baselineOf(drive);
  return baseline.length === 0 ? next : { ...next, record: { ...record, baseline } };
}
