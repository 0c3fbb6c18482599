import { backoffMs } from '../../model/agent/backoff.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import type { OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { PromptInput } from '../../model/prompt/promptInput.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { Drive } from '../drive.ts';
import { rowOf } from '../record/rows.ts';
import { lastAttemptOf, nextAttempt } from './attempt/attemptsSoFar.ts';
import { runAttempt } from './attempt/runAttempt.ts';
import { watchLimits } from './attempt/watchLimits.ts';
import type { Again, ClosedAttempt } from './close/closeAttempt.ts';
import { evaluateGate, type Gate } from './close/evaluateGate.ts';
import type { AttemptFacts } from './close/phaseRecordOf.ts';

/** What the first attempt of a run must know of what came before. */
export interface Before {
  readonly leftovers: PromptInput['meanwhile']['leftovers'];
  /** The interrupted attempt, if its leftovers are still there. */
  readonly cutOff: OpenAttempt | null;
  /** Why the gate failed just now; null if the record tells. */
  readonly lastAttempt: PromptInput['lastAttempt'];
  /** Retries of that phase that are already used. */
  readonly retriesSpent: number;
  /** The checkpoint before it was made by this run, which went on at once. */
  readonly follows: boolean;
}

/** The same, with the options of the command that started a run. */
export interface RunOptions extends Before {
  readonly until: PhaseId | null;
  readonly resumed: boolean;
}

export const NOTHING_BEFORE: Before = {
  leftovers: null,
  cutOff: null,
  lastAttempt: null,
  retriesSpent: 0,
  follows: false,
};

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
  options: Before & { readonly resumed: boolean },
  signal: AbortSignal,
  { close, ready }: InTurn,
): Promise<Drive> {
  let drive = from;
  let lastAttempt = options.lastAttempt ?? (await lastAttemptOf(drive, phase));
  let { leftovers, cutOff, follows } = options;
  let refused = 0;
  let retriesLeft = phase.retries - options.retriesSpent;
  for (;;) {
    const row: StatusRow = {
      ...rowOf(drive.record.status.rows, phase.id),
      attempt: await nextAttempt(drive, phase.id),
    };
    const told = { leftovers, cutOff, lastAttempt, follows };
    const facts = await runAttempt(drive, phase, row, told, options.resumed, signal);
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
    lastAttempt = closed.again;
    leftovers = null;
    cutOff = null;
    follows = false;
  }
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
