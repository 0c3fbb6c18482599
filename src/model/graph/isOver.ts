import type { StatusRow } from '../status/status.ts';
import { isFinished } from './planNext.ts';

/** True if nobody needs any more what a phase works on: it is done, skipped or cancelled, in another round, or not in the plan. */
export function isOver(worked: Pick<StatusRow, 'phase' | 'round'>, rows: readonly StatusRow[]): boolean {
  const row = rows.find(({ phase }) => phase === worked.phase);
  if (row === undefined || isReopened(worked, rows)) return true;
  return row.status === 'cancelled' || isFinished(row.status);
}

/** True if a round has opened it again since. */
export const isReopened = (
  { phase, round }: Pick<StatusRow, 'phase' | 'round'>,
  rows: readonly StatusRow[],
): boolean => rows.some((row) => row.phase === phase && row.round !== round);

/** True if a checkpoint has closed it in that round: what it worked on is published. */
export const isPublished = (
  { phase, round }: { readonly phase: StatusRow['phase'] | null; readonly round: number },
  rows: readonly StatusRow[],
): boolean => rows.some((row) => row.phase === phase && row.round === round && row.status === 'done');
