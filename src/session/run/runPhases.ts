import { dispositionOf, type AgentOutcome } from '../../model/agent/agentOutcome.ts';
import { doubtQuestion, doubtsOf } from '../../model/effects/doubt.ts';
import { backoffMs } from '../../model/agent/backoff.ts';
import type { PhaseId, Timestamp } from '../../model/names/ids.ts';
import { isRecordFile } from '../../model/names/places.ts';
import { nextPhase } from '../../model/plan/nextPhase.ts';
import { readAttempts, type OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { PhaseRecord, Question } from '../../model/checkpoint/phaseRecord.ts';
import type { PromptInput } from '../../model/prompt/promptInput.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import { publishDone, publishHeld } from './close/closePhase.ts';
import type { Drive } from '../drive.ts';
import { readEffects } from '../effects/effectStore.ts';
import { evaluateGate, type Gate } from './close/evaluateGate.ts';
import { headMoved } from '../workingTree/head.ts';
import { askWhereToGoOn } from './askWhereToGoOn.ts';
import { leaveUnpublished } from './close/leaveUnpublished.ts';
import { recordBefore, type AttemptFacts, type Judged } from './close/phaseRecordOf.ts';
import { runAttempt } from './attempt/runAttempt.ts';
import { rowOf } from '../record/rows.ts';
import { counted, tell } from '../tell.ts';
import type { RunEnd } from './runEnd.ts';

/** What the first phase of a run must know of what was found before it. */
export interface Before {
  readonly leftovers: PromptInput['meanwhile']['leftovers'];
  /** The attempt that was cut off, when what it left is still there. */
  readonly cutOff: OpenAttempt | null;
  /** Why the gate did not hold just now; null: as the record says. */
  readonly lastAttempt: PromptInput['lastAttempt'];
  /** Retries of that phase that are used up already. */
  readonly retriesSpent: number;
}

export const NOTHING_BEFORE: Before = { leftovers: null, cutOff: null, lastAttempt: null, retriesSpent: 0 };

/** With what a person said with the command that started this run. */
export interface RunOptions extends Before {
  readonly until: PhaseId | null;
  readonly resumed: boolean;
}

/** Runs the phases that are left, one at a time in file order, and stops at the first that waits or is blocked. */
export async function runPhases(drive: Drive, options: RunOptions, signal: AbortSignal): Promise<RunEnd> {
  let first = true;
  for (;;) {
    signal.throwIfAborted();
    await drive.heed();
    const { status, workflow } = drive.record;
    if (status.state === 'done') return { end: 'done' };
    if (status.rows.some((row) => row.phase === options.until && row.status === 'done'))
      return { end: 'paused' };
    const phase = nextPhase(workflow, status.rows);
    if (phase === null) return { end: 'blocked' };
    if ((await headMoved(drive)) === 'elsewhere') return askWhereToGoOn(drive);
    const once = first ? options : { ...options, ...NOTHING_BEFORE, resumed: false };
    const end = await runPhase(drive, phase, once, signal);
    first = false;
    if (end !== 'done') return { end };
    if (drive.record.status.state === 'done') return { end: 'done' };
    if ((await drive.state.requests(drive.lease.epoch)).includes('pause')) return { end: 'paused' };
  }
}

type PhaseEnd = 'done' | 'waiting' | 'blocked';

async function runPhase(
  drive: Drive,
  phase: Phase,
  options: RunOptions,
  signal: AbortSignal,
): Promise<PhaseEnd> {
  let lastAttempt = options.lastAttempt ?? (await lastAttemptOf(drive, phase));
  let { leftovers, cutOff } = options;
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
      { leftovers, cutOff, lastAttempt },
      options.resumed,
      signal,
    );
    const gate = await evaluateGate(drive, phase, row, facts.outcome, signal);
    const wait =
      facts.outcome.kind === 'rate-limited' ? backoffMs(facts.outcome.retryAfterMs, refused) : null;
    // To be sent away for now costs no retry.
    if (wait !== null) retriesLeft += 1;
    const end = await settle(drive, phase, row, gate, facts, { retriesLeft, wait });
    if (end !== 'again') return end;
    refused = wait === null ? 0 : refused + 1;
    if (wait !== null) await drive.world.clock.sleep(wait, signal);
    // A stop while the gate was judged: no attempt begins only to be cut off.
    signal.throwIfAborted();
    lastAttempt = {
      attempt: row.attempt,
      outcome: facts.outcome.kind,
      reasons: reasonsOf(gate),
      tail: tailOf(gate),
    };
    leftovers = null;
    cutOff = null;
  }
}

/** Whether another attempt may follow, and when. */
interface Again {
  readonly retriesLeft: number;
  /** Milliseconds for which the model of the agent is to be left alone, at no cost of a retry; null: it did not ask for that. */
  readonly wait: number | null;
  /** A person has said to go on: one follows, however this one ended. */
  readonly asked?: boolean;
}

const mayFollow = ({ asked, retriesLeft }: Again, isStopped: boolean): boolean =>
  asked === true || (!isStopped && retriesLeft > 0);

/** Publishes what the gate says, or gives the attempt up and answers `again` where another one follows. */
export async function settle(
  drive: Drive,
  phase: Phase,
  row: StatusRow,
  gate: Gate,
  facts: AttemptFacts | null,
  again: Again,
): Promise<PhaseEnd | 'again'> {
  const attempts = await attemptsSoFar(drive, row);
  const { verdict } = gate;
  const judged = (as: string, reasons: readonly string[]): Judged => ({
    phase,
    row,
    gate,
    facts,
    attempts: [...attempts, { attempt: row.attempt, outcome: as, reasons }],
  });
  const outcome: AgentOutcome = facts?.outcome ?? { kind: 'completed' };
  const ask = async (question: Omit<Question, 'asked'>): Promise<PhaseEnd> => {
    // Who is asked has not failed, and what the gate says meanwhile is no reason to try it in another way.
    await publishHeld(drive, judged(outcome.kind, []), { status: 'waiting', question, reasons: [] });
    return 'waiting';
  };
  const doubt = await doubtIn(drive, phase);
  if (doubt !== null) return ask(doubt);
  if (verdict.kind === 'holds') return publishDone(drive, judged('completed', []));
  if (verdict.kind === 'needs-approval') {
    await publishHeld(drive, judged('completed', []), { status: 'waiting', reasons: [] });
    return 'waiting';
  }
  const disposition = dispositionOf(outcome);
  if (disposition === 'ask') return ask(questionOf(outcome, phase));
  if (again.wait !== null) return giveUp(drive, outcome, gate, again.wait);
  const isLast = !mayFollow(again, verdict.broke || disposition === 'stop');
  drive.world.onProgress({
    type: 'gate-failed',
    by: 'gate',
    phase: phase.id,
    reasons: verdict.reasons,
    tail: tailOf(gate),
    retriesLeft: isLast ? 0 : again.retriesLeft,
  });
  if (isLast) {
    const { reasons } = verdict;
    await publishHeld(drive, judged(outcome.kind, reasons), { status: 'blocked', reasons });
    return 'blocked';
  }
  return giveUp(drive, outcome, gate, null);
}

async function giveUp(
  drive: Drive,
  outcome: AgentOutcome,
  gate: Gate,
  wait: number | null,
): Promise<'again'> {
  const { world, state } = drive;
  const at = world.clock.now();
  const until = wait === null ? {} : { until: new Date(Date.parse(at) + wait).toISOString() as Timestamp };
  await state.journal(
    { type: 'attempt-failed', at, outcome: outcome.kind, reasons: reasonsOf(gate), ...until },
    { flush: true },
  );
  world.reached('attempt/failed');
  await leaveUnpublished(drive, gate.captured);
  const changes = await world.repository.changes(drive.record.tree, gate.captured.tree);
  const kept = changes.filter(({ path }) => !isRecordFile(drive.session, path));
  if (kept.length > 0)
    tell(
      world,
      `What the attempt before changed (${counted(kept.length, 'file')}) is kept for the next one.`,
    );
  if (wait !== null) {
    const seconds = Math.max(1, Math.round(wait / 1000));
    tell(
      world,
      `The provider of the agent refused it for now (too many requests, or out of reach); again in ${seconds} s, no retry is used.`,
    );
  }
  return 'again';
}

/** An effect of the phase of which nobody knows whether it happened: neither is it done, nor would another attempt know. */
async function doubtIn(drive: Drive, phase: Phase): Promise<Omit<Question, 'asked'> | null> {
  const [doubt] = doubtsOf(await readEffects(drive.world, drive.record), phase.id);
  return doubt === undefined ? null : doubtQuestion(doubt);
}

/** One more than any attempt that was ever begun: numbers are never used twice, not by a restore either. */
async function nextAttempt(drive: Drive, phase: PhaseId): Promise<number> {
  const { lines } = await drive.state.readJournal();
  const published = drive.history
    .filter((checkpoint) => checkpoint.trailers.phase === phase)
    .map((checkpoint) => checkpoint.trailers.attempt ?? 0);
  return (
    1 +
    Math.max(
      rowOf(drive.record.status.rows, phase).attempt,
      readAttempts(lines).highest.get(phase) ?? 0,
      ...published,
    )
  );
}

/**
 * How attempts of a phase were judged until now: as published, then as the journal knows. An attempt that is judged
 * again, because a resume tries its gate once more, has one entry for each time.
 */
export async function attemptsSoFar(drive: Drive, row: StatusRow): Promise<PhaseRecord['attempts']> {
  const { lines } = await drive.state.readJournal();
  const published = recordBefore(drive.record, row).attempts;
  const failed = readAttempts(lines).failed.filter(
    ({ phase, attempt, outcome }) =>
      // One that is found cut off is judged as that by whoever asks.
      phase === row.phase && (attempt < row.attempt || (attempt === row.attempt && outcome !== 'cut-off')),
  );
  return [...published, ...failed.map(({ attempt, outcome, reasons }) => ({ attempt, outcome, reasons }))];
}

/** Why the phase is not done yet, for the prompt of the next attempt; null for a first one. */
async function lastAttemptOf(drive: Drive, phase: Phase): Promise<PromptInput['lastAttempt']> {
  const row = rowOf(drive.record.status.rows, phase.id);
  const { lines } = await drive.state.readJournal();
  const reading = readAttempts(lines);
  const cutOff = reading.highest.get(phase.id);
  const last = (await attemptsSoFar(drive, { ...row, attempt: Number.MAX_SAFE_INTEGER })).at(-1);
  if (cutOff !== undefined && cutOff > (last?.attempt ?? 0))
    return { attempt: cutOff, outcome: 'cut-off', reasons: [], tail: [] };
  if (last?.outcome === 'cut-off') return { ...last, tail: [] };
  if (last === undefined || last.reasons.length === 0) return null;
  const here = reading.failed.some(({ phase: of, attempt }) => of === phase.id && attempt === last.attempt);
  // What its checks said is in the record of an attempt that was published, and only there.
  const checks = here ? [] : recordBefore(drive.record, row).checks;
  const tail = checks
    .filter((check) => check.outcome !== 'passed')
    .flatMap((check) => check.tail.split('\n'));
  return { attempt: last.attempt, outcome: last.outcome, reasons: last.reasons, tail };
}

function questionOf(outcome: AgentOutcome, phase: Phase): { text: string; options?: readonly string[] } {
  switch (outcome.kind) {
    case 'needs-input':
      return outcome.options === undefined
        ? { text: outcome.question }
        : { text: outcome.question, options: outcome.options };
    case 'stalled':
      return {
        text: `The agent of ${phase.id} has said nothing for ${Math.round(outcome.afterMs / 1000)} s and was ended. Answer with what it should do: the next attempt is told, and goes on with what lies there.`,
      };
    case 'unauthenticated':
      return { text: `${outcome.how ?? notLoggedIn(outcome.login, phase)} Then answer.` };
    case 'completed':
    case 'refused':
    case 'cancelled':
    case 'timed-out':
    case 'crashed':
    case 'rate-limited':
      return { text: `The agent of ${phase.id} ended as ${outcome.kind}.` };
  }
}

const notLoggedIn = (login: string | null, { id }: Phase): string =>
  `The agent of ${id} is not logged in.${login === null ? '' : ` Log in with: ${login}.`}`;

/** Why a gate did not hold. */
export const reasonsOf = (gate: Gate): readonly string[] =>
  gate.verdict.kind === 'fails' ? gate.verdict.reasons : [];

/** The last lines of the checks that did not pass. */
export const tailOf = (gate: Gate): readonly string[] =>
  gate.checks.filter((check) => check.outcome !== 'passed').flatMap((check) => check.tail.split('\n'));
