import { withDetails } from '../../../model/attempt/attemptDetails.ts';
import { tallyAttempts } from '../../../model/attempt/attemptTally.ts';
import type { JournalLine } from '../../../model/attempt/journal.ts';
import { readAttempts } from '../../../model/attempt/openAttempt.ts';
import type { PhaseRecord, Question } from '../../../model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { NewCheckpoint } from '../../checkpoint/newCheckpoint.ts';
import { publishCheckpoint } from '../../checkpoint/publishCheckpoint.ts';
import { tipOf, type Drive } from '../../drive.ts';
import { keepRestore } from '../../drive/restoreJournal.ts';
import { beganOn, keptTree } from '../../record/heldWork.ts';
import { rowOf, withRow } from '../../record/rows.ts';
import { phasesBegun } from '../../record/slotStates.ts';
import { tellNotCaptured } from '../../tell.ts';
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
    record: { ...record, attempt, status: 'waiting', question: { ...question, asked: at } },
    subject,
    body,
    ...(keepHead === true ? { keepHead, keepJournal: true } : {}),
  });
  if (!begun.isClosed) return published;
  await dropNotes(published);
  // A working tree that others have passed keeps its journal through a checkpoint without work.
  await keepRestore(published.state);
  return published;
}

/** What attempts have begun of a phase that no checkpoint has closed, and what becomes of it. */
interface Begun {
  /** The number that the question carries: the numbers of those that it closes stay used. */
  readonly attempt: number;
  readonly isClosed: boolean;
  readonly work: Pick<NewCheckpoint, 'work' | 'normalised'>;
  readonly record: PhaseRecord;
}

async function begunOf(drive: Drive, before: StatusRow, keepHead: boolean): Promise<Begun> {
  const { phase } = before;
  const { lines } = await drive.state.readJournal();
  const { open, retrying, highest } = readAttempts(lines);
  const here = open?.phase ?? retrying?.phase;
  const row = { ...before, attempt: Math.max(before.attempt, highest.get(phase) ?? 0) };
  const record = recordBefore(drive.record, row);
  if (here === phase && !keepHead)
    return {
      attempt: row.attempt,
      isClosed: true,
      ...(await openWork(drive, row, record, lines)),
    };
  // Here, where nothing can be taken now, or in another slot.
  const goesOn = here === phase || (await phasesBegun(drive.world, tipOf(drive))).has(phase);
  const known = drive.record.records.get(phase)?.attempt ?? 0;
  return {
    attempt: goesOn ? known : row.attempt,
    isClosed: false,
    work: { work: 'unchanged' },
    record,
  };
}

/** Their work, how they were judged, and what they have used. */
async function openWork(
  drive: Drive,
  row: StatusRow,
  before: PhaseRecord,
  lines: readonly JournalLine[],
): Promise<Pick<Begun, 'work' | 'record'>> {
  const { world, session, record, checkout, state } = drive;
  const captured = await captureWork(world, checkout.tree, session);
  const { tree, normalised, notCaptured } = captured;
  tellNotCaptured(world, notCaptured);
  const begun = lines.findLast((line) => line.type === 'attempt-begun' && line.phase === row.phase);
  const attempts = await attemptsSoFar(drive, { ...row, attempt: row.attempt + 1 });
  const told: PhaseRecord = {
    ...before,
    ...(begun?.type === 'attempt-begun'
      ? { agent: { kind: begun.agentKind ?? 'command', name: begun.agent, version: null } }
      : {}),
    began: before.began ?? begun?.at ?? null,
    outcome: attempts.at(-1)?.outcome ?? before.outcome,
    attempts: withDetails(attempts, lines, row.phase),
    ...tallyAttempts(before, lines, row.phase, await state.notes.list()),
  };
  const isHeld = tree === (await keptTree(world.repository, record));
  return {
    work: isHeld ? { work: 'unchanged' } : { work: { hold: tree, base: beganOn(record) }, normalised },
    record: await valueWithoutSecrets(
      world.secrets,
      'phase.json',
      isHeld ? told : { ...told, notCaptured, normalised },
    ),
  };
}
