import { assertNever } from '../../base/assertNever.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import { planResume, type ResumeFacts, type ResumePlan } from '../../model/plan/planResume.ts';
import type { ResumeOptions } from '../api.ts';
import { addNote } from '../decide/steer.ts';
import { publishGoneBack } from '../decide/decide.ts';
import type { Drive } from '../drive.ts';
import { findSession } from '../record/findSession.ts';
import { lazyHistory } from '../record/history.ts';
import { readTip } from '../record/readTip.ts';
import { finishRestore } from '../restore/finishRestore.ts';
import { refuse } from './refuse.ts';
import { takeFirstStep } from './firstStep.ts';
import { earlyFacts, fullFacts, type Early } from './gatherFacts.ts';
import type { WorkflowChange } from './workflowChange.ts';
import { isUnfinishedHere } from './isUnfinishedHere.ts';
import { headMoved, rememberHead } from '../workingTree/head.ts';
import type { Lease } from '../ports.ts';
import { repairRenderings } from '../checkpoint/repairRenderings.ts';
import type { Outcome } from '../results.ts';
import { describe, runEngine } from '../run/runEngine.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { readWhole } from '../record/wholeness.ts';
import { takeOverWorkflow } from './takeOverWorkflow.ts';
import { openDrive, refuseInsidePhase, takeLease, withTreeLease } from '../drive/withDrive.ts';
import { noteTrust } from '../trust/trustSession.ts';
import { trustView } from '../trust/trustView.ts';
import { underLease } from '../underLease.ts';
import { whatWaits } from './whatWaits.ts';
import type { World } from '../world.ts';

/** Goes on with a session from its tip (format, section 11). */
export async function resumeSession(
  world: World,
  session: SessionId,
  options: ResumeOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  refuseInsidePhase(world, 'resume');
  await findSession(world, session);
  const lease = await takeLeaseOrSay(world, session);
  if ('reason' in lease) return lease;
  return underLease(lease, async () => {
    // Read under the lease: whoever held it until now may have published.
    const record = await readWholeTip(world, session);
    const early = await earlyFacts(world, record, options);
    refuseUnknownUntil(options, record, early.change);
    const plan = planResume(early.facts);
    if (plan.do === 'refuse') return refuse(world, record, early, plan.because, options);
    // Trust is said once and remembered, but not before the files here have followed the tip.
    const open = options.trust || options.here || (await isUnfinishedHere(world, record));
    if (plan.do === 'nothing' && !open) return nothingToDo(world, record, plan.because);
    await trust(world, record, early, options);
    return withTreeLease(world, session, lease, options.inPlace, async (held) => {
      const drive = await openDrive(world, session, held, { inPlace: options.inPlace });
      return carryOn(drive, options, early, signal);
    });
  });
}

/** Notes the person's word for the commands; what a blanket word was a yes to is told. */
async function trust(
  world: World,
  record: SessionRecord,
  { trusting, change, asked }: Early,
  options: ResumeOptions,
): Promise<void> {
  // No word is taken for what is refused then.
  if (trusting !== null) await world.repository.refuseUnsafe(record.commit);
  const said = trusting?.how === 'said';
  if (options.trust && options.shown === null && (said || asked.length > 0)) {
    const { session, commands, warnings } = await trustView(world, record, change.loaded, asked);
    world.onProgress({ type: 'trusted', session, commands: said ? commands : [], warnings });
  }
  if (trusting !== null) await noteTrust(world, record, lazyHistory(world.repository, record), trusting);
}

/** What a power loss took of the tip is told now, and not when the attempt that stands on it is to be saved. */
async function readWholeTip(world: World, session: SessionId): Promise<SessionRecord> {
  const { ref, tip } = await findSession(world, session);
  return readWhole(world.repository, { session, ref, commit: tip }, 'size');
}

async function takeLeaseOrSay(world: World, session: SessionId): Promise<Lease | Outcome> {
  try {
    return await takeLease(world, session);
  } catch (error) {
    if (!CairnError.is(error, 'lease/held')) throw error;
    const record = await readTip(world, session);
    const message = `${error.details.holder} drives this session.`;
    return describe({ record, session }, 'lease-held', record.status.next, message);
  }
}

function refuseUnknownUntil(
  { until }: ResumeOptions,
  record: SessionRecord,
  { loaded }: WorkflowChange,
): void {
  const known = (loaded?.workflow ?? record.workflow).phases.map((phase) => phase.id);
  if (until !== null && !known.includes(until as PhaseId))
    throw new CairnError('usage/unknown-phase', { phase: until, known });
}

async function carryOn(
  opened: Drive,
  options: ResumeOptions,
  found: Early,
  signal: AbortSignal,
): Promise<Outcome> {
  const { change, trusting } = found;
  const early: ResumeFacts = { ...found.facts, ...(trusting === null ? {} : { commands: 'trusted' }) };
  if (!(await opened.state.published()).has(opened.record.commit))
    await opened.state.recordPublished(opened.record.commit);
  let { drive } = await finishRestore(opened);
  await repairRenderings(drive);
  // In place: the person says that HEAD is where it should be.
  if (options.here && (await headMoved(drive)) === 'elsewhere') await rememberHead(drive);
  let { facts, open } = await fullFacts(drive, early);
  let plan = planResume(facts);
  if (plan.do === 'gone-back') {
    drive = await publishGoneBack(drive);
    ({ facts, open } = await fullFacts(drive, early));
    plan = planResume(facts);
  }
  if (change.loaded !== null && plan.do !== 'ask-where') {
    // The new plan decides from here on: it may have no phase any more that waits or was tried.
    drive = await takeOverWorkflow(drive, change.loaded, { named: options.workflow !== null });
    ({ facts, open } = await fullFacts(drive, { ...early, plan: 'same' }));
    plan = planResume(facts);
  }
  if (plan.do === 'nothing') return nothingToDo(drive.world, drive.record, plan.because);
  if (plan.do === 'refuse') return refuse(drive.world, drive.record, found, plan.because, options);
  if (options.note !== null) await addNote(drive.world, drive.session, options.note);
  return runEngine(drive, { until: options.until as PhaseId | null, resumed: true }, signal, (at, running) =>
    takeFirstStep(at, plan, open, running),
  );
}

async function nothingToDo(
  world: World,
  record: SessionRecord,
  because: Extract<ResumePlan, { do: 'nothing' }>['because'],
): Promise<Outcome> {
  const of = { record, session: record.session };
  switch (because) {
    case 'done':
      return describe(of, 'completed', null, 'This session is done.');
    case 'cancelled':
      return describe(
        of,
        'cancelled',
        null,
        'This session was cancelled. Restore one of its phases to go on, or fork from one.',
      );
    case 'waiting':
      return whatWaits(world, record);
    case 'lease-held':
      return describe(of, 'lease-held', record.status.next, 'Another process drives this session.');
    default:
      return assertNever(because);
  }
}
