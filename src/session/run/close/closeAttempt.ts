import { dispositionOf, type AgentOutcome } from '../../../model/agent/agentOutcome.ts';
import type { JournalLine } from '../../../model/attempt/journal.ts';
import type { Question } from '../../../model/checkpoint/phaseRecord.ts';
import { doubtQuestion, doubtsOf } from '../../../model/effects/doubt.ts';
import type { Timestamp } from '../../../model/names/ids.ts';
import type { PromptInput } from '../../../model/prompt/promptInput.ts';
import { withoutNews } from '../../../model/text/oneLine.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import type { AtTip, Drive } from '../../drive.ts';
import { readEffects } from '../../effects/readEffects.ts';
import { workChanges } from '../../record/workChanges.ts';
import { tell } from '../../tell.ts';
import { attemptsSoFar } from '../attempt/attemptsSoFar.ts';
import { askAboutRed } from '../../../model/gate/askAboutRed.ts';
import type { Verdict } from '../../../model/gate/verdict.ts';
import { limitBefore, limitQuestion } from '../next/askOfLimit.ts';
import { askOfRejected } from './askOfRejected.ts';
import { byLoop } from './byLoop.ts';
import { publishDone, publishHeld } from './closePhase.ts';
import type { Gate } from './evaluateGate.ts';
import { leaveUnpublished } from './leaveUnpublished.ts';
import type { Judged } from './phaseRecordOf.ts';

/** Whether another attempt may follow, and when. */
export interface Again {
  readonly retriesLeft: number;
  /** Milliseconds to wait for the agent's model, at no cost of a retry; null if it did not ask for that. */
  readonly wait: number | null;
  /** A person said to continue: another follows, however this one ended. */
  readonly asked?: boolean;
}

/** An attempt that was judged. */
export type Unclosed = Omit<Judged, 'attempts'>;

/** What became of an attempt. */
export interface ClosedAttempt {
  readonly drive: Drive;
  /** Why another one follows; null if a checkpoint has closed it. */
  readonly again: PromptInput['lastAttempt'];
  /** That costs a retry. */
  readonly costs: boolean;
}

const mayFollow = ({ asked, retriesLeft }: Again, isStopped: boolean): boolean =>
  asked === true || (!isStopped && retriesLeft > 0);

/** Publishes what the gate says. Null if the attempt is given up and another one follows. */
export async function closeAttempt(drive: Drive, attempt: Unclosed, again: Again): Promise<Drive | null> {
  const { phase, row, gate, facts } = attempt;
  const attempts = await attemptsSoFar(drive, row);
  const { verdict } = gate;
  const judged = (as: string, reasons: readonly string[]): Judged => ({
    ...attempt,
    attempts: [...attempts, { attempt: row.attempt, outcome: as, reasons }],
  });
  const outcome: AgentOutcome = facts?.outcome ?? { kind: 'completed' };
  // A question is no failure: whatever the gate says meanwhile is no reason for another attempt.
  const ask = (question: Omit<Question, 'asked'>): Promise<Drive> =>
    publishHeld(drive, judged(outcome.kind, []), { status: 'waiting', question, reasons: [] });
  const doubt = await doubtIn(drive, phase);
  if (doubt !== null) return ask(doubt);
  if (verdict.kind !== 'fails') return closeHolding(drive, judged('completed', []), verdict);
  if (dispositionOf(outcome) === 'ask') return ask(questionOf(outcome, phase));
  return closeFailed(drive, attempt, again, {
    verdict,
    outcome,
    judged: judged(outcome.kind, verdict.reasons),
  });
}

interface Failed {
  readonly verdict: Extract<Verdict, { kind: 'fails' }>;
  readonly outcome: AgentOutcome;
  readonly judged: Judged;
}

/** A gate that does not hold: somebody is asked, the phase is closed with that, or (null) another attempt follows. */
async function closeFailed(
  drive: Drive,
  attempt: Unclosed,
  again: Again,
  { verdict, outcome, judged }: Failed,
): Promise<Drive | null> {
  const { row, gate } = attempt;
  const { wait, retriesLeft } = again;
  const isStopped = verdict.broke || dispositionOf(outcome) === 'stop';
  const isLast = wait === null && !mayFollow(again, isStopped);
  // Another attempt would be denied what nobody was there to allow, too, unless something else has ended this one.
  const asks = isLast || (wait === null && outcome.kind === 'completed');
  const question = asks ? await askOfRejected(drive, attempt) : null;
  if (wait === null) tellFailed(drive, attempt, verdict, isLast || question !== null ? 0 : retriesLeft);
  if (question !== null)
    return publishHeld(drive, judged, { status: 'waiting', question, reasons: verdict.reasons });
  if (isLast) return closeFailing(drive, judged, outcome, verdict);
  return (await askBeforeRetry(drive, judged)) ?? giveUp(drive, row, { outcome, gate, wait });
}

function tellFailed(
  { world }: Drive,
  { phase, gate }: Unclosed,
  { reasons }: Extract<Verdict, { kind: 'fails' }>,
  retriesLeft: number,
): void {
  world.onProgress({
    type: 'gate-failed',
    by: 'gate',
    phase: phase.id,
    reasons,
    tail: tailOf(gate),
    retriesLeft,
  });
}

/** No attempt begins beyond a limit: its work is held, and a person is asked. Null if none is reached. */
export async function askBeforeRetry(drive: Drive, judged: Judged): Promise<Drive | null> {
  const reached = await limitBefore(drive, judged.phase);
  if (reached === null) return null;
  const reasons = judged.attempts.at(-1)?.reasons ?? [];
  return publishHeld(drive, judged, { status: 'waiting', question: limitQuestion(reached), reasons });
}

/** A gate that holds: the loop of the phase may send the work back nevertheless. */
async function closeHolding(drive: Drive, judged: Judged, { kind }: Verdict): Promise<Drive> {
  const looped = await byLoop(drive, judged, null);
  if (looped !== null) return looped;
  return kind === 'needs-approval'
    ? publishHeld(drive, judged, { status: 'waiting', reasons: [] })
    : publishDone(drive, judged);
}

/** A check that could not run, or an agent that did not complete, says nothing about the work that came before. */
async function closeFailing(
  drive: Drive,
  judged: Judged,
  outcome: AgentOutcome,
  { reasons, broke, red }: Extract<Verdict, { kind: 'fails' }>,
): Promise<Drive> {
  const isJudged = outcome.kind === 'completed' && !broke;
  const looped = isJudged ? await byLoop(drive, judged, reasons, red) : null;
  if (looped !== null) return looped;
  return red.length === 0
    ? publishHeld(drive, judged, { status: 'blocked', reasons })
    : publishHeld(drive, judged, { status: 'waiting', question: askAboutRed(judged.phase.id, red), reasons });
}

/** Notes that an attempt, or work that was approved, did not hold, and another one follows. */
export async function noteFailed(
  { world, state }: Drive,
  { phase, attempt }: StatusRow,
  why: Pick<Extract<JournalLine, { type: 'attempt-failed' }>, 'outcome' | 'reasons' | 'until'>,
): Promise<void> {
  const at = world.clock.now();
  await state.journal({ type: 'attempt-failed', at, phase, attempt, ...why }, { flush: true });
  world.reached('attempt/failed');
}

async function giveUp(
  drive: Drive,
  row: StatusRow,
  {
    outcome,
    gate,
    wait,
  }: { readonly outcome: AgentOutcome; readonly gate: Gate; readonly wait: number | null },
): Promise<null> {
  const { world } = drive;
  const until =
    wait === null ? {} : { until: new Date(Date.parse(world.clock.now()) + wait).toISOString() as Timestamp };
  await noteFailed(drive, row, { outcome: outcome.kind, reasons: reasonsOf(gate), ...until });
  await leaveUnpublished(drive, gate.captured);
  const kept = await workChanges(world.repository, drive.session, drive.record.tree, gate.captured.tree);
  if (kept.length > 0) tell(world, { notice: 'changes-kept', files: kept.length });
  if (wait !== null) {
    const seconds = Math.max(1, Math.round(wait / 1000));
    tell(world, { notice: 'provider-refused', seconds });
  }
  return null;
}

/** An effect of the phase that is in doubt: the phase is not done, and another attempt would know no more. */
export async function doubtIn(drive: AtTip, phase: Phase): Promise<Omit<Question, 'asked'> | null> {
  const [doubt] = doubtsOf(await readEffects(drive.world.repository, drive.record), phase.id);
  return doubt === undefined ? null : doubtQuestion(doubt);
}

const asksFor = ({
  question: text,
  options,
}: Extract<AgentOutcome, { kind: 'needs-input' }>): Omit<Question, 'asked'> =>
  options === undefined ? { text } : { text, options: [...options] };

function questionOf(outcome: AgentOutcome, phase: Phase): Omit<Question, 'asked'> {
  switch (outcome.kind) {
    case 'needs-input':
      return asksFor(outcome);
    case 'limited':
      return limitQuestion(outcome.reached);
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
  withoutNews(
    gate.checks.filter((check) => check.outcome !== 'passed').flatMap((check) => check.tail.split('\n')),
  );
