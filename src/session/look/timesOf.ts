import { tallyAttempts } from '../../model/attemptTally.ts';
import type { Checkpoint } from '../../model/checkpoint.ts';
import type { JournalLine } from '../../model/journal.ts';
import { recordBefore } from '../run/phaseRecordOf.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { StatusView } from '../results.ts';

/** The time since it was opened runs on while nobody works; what agents took is counted apart. */
export function timesOf(
  record: SessionRecord,
  history: readonly Checkpoint[],
  since: readonly JournalLine[],
): Pick<StatusView, 'opened' | 'workedMs'> {
  const first = history.findLast(({ trailers }) => trailers.session === record.session);
  const isFirst = first?.trailers.seq === 1;
  const workedMs = record.status.rows.reduce((sum, row) => {
    const tally = tallyAttempts(recordBefore(record, row), since, row.phase, []);
    return sum + (tally.workedMs ?? 0);
  }, 0);
  return {
    ...(first !== undefined && isFirst ? { opened: first.at } : {}),
    ...(workedMs === 0 ? {} : { workedMs }),
  };
}
