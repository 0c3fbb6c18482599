import type { Question } from '../../../model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { rowOf, withRow } from '../../record/rows.ts';
import { dropNotes } from '../attempt/takeNotes.ts';
import { begunOf, type Takes } from './begunOf.ts';

/** How a question is told besides its text. */
interface Told {
  readonly subject: string;
  /** Its text where it is left out. */
  readonly body?: string;
  /** HEAD is elsewhere, and nobody has said that this is right. */
  readonly keepHead?: true;
  /** It is about all that lies there. */
  readonly takes?: Takes;
}

/**
 * A person is asked before an attempt of a phase begins. What an earlier one has left there is held; where HEAD is elsewhere nothing is
 * taken, and what has begun stays as it is until HEAD is back.
 */
export async function publishAsked(
  drive: Drive,
  phase: PhaseId,
  question: Omit<Question, 'asked'>,
  { subject, body = question.text, keepHead, takes = 'begun' }: Told,
): Promise<Drive> {
  const { rows } = drive.record.status;
  const begun = await begunOf(drive, rowOf(rows, phase), keepHead === true ? 'nothing' : takes);
  const { attempt, work, record } = begun;
  const at = drive.world.clock.now();
  const published = await publishCheckpoint(drive, {
    kind: 'waiting',
    phase,
    attempt,
    rows: withRow(rows, phase, { status: 'waiting', attempt, updated: at }),
    ...work,
    record: { ...record, attempt, status: 'waiting', question: { ...question, asked: at } },
    subject,
    body,
    ...(keepHead === true ? { keepHead } : {}),
  });
  if (begun.isClosed) await dropNotes(published);
  return published;
}
