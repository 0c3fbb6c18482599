import type { AgentOutcome } from '../../../model/agent/agentOutcome.ts';
import type { MergeConflict } from '../../../model/merge/conflict.ts';
import { CONFLICT, isFirstConflict } from '../../../model/attempt/retryCosts.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { layMerged, mergeOnto } from '../../checkpoint/catchUp.ts';
import { leaveQueue, queueWork } from '../../checkpoint/queueWork.ts';
import type { Drive } from '../../drive.ts';
import { mendedIn } from '../attempt/personsChanges.ts';
import { attemptsHere, attemptsSoFar } from '../attempt/attemptsSoFar.ts';
import { closeWhereItStands } from './closeWhereItStands.ts';
import {
  askBeforeRetry,
  closeAttempt,
  noteFailed,
  reasonsOf,
  tailOf,
  type Again,
  type ClosedAttempt,
  type Unclosed,
} from './closeAttempt.ts';
import { publishHeld } from './closePhase.ts';
import { askAboutConflict, canBeMarked, saidConflicts } from './conflicts.ts';
import { evaluateGate, type Gate } from './evaluateGate.ts';
import type { Turns } from '../slots/turns.ts';
import type { AttemptFacts } from './phaseRecordOf.ts';

/**
 * Closes an attempt on the newest tip. Where others were published since it began, its work is merged with theirs first; if that may
 * matter to what it was judged by, it is judged again on the tree that is published, while others may publish what is no work.
 */
export async function closeInTurn(
  from: Drive,
  judged: Unclosed,
  again: Again,
  signal: AbortSignal,
  { take, inLine }: Pick<Turns, 'take' | 'inLine'>,
): Promise<ClosedAttempt> {
  const { phase, row, gate: own, facts } = judged;
  // Whatever becomes of its working tree while it waits for its turn.
  if (from.record.slot !== undefined && own.verdict.kind === 'holds')
    await queueWork(from, { phase: phase.id, attempt: row.attempt, captured: own.captured });
  const attempt = { ...judged, mended: await mendedBy(from, judged) };
  const close = async (): Promise<ClosedAttempt> => {
    for (let { gate } = attempt, drive = from; ;) {
      const closed = await take(drive, (now) => closeOrLay(now, { ...attempt, gate }, again), phase.id);
      if (!('known' in closed)) return closed;
      drive = closed.drive;
      gate = await evaluateGate(drive, phase, row, attemptsOutcome(facts), signal, {
        alone: own.checks,
        known: closed.known,
      });
    }
  };
  const closed = await (isOfLine(phase, attempt.gate) ? inLine(close, signal) : close());
  if (closed.again === null && from.record.slot !== undefined) await leaveQueue(closed.drive, phase.id);
  return closed;
}

/** If no agent worked, a person mended what was blocked, or did the phase by hand. */
async function mendedBy(
  drive: Drive,
  { phase, gate, facts }: Unclosed,
): Promise<NonNullable<Unclosed['mended']>> {
  const isByHand = drive.record.records.get(phase.id)?.agent?.kind === 'manual';
  return facts !== null || isByHand ? [] : mendedIn(drive, gate.captured.tree);
}

/** Work that lies on the newest tip, where it is to be judged. */
interface Laid {
  readonly drive: Drive;
  /** What the checks have said, where that still holds. */
  readonly known: Gate['checks'] | null;
}

async function closeOrLay(drive: Drive, attempt: Unclosed, again: Again): Promise<ClosedAttempt | Laid> {
  const { phase, row, gate, facts } = attempt;
  const { ahead } = drive;
  if (ahead === null || !isMerged(phase, gate)) {
    const published = await closeAttempt(drive, attempt, again);
    return published === null
      ? { drive, again: toldOf(row, gate, facts), costs: again.wait === null }
      : { drive: published, again: null, costs: false };
  }
  const work = { phase: phase.id, attempt: row.attempt, captured: gate.captured };
  const merged = await mergeOnto(drive, ahead, work);
  const lay = async (): Promise<Drive> => (await layMerged(drive, ahead, work, merged)).drive;
  if (merged.conflicts.length > 0) return closeConflict(drive, attempt, { ...merged, lay }, again);
  const known = merged.moved ? null : gate.checks;
  if (known !== null || phase.checks.length === 0) {
    const passed = await closeWhereItStands(drive, ahead, attempt, merged.tree);
    if (passed !== null) return passed;
  }
  return { drive: await lay(), known };
}

const attemptsOutcome = (facts: AttemptFacts | null): AgentOutcome => facts?.outcome ?? { kind: 'completed' };

/** A round reopens phases that may be in the line. */
const isOfLine = (phase: Phase, gate: Gate): boolean => phase.loop !== null || isMerged(phase, gate);

/** Work that is held stays where it is until it is gone on with; a loop decides on what would be published. */
const isMerged = ({ loop }: Phase, { verdict }: Gate): boolean =>
  verdict.kind === 'holds' || (verdict.kind === 'needs-approval' && loop !== null);

const toldOf = ({ attempt }: StatusRow, gate: Gate, facts: AttemptFacts | null): ClosedAttempt['again'] => ({
  attempt,
  outcome: attemptsOutcome(facts).kind,
  reasons: reasonsOf(gate),
  tail: tailOf(gate),
});

/** At least one more attempt resolves what can be marked; else a person is asked. The work is held as it was before. */
async function closeConflict(
  drive: Drive,
  judged: Unclosed,
  { conflicts, lay }: { readonly conflicts: readonly MergeConflict[]; readonly lay: () => Promise<Drive> },
  { retriesLeft }: Again,
): Promise<ClosedAttempt> {
  const { phase, row } = judged;
  const { reasons, beside } = await saidConflicts(drive, phase.id, conflicts);
  const attempts = await attemptsSoFar(drive, row);
  const ended = { ...judged, attempts: [...attempts, { attempt: row.attempt, outcome: CONFLICT, reasons }] };
  const before = (await attemptsHere(drive, row)).filter(({ attempt }) => attempt < row.attempt);
  const isFree = isFirstConflict(before);
  if (phase.onConflict === 'retry' && canBeMarked(conflicts) && (isFree || retriesLeft > 0)) {
    const asked = await askBeforeRetry(drive, ended);
    if (asked !== null) return { drive: asked, again: null, costs: false };
    await noteFailed(drive, row, { outcome: CONFLICT, reasons });
    drive.world.onProgress({
      type: 'gate-failed',
      by: 'gate',
      phase: phase.id,
      reasons,
      tail: [],
      retriesLeft: isFree ? retriesLeft + 1 : retriesLeft,
    });
    const again = { attempt: row.attempt, outcome: CONFLICT, reasons, tail: [] };
    return { drive: await lay(), again, costs: !isFree };
  }
  const published = await publishHeld(drive, ended, {
    status: 'waiting',
    question: askAboutConflict(conflicts, { reasons, beside }),
    reasons,
  });
  return { drive: published, again: null, costs: false };
}
