import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { PhaseRow } from './phaseView.ts';
import type { StatusView } from '../results.ts';

/** The time since it was opened runs on while nobody works; what agents took is counted apart. */
export function timesOf(
  session: SessionId,
  history: readonly Checkpoint[],
  rows: readonly Pick<PhaseRow, 'tally'>[],
): Pick<StatusView, 'opened' | 'workedMs'> {
  const first = history.findLast(({ trailers }) => trailers.session === session);
  const isFirst = first?.trailers.seq === 1;
  const workedMs = rows.reduce((sum, { tally }) => sum + (tally.workedMs ?? 0), 0);
  return {
    ...(first !== undefined && isFirst ? { opened: first.at } : {}),
    ...(workedMs === 0 ? {} : { workedMs }),
  };
}
