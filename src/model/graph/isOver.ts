import type { StatusRow } from '../status/status.ts';
import { isFinished } from './planNext.ts';

/** True if nobody needs any more what a phase works on: it is done, skipped or cancelled, in another round, or not in the plan. */
export function isOver(
  { phase, round }: Pick<StatusRow, 'phase' | 'round'>,
  rows: readonly StatusRow[],
): boolean {
  const row = rows.find((one) => one.phase === phase);
  return row === undefined || row.round !== round || row.status === 'cancelled' || isFinished(row.status);
}
