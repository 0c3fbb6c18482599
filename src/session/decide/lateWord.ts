import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import { publishCheckpoint } from '../checkpoint/publishCheckpoint.ts';
import type { AtTip, Drive } from '../drive.ts';
import { phasesBegun } from '../record/slotStates.ts';

/** The phase that was rejected without a reason and has had no attempt since; null if there is none. */
export async function wordless(drive: AtTip, named: string | null): Promise<PhaseRecord | null> {
  const { trailers, records, status } = drive.record;
  // Whoever names none means what waits.
  if (named === null && status.rows.some((row) => row.status === 'waiting')) return null;
  if (trailers?.kind !== 'rejection' || trailers.phase === null) return null;
  if (named !== null && named !== trailers.phase) return null;
  const record = records.get(trailers.phase);
  if (record?.approvals.at(-1)?.comment !== null) return null;
  return (await phasesBegun(drive.world, drive)).has(trailers.phase) ? null : record;
}

/** Adds the reason after a rejection: the next attempt is told as if it had come with the rejection. */
export async function addWord(drive: Drive, record: PhaseRecord, comment: string): Promise<Drive> {
  const said = record.approvals.slice(0, -1);
  const [word] = record.approvals.slice(-1);
  if (word === undefined) return drive;
  return publishCheckpoint(drive, {
    kind: 'rejection',
    phase: record.phase,
    attempt: record.attempt,
    rows: drive.record.status.rows,
    work: 'unchanged',
    record: { ...record, approvals: [...said, { ...word, comment }] },
    keepHead: true,
    subject: `${record.phase} is rejected, and why`,
    body: `By ${word.by}:\n\n${comment}`,
  });
}
