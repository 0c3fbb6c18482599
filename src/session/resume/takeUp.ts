import { blockedBy } from '../../model/attempt/attemptEnd.ts';
import { readAttempts, type OpenAttempt } from '../../model/attempt/openAttempt.ts';
import { planAttempt, type AttemptFacts, type RunStep } from '../../model/plan/planAttempt.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { Drive } from '../drive.ts';
import { approvedOf } from '../record/approvedOf.ts';
import { askedOf } from '../record/askedOf.ts';
import { rowOf } from '../record/rows.ts';
import { laidConflicts } from '../run/close/laidConflicts.ts';
import type { Taken } from '../run/slots/workOn.ts';
import type { Turns } from '../run/slots/turns.ts';
import { takeFirstStep } from './firstStep.ts';
import { answeredFacts, isUnmoved, openFacts, retryFacts } from './openFacts.ts';

/** Where phases work side by side, each is gone on with by itself: by its own row, and the journal of its slot. */
export async function takeUp(
  drive: Drive,
  phase: Phase,
  leftovers: 'rescue' | 'keep' | null,
  signal: AbortSignal,
  turns: Turns,
): Promise<Taken> {
  const { id } = phase;
  const { record, state } = drive;
  const reading = readAttempts((await state.readJournal()).lines);
  const { open } = reading;
  const retrying = retryFacts(reading);
  const { status } = rowOf(record.status.rows, id);
  const own = open?.phase === id ? open : null;
  const again = retrying?.phase === id ? retrying : null;
  // What an attempt has done since is not what was approved, nor is what it was to resolve.
  const approved = own === null && again === null ? approvedOf(record, id) : null;
  const step: RunStep =
    approved !== null && (await laidConflicts(drive, phase)).length === 0
      ? closeApproved(phase, approved.attempt)
      : planAttempt(
          {
            ...(await aloneFacts(drive, id, own)),
            retrying: again,
            answered: answeredFacts(record, id, reading),
            said: { leftovers },
          },
          status === 'blocked' || status === 'waiting' ? status : 'running',
        );
  const { drive: taken, outcome, isClosed } = await takeFirstStep(drive, step, own, signal, turns);
  return { drive: taken, isOver: isClosed || outcome !== null };
}

/** What its row and its slot say of it. */
async function aloneFacts(
  drive: Drive,
  id: Phase['id'],
  open: OpenAttempt | null,
): Promise<Omit<AttemptFacts, 'retrying' | 'answered' | 'said'>> {
  const { record, isolation, checkout } = drive;
  const { status, attempt } = rowOf(record.status.rows, id);
  const known = record.records.get(id);
  const isHeld = status === 'blocked' || status === 'waiting';
  const by = status === 'blocked' && known !== undefined ? blockedBy(known) : askedOf(known);
  return {
    held: isHeld ? { phase: id, attempt, by } : null,
    isolation,
    open: open === null ? null : openFacts(record, open, await isUnmoved(drive, open)),
    approvalVoid: null,
    treeDiffers: false,
    isNewPlace: checkout.isNewPlace,
  };
}

/** It is merged with what was published since, and closed if its gate still holds. */
const closeApproved = ({ id, retries }: Phase, attempt: number): RunStep => ({
  do: 'try-gate',
  phase: id,
  attempt,
  otherwise: { retriesLeft: retries, retriesSpent: 0, asked: false },
});
