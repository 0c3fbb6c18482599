import type { MergeConflict } from '../../../model/merge/conflict.ts';
import { CONFLICT, isFirstConflict } from '../../../model/attempt/retryCosts.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { catchUp, layMerged, mergeOnto } from '../../checkpoint/catchUp.ts';
import { leaveQueue } from '../../checkpoint/queueWork.ts';
import type { Drive } from '../../drive.ts';
import { attemptsHere, attemptsSoFar } from '../attempt/attemptsSoFar.ts';
import { closeWhereItStands, type Unclosed } from './closeWhereItStands.ts';
import { closeAttempt, reasonsOf, tailOf, type Again, type ClosedAttempt } from './closeAttempt.ts';
import { publishHeld } from './closePhase.ts';
import { askAboutConflict, canBeMarked, saidConflicts } from './conflicts.ts';
import { evaluateGate, type Gate } from './evaluateGate.ts';
import type { AttemptFacts } from './phaseRecordOf.ts';

/**
 * Closes an attempt on the newest tip. Where others were published since it began, its work is merged with theirs first; if that may
 * matter to what it was judged by, it is judged again on the tree that is published.
 */
export async function closeInTurn(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  gate: Gate,
  facts: AttemptFacts | null,
  again: Again,
  signal: AbortSignal,
): Promise<ClosedAttempt> {
  const close = async (at: Drive, judged: Gate): Promise<ClosedAttempt> => {
    const published = await closeAttempt(at, phase, row, judged, facts, again);
    if (published === null)
      return { drive: at, again: toldOf(row, judged, facts), costs: again.wait === null };
    if (at.record.slot !== undefined) await leaveQueue(published, phase.id);
    return { drive: published, again: null, costs: false };
  };
  const { ahead } = drive;
  if (ahead === null || !isMerged(phase, gate)) return close(drive, gate);
  const work = { phase: phase.id, attempt: row.attempt, captured: gate.captured };
  const merged = await mergeOnto(drive, ahead, work);
  if (merged.conflicts.length > 0)
    return closeConflict(drive, { phase, row, gate, facts }, merged.conflicts, again);
  const outcome = facts?.outcome ?? { kind: 'completed' };
  const known = merged.moved ? null : gate.checks;
  if (known !== null || phase.checks.length === 0) {
    const passed = await closeWhereItStands(drive, ahead, { phase, row, gate, facts }, merged.tree);
    if (passed !== null) return passed;
  }
  const { drive: laid } = await layMerged(drive, ahead, work, merged);
  return close(laid, await evaluateGate(laid, phase, row, outcome, signal, known));
}

/** Work that is held stays where it is until it is gone on with; a loop decides on what would be published. */
const isMerged = ({ loop }: Phase, { verdict }: Gate): boolean =>
  verdict.kind === 'holds' || (verdict.kind === 'needs-approval' && loop !== null);

const toldOf = ({ attempt }: StatusRow, gate: Gate, facts: AttemptFacts | null): ClosedAttempt['again'] => ({
  attempt,
  outcome: facts?.outcome.kind ?? 'completed',
  reasons: reasonsOf(gate),
  tail: tailOf(gate),
});

/** At least one more attempt resolves what can be marked; else a person is asked. The work is held as it was before. */
async function closeConflict(
  drive: Drive,
  judged: Unclosed,
  conflicts: readonly MergeConflict[],
  { retriesLeft }: Again,
): Promise<ClosedAttempt> {
  const { phase, row } = judged;
  const { reasons, beside } = await saidConflicts(drive, phase.id, conflicts);
  const attempts = await attemptsSoFar(drive, row);
  const isFree = isFirstConflict(await attemptsHere(drive, row));
  if (phase.onConflict === 'retry' && canBeMarked(conflicts) && (isFree || retriesLeft > 0)) {
    const at = drive.world.clock.now();
    await drive.state.journal({ type: 'attempt-failed', at, outcome: CONFLICT, reasons }, { flush: true });
    drive.world.reached('attempt/failed');
    drive.world.onProgress({
      type: 'gate-failed',
      by: 'gate',
      phase: phase.id,
      reasons,
      tail: [],
      retriesLeft: isFree ? retriesLeft + 1 : retriesLeft,
    });
    const work = { phase: phase.id, attempt: row.attempt, captured: judged.gate.captured };
    const { drive: laid } = await catchUp(drive, work, 'lay');
    const again = { attempt: row.attempt, outcome: CONFLICT, reasons, tail: [] };
    return { drive: laid, again, costs: !isFree };
  }
  const published = await publishHeld(
    drive,
    { ...judged, attempts: [...attempts, { attempt: row.attempt, outcome: CONFLICT, reasons }] },
    {
      status: 'waiting',
      question: askAboutConflict(conflicts, { reasons, beside }),
      reasons,
    },
  );
  await leaveQueue(published, phase.id);
  return { drive: published, again: null, costs: false };
}
