import type { Question } from '../../../model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { rowOf, withRow } from '../../record/rows.ts';
import { recordBefore } from '../close/phaseRecordOf.ts';

/** A person is asked before an attempt of a phase begins: nobody has worked, so the work stays as it is. */
export function publishAsked(
  drive: Drive,
  phase: PhaseId,
  question: Omit<Question, 'asked'>,
  subject: string,
): Promise<Drive> {
  const { status } = drive.record;
  const row = rowOf(status.rows, phase);
  const at = drive.world.clock.now();
  return publishCheckpoint(drive, {
    kind: 'waiting',
    phase,
    attempt: row.attempt,
    state: 'waiting',
    next: phase,
    rows: withRow(status.rows, phase, { status: 'waiting', updated: at }),
    work: 'unchanged',
    record: { ...recordBefore(drive.record, row), status: 'waiting', question: { ...question, asked: at } },
    subject,
    body: question.text,
  });
}
