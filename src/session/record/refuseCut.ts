import { CairnError } from '../../base/cairnError.ts';
import { type Checkpoint, ownCheckpoints } from '../../model/checkpoint/checkpoint.ts';
import { cutAt, isFirst } from '../../model/checkpoint/cutAt.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { SessionRecord } from './sessionRecord.ts';

/**
 * Refuses in a shallow clone what may lie behind the checkpoints that it has: nobody is told of that that it never was.
 *
 * @param to a phase, a seq, or `opened`, which was not found
 */
export function refuseCut(
  { session, status: { rows } }: Pick<SessionRecord, 'session' | 'status'>,
  newestFirst: readonly Checkpoint[],
  to: string,
): void {
  const first = cutAt(newestFirst);
  if (first !== null && mayLieBehind(to, first, rows))
    throw new CairnError('repo/history-missing', { session, first });
}

/** True if the checkpoint that a session began with is not there, so that the oldest one would be taken for it. */
export const lacksBeginning = (newestFirst: readonly Checkpoint[]): boolean => {
  const oldest = ownCheckpoints(newestFirst).at(-1);
  return oldest !== undefined && !isFirst(oldest);
};

function mayLieBehind(to: string, first: number, rows: readonly StatusRow[]): boolean {
  if (to === 'opened') return true;
  if (/^\d+$/.test(to)) return Number(to) > 0 && Number(to) < first;
  return rows.some(({ phase, status, attempt }) => phase === to && (status === 'done' || attempt > 0));
}
