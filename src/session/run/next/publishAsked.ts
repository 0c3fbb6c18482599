import type { Question } from '../../../model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { rowOf, withRow } from '../../record/rows.ts';
import { recordBefore } from '../close/phaseRecordOf.ts';

/** How a question is told besides its text. */
interface Told {
  readonly subject: string;
  /** Its text where it is left out. */
  readonly body?: string;
  /** HEAD is elsewhere, and nobody has said that this is right. */
  readonly keepHead?: true;
}

/**
 * A person is asked before an attempt of a phase begins: nobody has worked, so the work stays as it is, and so does what the journal says of
 * attempts whose work lies there.
 */
export async function publishAsked(
  drive: Drive,
  phase: PhaseId,
  question: Omit<Question, 'asked'>,
  { subject, body = question.text, keepHead }: Told,
): Promise<Drive> {
  const { status } = drive.record;
  const row = rowOf(status.rows, phase);
  // Of the attempt before: what has begun since is in the journal still. Its number stays used.
  const attempt = drive.record.records.get(phase)?.attempt ?? 0;
  const at = drive.world.clock.now();
  return publishCheckpoint(drive, {
    kind: 'waiting',
    phase,
    attempt,
    state: 'waiting',
    next: phase,
    rows: withRow(status.rows, phase, { status: 'waiting', updated: at }),
    work: 'unchanged',
    keepJournal: true,
    record: {
      ...recordBefore(drive.record, row),
      attempt,
      status: 'waiting',
      question: { ...question, asked: at },
    },
    subject,
    body,
    ...(keepHead === true ? { keepHead } : {}),
  });
}
