import { backoffMs } from '../../model/agent/backoff.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { phasesNamed } from '../../model/graph/openRound.ts';
import { isFinished } from '../../model/graph/planNext.ts';
import type { OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { PromptInput } from '../../model/prompt/promptInput.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { SessionState } from '../../model/status/statusWords.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { Drive } from '../drive.ts';
import { rowOf } from '../record/rows.ts';
import { headMoved } from '../workingTree/head.ts';
import { askWhereToGoOn } from './askWhereToGoOn.ts';
import { lastAttemptOf, nextAttempt } from './attempt/attemptsSoFar.ts';
import { runAttempt } from './attempt/runAttempt.ts';
import { closeAttempt, reasonsOf, tailOf } from './close/closeAttempt.ts';
import { evaluateGate } from './close/evaluateGate.ts';
import { askOfCondition } from './next/askOfCondition.ts';
import { askOfLimit, limitBefore } from './next/askOfLimit.ts';
import { nextStep } from './next/nextStep.ts';
import { publishPlan } from './next/publishPlan.ts';
import { publishSkipped } from './next/publishSkipped.ts';

/** Why a run ended. */
export type RunEnd = 'done' | 'paused' | 'waiting' | 'blocked';

/** What the first phase of a run must know of what came before. */
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

export const NOTHING_BEFORE: Before = {
  leftovers: null,
  cutOff: null,
  lastAttempt: null,
  retriesSpent: 0,
  follows: false,
};

/** The same, with the options of the command that started this run. */
export interface RunOptions extends Before {
  readonly until: PhaseId | null;
  readonly resumed: boolean;
}

/** The drive after one more phase; if `end` is set, the run ends there. */
interface Step {
  readonly drive: Drive;
  readonly end: RunEnd | null;
}

/** Takes the next step: runs a phase, or skips it. A run ends at the first phase that waits or is blocked. */
export async function runNextPhase(drive: Drive, options: RunOptions, signal: AbortSignal): Promise<Step> {
  signal.throwIfAborted();
  await drive.throwIfStopRequested();
  const { status } = drive.record;
  if (status.state === 'done') return { drive, end: 'done' };
  if (hasCome(drive, options.until)) return { drive, end: 'paused' };
  const next = await nextStep(drive);
  if (next === null) return { drive, end: 'blocked' };
  if ((await headMoved(drive)) === 'elsewhere') return ended(await askWhereToGoOn(drive));
  // What was left behind is for the phase that goes on with it.
  if (next.do === 'skip') return runNextPhase(await publishSkipped(drive, next), options, signal);
  if (next.do === 'expand') return runNextPhase(await publishPlan(drive, next), options, signal);
  if (next.do === 'ask') return ended(await askOfCondition(drive, next));
  const limit = await limitBefore(drive, next.phase);
  if (limit !== null) return ended(await askOfLimit(drive, next.phase, limit));
  const closed = await runPhase(drive, next.phase, options, signal);
  if (closed.record.status.state !== 'running') return ended(closed);
  const isPaused = (await drive.state.requests(drive.lease.epoch)).includes('pause');
  return { drive: closed, end: isPaused ? 'paused' : null };
}

/** A phase that is repeated has been come to when all its items have. */
function hasCome({ record: { status, workflow } }: Drive, until: PhaseId | null): boolean {
  if (until === null) return false;
  const meant = new Set([until, ...phasesNamed(workflow.phases, until)]);
  const rows = status.rows.filter(({ phase }) => meant.has(phase));
  return rows.length > 0 && rows.every((row) => isFinished(row.status));
}

const ended = (drive: Drive): Step => ({ drive, end: endOf(drive) });

export const endOf = ({ record }: Pick<Drive, 'record'>): RunEnd => END[record.status.state];

/** If no phase is next although the session is not done, something holds it up. */
const END: Readonly<Record<SessionState, RunEnd>> = {
  done: 'done',
  waiting: 'waiting',
  blocked: 'blocked',
  running: 'blocked',
  cancelled: 'blocked',
};

async function runPhase(
  drive: Drive,
  phase: Phase,
  options: RunOptions,
  signal: AbortSignal,
): Promise<Drive> {
  let lastAttempt = options.lastAttempt ?? (await lastAttemptOf(drive, phase));
  let { leftovers, cutOff, follows } = options;
  let refused = 0;
  for (let retriesLeft = phase.retries - options.retriesSpent; ; retriesLeft -= 1) {
    const row: StatusRow = {
      ...rowOf(drive.record.status.rows, phase.id),
      attempt: await nextAttempt(drive, phase.id),
    };
    const facts = await runAttempt(
      drive,
      phase,
      row,
      { leftovers, cutOff, lastAttempt, follows },
      options.resumed,
      signal,
    );
    const gate = await evaluateGate(drive, phase, row, facts.outcome, signal);
    const wait =
      facts.outcome.kind === 'rate-limited' ? backoffMs(facts.outcome.retryAfterMs, refused) : null;
    // A temporary refusal costs no retry.
    if (wait !== null) retriesLeft += 1;
    const published = await closeAttempt(drive, phase, row, gate, facts, { retriesLeft, wait });
    if (published !== null) return published;
    refused = wait === null ? 0 : refused + 1;
    if (wait !== null) await drive.world.clock.sleep(wait, signal);
    // Stopped while the gate was judged: do not begin an attempt only to interrupt it.
    signal.throwIfAborted();
    lastAttempt = {
      attempt: row.attempt,
      outcome: facts.outcome.kind,
      reasons: reasonsOf(gate),
      tail: tailOf(gate),
    };
    leftovers = null;
    cutOff = null;
    follows = false;
  }
}
