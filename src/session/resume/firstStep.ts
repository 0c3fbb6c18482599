import { assertNever } from '../../base/assertNever.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { before, type Before } from '../../model/attempt/before.ts';
import { agentOutcomeOf, readAttempts, type OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { RunStep } from '../../model/plan/planAttempt.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import { tellIfWrittenOver } from '../run/close/artifactHashes.ts';
import { askWhereToGoOn } from '../run/askWhereToGoOn.ts';
import { publishHeld } from '../run/close/closePhase.ts';
import type { Context, AtTip, Drive } from '../drive.ts';
import { evaluateGate } from '../run/close/evaluateGate.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import { dealWithLeftovers } from './leftovers.ts';
import { leaveUnpublished } from '../run/close/leaveUnpublished.ts';
import type { AttemptFacts } from '../run/close/phaseRecordOf.ts';
import { publishEdit } from '../run/close/publishEdit.ts';
import { rowOf } from '../record/rows.ts';
import { attemptsSoFar } from '../run/attempt/attemptsSoFar.ts';
import { reasonsOf, tailOf } from '../run/close/closeAttempt.ts';
import { closeInTurn } from '../run/close/closeInTurn.ts';
import { askOfLimit, limitBefore } from '../run/next/askOfLimit.ts';
import { describe, ending, goOn, type FirstStep } from '../run/runEngine.ts';
import { endOf } from '../run/runGraph.ts';
import type { Turns } from '../run/slots/turns.ts';
import { restingTree } from '../record/heldWork.ts';

type Plan<D extends RunStep['do']> = Extract<RunStep, { readonly do: D }>;

/** Nobody else is at work. */
const AT_ONCE: Pick<Turns, 'take' | 'inLine'> = { take: (drive, act) => act(drive), inLine: (act) => act() };

/** Carries out what a resume does before it runs phases. */
export async function takeFirstStep(
  drive: Drive,
  plan: RunStep,
  open: OpenAttempt | null,
  signal: AbortSignal,
  turns = AT_ONCE,
): Promise<FirstStep> {
  switch (plan.do) {
    case 'ask-where':
      return ended(await askWhereToGoOn(drive));
    case 'wait-again': {
      const asked = await publishEdit(drive, plan.phase);
      return asked === null ? goOn(drive) : ended(asked);
    }
    case 'block':
      return block(drive, plan, signal, turns);
    case 'try-gate':
      return tryGate(drive, plan, open, signal, turns);
    case 'proceed':
      return proceed(drive, plan, open, turns);
    default:
      return assertNever(plan);
  }
}

/** No attempt begins beyond a limit: what an earlier one has left is held as it lies there, and a person asked. Null if none is reached. */
async function askedBefore(drive: Drive, begun: PhaseId, turns: typeof AT_ONCE): Promise<FirstStep | null> {
  const phase = drive.record.workflow.phases.find(({ id }) => id === begun);
  const reached = phase === undefined ? null : await limitBefore(drive, phase);
  if (phase === undefined || reached === null) return null;
  const asked = turns.take(drive, async (at) => ({ drive: await askOfLimit(at, phase, reached) }), phase.id);
  return ended((await asked).drive);
}

async function proceed(
  drive: Drive,
  plan: Plan<'proceed'>,
  open: OpenAttempt | null,
  turns: typeof AT_ONCE,
): Promise<FirstStep> {
  if (plan.first === 'edit') return goOn((await publishEdit(drive, null)) ?? drive);
  const { begun } = readAttempts((await drive.state.readJournal()).lines);
  if (plan.first === 'nothing' || begun === null) return goOn(drive);
  const asked = await askedBefore(drive, begun.phase, turns);
  if (asked !== null) return asked;
  if (plan.first === 'retry') {
    await leaveUnpublished(drive, await captureWork(drive.world, drive.checkout.tree, drive.session));
    return told(drive, begun.phase, { retriesSpent: plan.retriesSpent });
  }
  if (open === null) return goOn(drive);
  const leftovers = await dealWithLeftovers(
    drive,
    open,
    plan.first === 'rescue-leftovers' ? 'rescue' : 'keep',
  );
  return told(drive, open.phase, { leftovers, cutOff: plan.first === 'go-on' ? open : null });
}

/** The next attempt of a phase is to know this. */
function told(drive: Drive, phase: PhaseId, of: Partial<Before>): FirstStep {
  drive.checkout.before = before(phase, of);
  return goOn(drive);
}

const ended = (drive: Drive): FirstStep => ending(drive, endOf(drive));

async function block(
  drive: Drive,
  plan: Plan<'block'>,
  signal: AbortSignal,
  turns: typeof AT_ONCE,
): Promise<FirstStep> {
  const { phase, row } = triedPhase(drive, plan);
  const reason = `${plan.cutOffs} attempts in a row were cut off`;
  const gate = await evaluateGate(drive, phase, row, { kind: 'crashed', reason, exitCode: null }, signal);
  const attempts = [
    ...(await attemptsSoFar(drive, row)),
    { attempt: plan.attempt, outcome: 'cut-off', reasons: [reason] },
  ];
  const judged = { phase, row, gate, facts: null, attempts };
  const blocked = turns.take(
    drive,
    async (at) => ({
      drive: await publishHeld(at, judged, { status: 'blocked', reasons: [reason] }),
    }),
    phase.id,
  );
  return ended((await blocked).drive);
}

/** Judges the tree as it is, without an agent. */
async function tryGate(
  drive: Drive,
  plan: Plan<'try-gate'>,
  open: OpenAttempt | null,
  signal: AbortSignal,
  turns: typeof AT_ONCE,
): Promise<FirstStep> {
  const { phase, row } = triedPhase(drive, plan);
  const { otherwise } = plan;
  const isHeld = typeof otherwise === 'string';
  const facts = isHeld || open === null ? null : await factsOf(drive, phase, row, open);
  const outcome = facts?.outcome ?? { kind: 'completed' };
  const gate = await evaluateGate(drive, phase, row, outcome, signal);
  const lastAttempt = {
    attempt: row.attempt,
    outcome: outcome.kind,
    reasons: reasonsOf(gate),
    tail: tailOf(gate),
  };
  if (gate.verdict.kind === 'fails' && isHeld) return notYet(drive, phase, otherwise, lastAttempt);
  const retry = isHeld ? { retriesLeft: 0, retriesSpent: 0 } : otherwise;
  const {
    drive: at,
    again,
    costs,
  } = await closeInTurn(drive, { phase, row, gate, facts }, { ...retry, wait: null }, signal, turns);
  if (again !== null)
    return told(at, phase.id, { lastAttempt: again, retriesSpent: costs ? retry.retriesSpent : 0 });
  const { status } = rowOf(at.record.status.rows, phase.id);
  return status === 'waiting' || status === 'blocked' ? ended(at) : { ...goOn(at), isClosed: true };
}

/** The phase is still held up: publishes nothing, and tells the next attempt or the person why. */
async function notYet(
  drive: Drive,
  phase: Phase,
  otherwise: 'new-attempt' | 'wait',
  lastAttempt: NonNullable<Before['lastAttempt']>,
): Promise<FirstStep> {
  const { reasons, tail } = lastAttempt;
  drive.world.onProgress({ type: 'gate-failed', by: 'gate', phase: phase.id, reasons, tail, retriesLeft: 0 });
  await drive.checkout.tree.load(await restingTree(drive.world.repository, drive.record));
  if (otherwise === 'new-attempt') return told(drive, phase.id, { lastAttempt });
  const stopped = { because: 'not-complete', reasons } as const;
  return { ...goOn(drive), outcome: describe(drive, 'waiting', phase.id, stopped) };
}

/** Reads from the journal how an attempt went whose agent had ended. */
async function factsOf(
  drive: Context,
  phase: Phase,
  row: StatusRow,
  open: OpenAttempt,
): Promise<AttemptFacts | null> {
  const { attempt, began, agent, ended } = open;
  if (ended === null) return null;
  await tellIfWrittenOver(drive, phase, row, open);
  return {
    attempt,
    began,
    ended: ended.at,
    agent: { kind: agent.kind ?? 'command', name: agent.name, version: null },
    outcome: agentOutcomeOf(ended),
  };
}

function triedPhase(
  drive: AtTip,
  plan: { readonly phase: PhaseId; readonly attempt: number },
): { readonly phase: Phase; readonly row: StatusRow } {
  const phase = drive.record.workflow.phases.find((candidate) => candidate.id === plan.phase);
  if (phase === undefined)
    throw new CairnError('usage/unknown-phase', {
      phase: plan.phase,
      known: drive.record.workflow.phases.map((known) => known.id),
    });
  return { phase, row: { ...rowOf(drive.record.status.rows, plan.phase), attempt: plan.attempt } };
}
