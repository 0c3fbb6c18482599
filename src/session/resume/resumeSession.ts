import { firstNext } from '../../model/status/firstNext.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { PhaseId, SessionId } from '../../model/names/ids.ts';
import type { RunStep } from '../../model/plan/planAttempt.ts';
import {
  planResume,
  type OpenStep,
  type PreparingStep,
  type ResumeEnd,
} from '../../model/plan/planResume.ts';
import type { ResumeOptions } from '../api/run.ts';
import { goOnHere } from '../decide/goOnHere.ts';
import { publishGoneBack } from '../decide/publishWord.ts';
import { addNote } from '../decide/steer.ts';
import { tipOf, type CheckedOut, type Drive } from '../drive.ts';
import { asSlot } from '../drive/openSlot.ts';
import { alongTip } from '../drive/standing.ts';
import { atOnce } from '../record/atOnce.ts';
import { findSession, type FoundSession } from '../record/findSession.ts';
import { heldWork } from '../record/heldWork.ts';
import { lazyHistory } from '../record/history.ts';
import { phaseHere } from '../record/phaseHere.ts';
import { finishRestore } from '../restore/finishRestore.ts';
import { restoreUnder } from '../restore/restoreSession.ts';
import { refuse } from './refuse.ts';
import { takeFirstStep } from './firstStep.ts';
import { beyond } from './beyond.ts';
import { findFacts, gatherFacts, type Found } from './gatherFacts.ts';
import { NO_CHANGE } from './workflowChange.ts';
import { describeHead } from '../workingTree/elsewhere.ts';
import { headMoved } from '../workingTree/head.ts';
import type { Lease } from '../ports.ts';
import { attendedBy, beforehandNow, isToBeTold, type SaidNow } from '../open/bounds.ts';
import { tellBounds } from './tellBounds.ts';
import { repairRenderings } from '../checkpoint/repairRenderings.ts';
import type { Outcome } from '../results.ts';
import { describe, goOn as firstOf, runEngine } from '../run/runEngine.ts';
import { roomFor } from '../run/runGraph.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';
import { readWhole } from '../record/wholeness.ts';
import { sweepHere } from '../drive/sweepTree.ts';
import { takeOverWorkflow } from './takeOverWorkflow.ts';
import { tell } from '../tell.ts';
import { broughtToTip } from '../run/slots/takeSlot.ts';
import { openDrive, refuseInsidePhase, takeLease, withTreeLease } from '../drive/withDrive.ts';
import { noteTrust } from '../trust/trustSession.ts';
import { trustView } from '../trust/trustView.ts';
import { underLease } from '../underLease.ts';
import { whatWaits } from './whatWaits.ts';
import type { World } from '../world.ts';

/** Continues a session from its tip. */
export async function resumeSession(
  given: World,
  session: SessionId,
  options: ResumeOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const world = attendedBy(given, options);
  refuseInsidePhase(world, 'resume');
  const branch = await findSession(world, session);
  const lease = await takeLeaseOrSay(world, branch);
  if ('reason' in lease) return lease;
  return underLease(lease, async () => {
    // Read under the lease: its last holder may have published.
    const commit = (await world.repository.tip(branch.ref)) ?? branch.tip;
    // Reports what a power loss took of the tip now, not when the attempt on top of it should be saved.
    const record = await readWhole(world.repository, { session, ref: branch.ref, commit }, 'size');
    const found = await findFacts(world, record, options);
    const workflow = found.change.loaded?.workflow ?? record.workflow;
    const approved = await beforehandNow(world, workflow, options);
    return goOn({ world, branch, lease, options, approved, signal }, { found, drive: null });
  });
}

/** A resume that holds the lease of the session. */
interface Resume {
  readonly world: World;
  readonly branch: FoundSession;
  readonly lease: Lease;
  readonly options: ResumeOptions;
  /** What was said with it of phases to come. */
  readonly approved: readonly SaidNow[];
  readonly signal: AbortSignal;
}

/** How far it came. */
interface At {
  readonly found: Found;
  /** Null until the working tree is open. */
  readonly drive: Drive | null;
}

/** Gathers the facts, plans one step, takes it, and repeats until nothing is left to do or a run has ended. */
async function goOn(resume: Resume, from: At): Promise<Outcome> {
  const { world, options } = resume;
  for (let at = from; ;) {
    const { drive, found } = at;
    const record = drive === null ? found.record : tipOf(drive).record;
    const { facts, open } = await gatherFacts(found, drive);
    const step = planResume(facts);
    if (step.do === 'refuse') return refuse(world, record, found, step.because, options);
    if (step.do === 'nothing') return nothingToDo(world, record, step.because);
    if (step.do === 'restore') return restoreThenGoOn(resume, found);
    if (step.do === 'open') return openThenGoOn(resume, found, step);
    if (drive === null)
      throw new CairnError('internal/unexpected', { what: `${step.do} before the working tree is open` });
    if (step.do === 'prepare') at = await prepare(found, drive, step.what, options);
    else if (isInOneTree(drive)) at = { found, drive: await openAgain(resume, drive) };
    else return run(resume, drive, step, open);
  }
}

/** Opened where phases went one by one, while by now they may work side by side. */
const isInOneTree = ({ record, isolation }: Drive): boolean =>
  record.slot === undefined && atOnce(isolation, record.workflow) > 1;

async function openAgain({ world, branch }: Resume, inOneTree: Drive): Promise<Drive> {
  const { lease, record } = inOneTree;
  const begun = heldWork(record) === null ? await phaseHere(inOneTree) : null;
  if (begun !== null) await asSlot(inOneTree, await alongTip(inOneTree.world, record, begun));
  const found = await findSession(world, branch.session);
  const drive = await broughtToTip(await openDrive(world, found, lease, { inPlace: false }));
  await repairRenderings(drive);
  return drive;
}

/** Runs a phase again: restores to before it, then resumes from there. */
async function restoreThenGoOn(resume: Resume, { before }: Found): Promise<Outcome> {
  const { world, branch, lease } = resume;
  const restored = await restoreUnder(world, branch.session, lease, before?.trailers.seq ?? 0);
  const { record } = tipOf(restored);
  const options = { ...resume.options, again: null };
  const found = await findFacts(world, record, options);
  const at = { ...branch, ref: restored.ref, tip: record.commit, remote: false };
  return goOn({ ...resume, branch: at, options }, { found, drive: null });
}

/** The rest of a resume, which also holds the lease of the working tree. */
async function openThenGoOn(resume: Resume, found: Found, step: OpenStep): Promise<Outcome> {
  const { world, branch, lease, options } = resume;
  const trusted = await noteWord(world, found, step);
  return withTreeLease(world, branch.session, lease, options.inPlace, async (held) => {
    const drive = await broughtToTip(await openDrive(world, branch, held, { inPlace: options.inPlace }));
    await tellGoneOn(drive);
    return goOn(resume, { found: trusted, drive });
  });
}

/** Takes one step that comes before a run. */
async function prepare(
  found: Found,
  drive: Drive,
  what: PreparingStep['what'],
  { workflow }: ResumeOptions,
): Promise<At> {
  switch (what) {
    case 'note-tip':
      await drive.state.recordPublished(tipOf(drive).record.commit);
      return { found, drive };
    case 'finish-restore':
      return { found, drive: (await finishRestore(drive)).drive };
    case 'render':
      await repairRenderings(drive);
      return { found, drive };
    case 'go-on-here':
      return { found, drive: await goOnHere(drive) };
    case 'gone-back':
      return { found, drive: await publishGoneBack(drive) };
    case 'take-over-workflow':
      return {
        drive: await takeOverWorkflow(drive, found.change.loaded, { named: workflow !== null }),
        found: { ...found, change: NO_CHANGE, facts: { ...found.facts, plan: NO_CHANGE.kind } },
      };
  }
}

async function run(
  { options, approved, signal }: Resume,
  drive: Drive,
  step: RunStep,
  open: OpenAttempt | null,
): Promise<Outcome> {
  const { note, until, leftovers } = options;
  if (note !== null) await addNote(drive.world, drive.session, note);
  for (const word of approved) await drive.state.beforehand.add({ ...word, on: tipOf(drive).record.commit });
  if (isToBeTold(options)) await tellBounds(drive);
  return runEngine(
    drive,
    { until: until as PhaseId | null, resumed: true, follows: false },
    signal,
    async (at, running) => {
      const there = step.do === 'proceed' ? await roomFor(at, until as PhaseId | null) : at;
      // Side by side, each phase is gone on with in its own slot.
      return there.record.slot === undefined ? takeFirstStep(there, step, open, running) : firstOf(there);
    },
    beyond(leftovers),
  );
}

/** Records that the person trusts the commands; after a blanket yes, tells what it covered. */
async function noteWord(world: World, found: Found, { trust, tell: isTold }: OpenStep): Promise<Found> {
  const { record, change, asked, hash, facts } = found;
  // Trust nothing that we would refuse anyway.
  if (trust !== null) await world.repository.refuseUnsafe(record.commit);
  if (isTold) {
    const { session, commands, warnings } = await trustView(world, record, change.loaded, asked);
    world.onProgress({ type: 'trusted', session, commands: trust === 'said' ? commands : [], warnings });
  }
  if (trust === null) return found;
  await noteTrust(world, record, lazyHistory(world.repository, record), { hash, how: trust });
  return { ...found, facts: { ...facts, commands: 'trusted' } };
}

/** Tells, in place, that commits made since are taken along. */
async function tellGoneOn(drive: CheckedOut): Promise<void> {
  if ((await headMoved(drive)) !== 'descendant') return;
  const now = describeHead(await drive.checkout.tree.head());
  tell(drive.world, { notice: 'head-followed', was: describeHead(drive.checkout.head), now });
}

async function takeLeaseOrSay(world: World, { session, ref, tip }: FoundSession): Promise<Lease | Outcome> {
  try {
    return await takeLease(world, session);
  } catch (error) {
    if (!CairnError.is(error, 'lease/held')) throw error;
    const record = await readSession(world.repository, session, ref, tip);
    const stopped = { because: 'driven-elsewhere', by: error.details.holder } as const;
    return describe({ record, session }, 'lease-held', firstNext(record.status), stopped);
  }
}

async function nothingToDo(
  world: World,
  record: SessionRecord,
  because: Extract<ResumeEnd, { do: 'nothing' }>['because'],
): Promise<Outcome> {
  const of = { record, session: record.session };
  await sweepHere(world, record);
  switch (because) {
    case 'done':
      return describe(of, 'completed', null, { because: 'was-done' });
    case 'cancelled':
      return describe(of, 'cancelled', null, { because: 'was-cancelled' });
    case 'waiting':
      return whatWaits(world, record);
  }
}
