import { withDetails } from '../../../model/attempt/attemptDetails.ts';
import { tallyAttempts } from '../../../model/attempt/attemptTally.ts';
import type { JournalLine } from '../../../model/attempt/journal.ts';
import { readAttempts } from '../../../model/attempt/openAttempt.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { NewCheckpoint } from '../../checkpoint/newCheckpoint.ts';
import { tipOf, type Drive } from '../../drive.ts';
import { beganOn, keptTree } from '../../record/heldWork.ts';
import { phasesBegun } from '../../record/slotStates.ts';
import { tellNotCaptured } from '../../tell.ts';
import { captureWork } from '../../workingTree/captureWork.ts';
import { valueWithoutSecrets } from '../../workingTree/withoutSecrets.ts';
import { attemptsSoFar } from '../attempt/attemptsSoFar.ts';
import { recordBefore } from '../close/phaseRecordOf.ts';

/** What attempts have begun of a phase that no checkpoint has closed, and what becomes of it. */
interface Begun {
  /** The number that the checkpoint carries: the numbers of those that it closes stay used. */
  readonly attempt: number;
  readonly isClosed: boolean;
  readonly work: Pick<NewCheckpoint, 'work' | 'normalised'>;
  readonly record: PhaseRecord;
}

/** What a checkpoint takes that begins no attempt: what has begun, all that lies there, or nothing now. */
export type Takes = 'begun' | 'all' | 'nothing';

export async function begunOf(drive: Drive, before: StatusRow, takes: Takes): Promise<Begun> {
  const { phase } = before;
  const { lines } = await drive.state.readJournal();
  const { begun, highest } = readAttempts(lines);
  const here = begun?.phase;
  const row = { ...before, attempt: Math.max(before.attempt, highest.get(phase) ?? 0) };
  const record = recordBefore(drive.record, row);
  if ({ begun: here === phase, all: true, nothing: false }[takes]) {
    const left = await openWork(drive, row, record, { lines, takes });
    return { attempt: row.attempt, isClosed: true, ...left };
  }
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
  { lines, takes }: { readonly lines: readonly JournalLine[]; readonly takes: Takes },
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
    outcome: attempts.slice(before.attempts.length).at(-1)?.outcome ?? before.outcome,
    attempts: withDetails(attempts, lines, row.phase),
    ...tallyAttempts(before, lines, row.phase, await state.notes.list()),
  };
  const isHeld = takes === 'begun' && tree === (await keptTree(world.repository, record));
  return {
    work: isHeld ? { work: 'unchanged' } : { work: { hold: tree, base: beganOn(record) }, normalised },
    record: await valueWithoutSecrets(
      world.secrets,
      'phase.json',
      isHeld ? told : { ...told, notCaptured, normalised },
    ),
  };
}
