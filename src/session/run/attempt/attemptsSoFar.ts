import type { PhaseId } from '../../../model/names/ids.ts';
import { judgedInRound, lastJudged } from '../../../model/attempt/attemptEnd.ts';
import { readAttempts } from '../../../model/attempt/openAttempt.ts';
import type { PhaseRecord } from '../../../model/checkpoint/phaseRecord.ts';
import type { PromptInput } from '../../../model/prompt/promptInput.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { AtTip, Context } from '../../drive.ts';
import { rowOf } from '../../record/rows.ts';
import { recordBefore } from '../close/phaseRecordOf.ts';

/** One more than any attempt ever begun: numbers are never reused, not even after a restore. */
export async function nextAttempt(drive: AtTip, phase: PhaseId): Promise<number> {
  const { lines } = await drive.state.readJournal();
  // Side by side a phase may have begun in another slot, whose journal was cleared since; what it was told is still there.
  const begun =
    drive.record.slot === undefined ? [] : (await drive.state.outputs()).filter((one) => one.phase === phase);
  const published = drive.history
    .filter((checkpoint) => checkpoint.trailers.phase === phase)
    .map((checkpoint) => checkpoint.trailers.attempt ?? 0);
  return (
    1 +
    Math.max(
      rowOf(drive.record.status.rows, phase).attempt,
      readAttempts(lines).highest.get(phase) ?? 0,
      ...begun.map(({ attempt }) => attempt),
      ...published,
    )
  );
}

/**
 * How attempts of a phase were judged so far: the published ones, then those in the journal. An attempt whose gate a resume
 * judges again has one entry for each time.
 */
export async function attemptsSoFar(drive: AtTip, row: StatusRow): Promise<PhaseRecord['attempts']> {
  return [...recordBefore(drive.record, row).attempts, ...(await attemptsHere(drive, row))];
}

/** Those since a checkpoint closed it last: retries are counted from there. */
export async function attemptsHere(drive: Context, row: StatusRow): Promise<PhaseRecord['attempts']> {
  const { lines } = await drive.state.readJournal();
  const failed = readAttempts(lines).failed.filter(
    ({ phase, attempt, outcome }) =>
      // The caller judges an attempt that was found interrupted.
      phase === row.phase && (attempt < row.attempt || (attempt === row.attempt && outcome !== 'cut-off')),
  );
  return failed.map(({ attempt, outcome, reasons }) => ({ attempt, outcome, reasons }));
}

/** Why the phase is not done yet, for the prompt of the next attempt; null before the first attempt of its round. */
export async function lastAttemptOf(drive: AtTip, phase: Phase): Promise<PromptInput['lastAttempt']> {
  const row = rowOf(drive.record.status.rows, phase.id);
  const known = recordBefore(drive.record, row);
  const here = await attemptsHere(drive, { ...row, attempt: Number.MAX_SAFE_INTEGER });
  const { lines } = await drive.state.readJournal();
  const begun = readAttempts(lines).highest.get(phase.id) ?? 0;
  if (begun > ([...known.attempts, ...here].at(-1)?.attempt ?? 0))
    return { attempt: begun, outcome: 'cut-off', reasons: [], tail: [] };
  const last = lastJudged([...judgedInRound(known), ...here]);
  if (last?.outcome === 'cut-off') return { ...last, tail: [] };
  if (last === undefined || last.reasons.length === 0) return null;
  // Only a published attempt's record holds what its checks said.
  const checks = here.length > 0 ? [] : known.checks;
  const tail = checks
    .filter((check) => check.outcome !== 'passed')
    .flatMap((check) => check.tail.split('\n'));
  return { attempt: last.attempt, outcome: last.outcome, reasons: last.reasons, tail };
}
