import { withDetails } from '../../../model/attempt/attemptDetails.ts';
import { tallyAttempts } from '../../../model/attempt/attemptTally.ts';
import { readAttempts } from '../../../model/attempt/openAttempt.ts';
import type { PhaseRecord, Question } from '../../../model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { NewCheckpoint } from '../../checkpoint/newCheckpoint.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import type { Drive } from '../../drive.ts';
import { beganOn, restingTree } from '../../record/heldWork.ts';
import { rowOf, withRow } from '../../record/rows.ts';
import { captureWork } from '../../workingTree/captureWork.ts';
import { valueWithoutSecrets } from '../../workingTree/withoutSecrets.ts';
import { attemptsSoFar } from '../attempt/attemptsSoFar.ts';
import { dropNotes } from '../attempt/takeNotes.ts';
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
 * A person is asked before an attempt of a phase begins. What an earlier one has left there is held; where HEAD is elsewhere nothing is
 * taken, and what has begun stays as it is until HEAD is back.
 */
export async function publishAsked(
  drive: Drive,
  phase: PhaseId,
  question: Omit<Question, 'asked'>,
  { subject, body = question.text, keepHead }: Told,
): Promise<Drive> {
  const { rows } = drive.record.status;
  const begun = await begunOf(drive, rowOf(rows, phase), keepHead === true);
  const { attempt, work, record } = begun;
  const at = drive.world.clock.now();
  const published = await publishCheckpoint(drive, {
    kind: 'waiting',
    phase,
    attempt,
    state: 'waiting',
    next: phase,
    rows: withRow(rows, phase, { status: 'waiting', attempt, updated: at }),
    ...work,
    keepJournal: begun.stays,
    record: { ...record, attempt, status: 'waiting', question: { ...question, asked: at } },
    subject,
    body,
    ...(keepHead === true ? { keepHead } : {}),
  });
  if (!begun.stays) await dropNotes(published);
  return published;
}

/** What attempts have begun of a phase that no checkpoint has closed, and what becomes of it. */
interface Begun {
  /** The number that the question carries: the numbers of those that it closes stay used. */
  readonly attempt: number;
  /** They are left as they are. */
  readonly stays: boolean;
  readonly work: Pick<NewCheckpoint, 'work' | 'normalised'>;
  readonly record: PhaseRecord;
}

async function begunOf(drive: Drive, before: StatusRow, keepHead: boolean): Promise<Begun> {
  const { phase } = before;
  const { open, retrying, highest } = readAttempts((await drive.state.readJournal()).lines);
  const hasBegun = open?.phase === phase || retrying?.phase === phase;
  const row = { ...before, attempt: Math.max(before.attempt, highest.get(phase) ?? 0) };
  const record = recordBefore(drive.record, row);
  const nothing = { work: { work: 'unchanged' }, record } as const;
  if (!hasBegun) return { attempt: row.attempt, stays: false, ...nothing };
  const known = drive.record.records.get(phase)?.attempt ?? 0;
  return keepHead
    ? { attempt: known, stays: true, ...nothing }
    : { attempt: row.attempt, stays: false, ...(await openWork(drive, row, record)) };
}

/** Their work, how they were judged, and what they have used. */
async function openWork(
  drive: Drive,
  row: StatusRow,
  before: PhaseRecord,
): Promise<Pick<Begun, 'work' | 'record'>> {
  const { world, session, record, checkout, state } = drive;
  const captured = await captureWork(world, checkout.tree, session);
  const resting = await restingTree(world.repository, record);
  const { lines } = await state.readJournal();
  const attempts = await attemptsSoFar(drive, { ...row, attempt: row.attempt + 1 });
  const told = {
    ...before,
    attempts: withDetails(attempts, lines, row.phase),
    ...tallyAttempts(before, lines, row.phase, await state.notes.list()),
  };
  return {
    work:
      captured.tree === resting
        ? { work: 'unchanged' }
        : { work: { hold: captured.tree, base: beganOn(record) }, normalised: captured.normalised },
    record: await valueWithoutSecrets(world.secrets, 'phase.json', told),
  };
}
