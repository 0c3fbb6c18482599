import type { AtTip } from '../drive.ts';
import { baselineIn, baselineOf } from '../record/baselineOf.ts';
import type { NewCheckpoint } from './newCheckpoint.ts';

/** The first record that a session publishes has what its checks said before anything was changed: other clones know it from there. */
export async function withBaseline<T extends NewCheckpoint>(drive: AtTip, next: T): Promise<T> {
  const { record } = next;
  if (record === undefined || baselineIn(drive.record) !== null) return next;
  const baseline = await baselineOf(drive);
  return baseline.length === 0 ? next : { ...next, record: { ...record, baseline } };
}
