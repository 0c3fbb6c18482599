import { assertNever } from '../base/assertNever.ts';
import { CairnError } from '../base/cairnError.ts';
import type { AgentOutcome } from '../model/agentOutcome.ts';
import type { PhaseId, SessionId } from '../model/ids.ts';
import type { JournalReading } from '../model/openAttempt.ts';
import { planResume, type ResumePlan } from '../model/planResume.ts';
import type { PromptInput } from '../model/prompt/promptInput.ts';
import type { StatusRow } from '../model/status.ts';
import type { Phase } from '../model/workflow.ts';
import type { ResumeOptions } from './api.ts';
import { askWhereToGoOn } from './askWhereToGoOn.ts';
import { publishHeld } from './closePhase.ts';
import type { Drive } from './drive.ts';
import { evaluateGate } from './evaluateGate.ts';
import { findSession } from './findSession.ts';
import { finishRestore } from './finishRestore.ts';
import { earlyFacts, fullFacts, questions, remoteTips, type WorkflowChange } from './gatherFacts.ts';
import { readHistory } from './history.ts';
import { dealWithLeftovers } from './leftovers.ts';
import type { Lease } from './ports.ts';
import { publishEdit } from './publishEdit.ts';
import { repairRenderings } from './repairRenderings.ts';
import type { Outcome } from './results.ts';
import { rowOf } from './rows.ts';
import { publishGoneBack } from './decide.ts';
import { describe, outcomeOf, runEngine } from './runEngine.ts';
import { settle } from './runPhases.ts';
import { readSession, type SessionRecord } from './sessionRecord.ts';
import { planChanges, takeOverWorkflow } from './takeOverWorkflow.ts';
import { openDrive, refuseInsidePhase, takeLease, withTreeLease } from './withDrive.ts';
import { findWorktree } from './workingTreeOf.ts';
import type { World } from './world.ts';

/** Goes on with a session from its tip (format, section 11). */
export async function resumeSession(
  world: World,
  session: SessionId,
  options: ResumeOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  refuseInsidePhase(world, 'resume');
  const found = await findSession(world, session);
  const record = await readSession(world.repository, session, found.ref, found.tip);
  const lease = await takeLeaseOrSay(world, record);
  if ('reason' in lease) return lease;
  try {
    const { facts, change } = await early(world, record, options);
    // Said once, remembered: whatever this resume finds to do, the tip is known from now on.
    if (options.trust) await world.state.of(session).recordPublished(record.commit);
    const plan = planResume(facts);
    if (plan.do === 'nothing') return nothingToDo({ record, session }, plan.because);
    if (plan.do === 'refuse') return await refuse(world, record, change, plan.because);
    const drive = await openDrive(world, session, lease, { inPlace: options.inPlace });
    return await withTreeLease(drive, () => carryOn(drive, options, facts, change, signal));
  } finally {
    await lease.release();
  }
}

async function takeLeaseOrSay(world: World, record: SessionRecord): Promise<Lease | Outcome> {
  try {
    return await takeLease(world, record.session);
  } catch (error) {
    if (!CairnError.is(error, 'lease/held')) throw error;
    return describe(
      { record, session: record.session },
      'lease-held',
      record.status.next,
      `${error.details.holder} drives this session since ${error.details.since}.`,
    );
  }
}

async function early(
  world: World,
  record: SessionRecord,
  options: ResumeOptions,
): ReturnType<typeof earlyFacts> {
  const history = await readHistory(world.repository, record);
  const about = await world.state.of(record.session).about();
  const root =
    about?.isolation === 'in-place'
      ? about.root
      : ((await findWorktree(world, record.session))?.path ?? null);
  return earlyFacts(world, record, history, root, options);
}

async function carryOn(
  drive: Drive,
  options: ResumeOptions,
  early: Parameters<typeof fullFacts>[1],
  change: WorkflowChange,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!(await drive.state.published()).has(drive.record.commit))
    await drive.state.recordPublished(drive.record.commit);
  await finishRestore(drive);
  await repairRenderings(drive);
  const { facts, reading } = await fullFacts(drive, early);
  const plan = planResume(facts);
  if (plan.do === 'gone-back') {
    await publishGoneBack(drive);
    return carryOn(drive, options, { ...early, state: drive.record.status.state, held: null }, change, signal);
  }
  if (plan.do === 'nothing') return nothingToDo(drive, plan.because);
  if (change.loaded !== null) await takeOverWorkflow(drive, change.loaded);
  const first = await prepare(drive, plan, reading, signal);
  if (first.outcome !== null) return first.outcome;
  return runEngine(
    drive,
    { until: options.until as PhaseId | null, note: options.note, leftovers: first.leftovers, resumed: true },
    signal,
  );
}

interface Prepared {
  /** Set: the resume ends here. */
  readonly outcome: Outcome | null;
  readonly leftovers: PromptInput['meanwhile']['leftovers'];
}

const GO_ON: Prepared = { outcome: null, leftovers: null };

/** Carries out the first step of the plan. */
async function prepare(
  drive: Drive,
  plan: ResumePlan,
  reading: JournalReading,
  signal: AbortSignal,
): Promise<Prepared> {
  switch (plan.do) {
    case 'nothing':
    case 'refuse':
      return GO_ON;
    case 'gone-back':
      return GO_ON;
    case 'ask-where':
      return { ...GO_ON, outcome: outcomeOf(drive, await askWhereToGoOn(drive)) };
    case 'wait-again':
      await publishEdit(drive, plan.phase);
      return { ...GO_ON, outcome: outcomeOf(drive, { end: 'waiting' }) };
    case 'block':
      return { ...GO_ON, outcome: await block(drive, plan, signal) };
    case 'try-gate':
      return { ...GO_ON, outcome: await tryGate(drive, plan, reading, signal) };
    case 'proceed':
      return { ...GO_ON, leftovers: await proceed(drive, plan, reading) };
    default:
      return assertNever(plan);
  }
}

async function proceed(
  drive: Drive,
  plan: Extract<ResumePlan, { do: 'proceed' }>,
  reading: JournalReading,
): Promise<Prepared['leftovers']> {
  if (plan.first === 'edit') await publishEdit(drive, null);
  if (plan.first === 'nothing' || plan.first === 'edit' || reading.open === null) return null;
  return dealWithLeftovers(drive, reading.open, plan.first === 'rescue-leftovers' ? 'rescue' : 'keep');
}

async function block(
  drive: Drive,
  plan: Extract<ResumePlan, { do: 'block' }>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { phase, row } = triedPhase(drive, plan);
  const reasons = [`${plan.cutOffs} attempts in a row were cut off`];
  const gate = await evaluateGate(
    drive,
    phase,
    row,
    { kind: 'crashed', reason: reasons[0] ?? '', exitCode: null },
    signal,
  );
  await publishHeld(drive, phase, row, gate, null, [{ attempt: plan.attempt, outcome: 'cut-off', reasons }], {
    status: 'blocked',
    reasons,
  });
  return outcomeOf(drive, { end: 'blocked' });
}

/** Judges the tree as it is, without an agent; null: go on with the phases. */
async function tryGate(
  drive: Drive,
  plan: Extract<ResumePlan, { do: 'try-gate' }>,
  reading: JournalReading,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const { phase, row } = triedPhase(drive, plan);
  const gate = await evaluateGate(drive, phase, row, agentOutcome(plan, reading), signal);
  if (gate.verdict.kind === 'fails' && plan.otherwise !== 'retry') {
    drive.world.onProgress({
      type: 'gate-failed',
      phase: phase.id,
      reasons: gate.verdict.reasons,
      tail: [],
      retriesLeft: 0,
    });
    await drive.tree.load(drive.record.commit);
    if (plan.otherwise === 'new-attempt') return null;
    return describe(drive, 'waiting', phase.id, `Not complete yet: ${gate.verdict.reasons.join('; ')}`);
  }
  const end = await settle(drive, phase, row, gate, null, phase.retries);
  return end === 'waiting' || end === 'blocked' ? outcomeOf(drive, { end }) : null;
}

function triedPhase(
  drive: Drive,
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

/** How the agent had ended, as far as the journal knows; a phase that was held up is judged as if it had completed. */
function agentOutcome(plan: Extract<ResumePlan, { do: 'try-gate' }>, { open }: JournalReading): AgentOutcome {
  if (plan.otherwise !== 'retry' || open === null || open.outcome === 'completed')
    return { kind: 'completed' };
  if (open.outcome === 'needs-input') return { kind: 'needs-input', question: open.detail ?? '' };
  return {
    kind: 'crashed',
    reason: open.detail ?? `the agent ended as ${open.outcome ?? 'unknown'}`,
    exitCode: null,
  };
}

function nothingToDo(
  of: { readonly record: SessionRecord; readonly session: SessionId },
  because: Extract<ResumePlan, { do: 'nothing' }>['because'],
): Outcome {
  const { record } = of;
  switch (because) {
    case 'done':
      return describe(of, 'completed', null, 'This session is done.');
    case 'cancelled':
      return describe(
        of,
        'cancelled',
        null,
        'This session was cancelled. Restore one of its phases to go on, or fork it.',
      );
    case 'waiting':
      return describe(
        of,
        'waiting',
        record.status.next,
        record.records.get(record.status.next as PhaseId)?.question?.text ??
          `${record.status.next ?? 'The session'} waits for your approval.`,
      );
    case 'lease-held':
      return describe(of, 'lease-held', record.status.next, 'Another process drives this session.');
    default:
      return assertNever(because);
  }
}

async function refuse(
  world: World,
  record: SessionRecord,
  change: WorkflowChange,
  because: Extract<ResumePlan, { do: 'refuse' }>['because'],
): Promise<never> {
  const { session } = record;
  switch (because) {
    case 'behind':
    case 'diverged': {
      const remote = (await remoteTips(world, record)).find((tip) => tip.relation === because);
      throw new CairnError('repo/behind-remote', {
        session,
        local: record.commit,
        remote: `${remote?.name ?? ''} ${remote?.commit ?? ''}`.trim(),
        relation: because,
      });
    }
    case 'untrusted':
      throw new CairnError('data/untrusted-tip', {
        session,
        warnings: await questions(world, record, await readHistory(world.repository, record)),
      });
    case 'plan-changed':
      throw new CairnError('repo/plan-changed', {
        session,
        changes: change.loaded === null ? [] : planChanges({ record }, change.loaded),
      });
    default:
      return assertNever(because);
  }
}
