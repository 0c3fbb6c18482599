import { backoffMs } from '../../model/agent/backoff.ts';
import { NOTHING_BEFORE, type Before } from '../../model/attempt/before.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { Drive } from '../drive.ts';
import { rowOf } from '../record/rows.ts';
import { lastAttemptOf, nextAttempt } from './attempt/attemptsSoFar.ts';
import type { Circumstances } from './attempt/promptOf.ts';
import { runAttempt } from './attempt/runAttempt.ts';
import { watchLimits } from './attempt/watchLimits.ts';
import type { Again, ClosedAttempt } from './close/closeAttempt.ts';
import { evaluateGate, type Gate } from './close/evaluateGate.ts';
import type { AttemptFacts } from './close/phaseRecordOf.ts';

/** How a phase comes to be worked on. */
export interface Begins {
  readonly resumed: boolean;
  /** The checkpoint before it was made by this run, which went on at once. */
  readonly follows: boolean;
}

/** Closes an attempt that was judged, once it is its turn. */
export type Close = (
  drive: Drive,
  row: StatusRow,
  gate: Gate,
  facts: AttemptFacts,
  again: Again,
) => Promise<ClosedAttempt>;

/** What a phase does when it is its turn: nobody else publishes meanwhile. */
export interface InTurn {
  readonly close: Close;
  /** The drive on the newest tip, on which an attempt may begin; `isAsked`: it may not, and a person is asked. */
  readonly ready: (drive: Drive) => Promise<{ readonly drive: Drive; readonly isAsked: boolean }>;
}

/** Runs a phase, attempt after attempt, until a checkpoint closes it. */
export async function runPhase(
  from: Drive,
  phase: Phase,
  { resumed, follows }: Begins,
  signal: AbortSignal,
  { close, ready }: InTurn,
): Promise<Drive> {
  let drive = from;
  const { leftovers, cutOff, lastAttempt, retriesSpent } = takeBefore(drive, phase);
  let told: Circumstances = {
    leftovers,
    cutOff,
    lastAttempt: lastAttempt ?? (await lastAttemptOf(drive, phase)),
    follows,
  };
  let refused = 0;
  let retriesLeft = phase.retries - retriesSpent;
  for (;;) {
    const row: StatusRow = {
      ...rowOf(drive.record.status.rows, phase.id),
      attempt: await nextAttempt(drive, phase.id),
    };
    const facts = await runAttempt(drive, phase, row, told, resumed, signal);
    const gate = await evaluateGate(drive, phase, row, facts.outcome, signal);
    const wait =
      facts.outcome.kind === 'rate-limited' ? backoffMs(facts.outcome.retryAfterMs, refused) : null;
    const closed = await close(drive, row, gate, facts, { retriesLeft, wait });
    drive = closed.drive;
    if (closed.again === null) return drive;
    if (closed.costs) retriesLeft -= 1;
    refused = wait === null ? 0 : refused + 1;
    if (wait !== null) await waitFor(drive, phase, wait, signal);
    // Stopped while the gate was judged: do not begin an attempt only to interrupt it.
    signal.throwIfAborted();
    const next = wait === null ? { drive, isAsked: false } : await ready(drive);
    if (next.isAsked) return next.drive;
    ({ drive } = next);
    told = { leftovers: null, cutOff: null, lastAttempt: closed.again, follows: false };
  }
}

/** Once: it is of the attempt that begins now. */
function takeBefore({ checkout }: Drive, { id }: Phase): Omit<Before, 'phase'> {
  const { before } = checkout;
  checkout.before = null;
  return before?.phase === id ? before : NOTHING_BEFORE;
}

/** Waits until a provider may answer again, in milliseconds, or those beside it have reached a limit. */
async function waitFor(drive: Drive, phase: Phase, ms: number, signal: AbortSignal): Promise<void> {
  const limits = await watchLimits(drive, phase);
  const over = AbortSignal.any([signal, ...(limits === null ? [] : [limits.signal])]);
  // Nobody works meanwhile: it counts towards no limit.
  const waits = drive.world.clock.sleep(ms, over).catch(() => undefined);
  await (limits?.during(waits) ?? waits);
  limits?.dispose();
}
