import { blockedBy } from '../../model/attempt/attemptEnd.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { phaseBase } from '../../model/checkpoint/phaseBase.ts';
import { inClosingOrder, type PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { PhaseId, RepoPath } from '../../model/names/ids.ts';
import { readAttempts, type JournalReading, type OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { JournalLine } from '../../model/attempt/journal.ts';
import type { ResumeFacts } from '../../model/plan/resumeFacts.ts';
import type { ResumeOptions } from '../api/run.ts';
import { tipOf, type AtTip, type Drive } from '../drive.ts';
import { heldWork } from '../record/heldWork.ts';
import { lazyHistory, type History } from '../record/history.ts';
import { remoteRelation } from '../record/remoteTips.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { phaseIn } from '../record/phaseHere.ts';
import { atOnce, atOnceHere } from '../record/atOnce.ts';
import { askedOf, triedAgain } from '../record/askedOf.ts';
import { hashOf, isOurs, isTrusted } from '../trust/trustedHere.ts';
import { compareHeads, type HeadMoved } from '../workingTree/elsewhere.ts';
import { headMoved } from '../workingTree/head.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { workOf } from '../workingTree/workOf.ts';
import { roundIn } from '../../model/status/roundIn.ts';
import type { World } from '../world.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import { answeredFacts, isUnmoved, openFacts, phaseOf, retryFacts } from './openFacts.ts';
import { isUnfinishedHere } from './isUnfinishedHere.ts';
import { questions } from './questions.ts';
import { workflowChange, type WorkflowChange } from './workflowChange.ts';

/** A session as we found it, before touching anything of it. */
export interface Found {
  readonly record: SessionRecord;
  readonly facts: ResumeFacts;
  readonly change: WorkflowChange;
  /** Why a person must confirm the tip before we continue from it. */
  readonly asked: readonly string[];
  /** The {@link hashOf} of all commands that it would run. */
  readonly hash: string;
  /** The checkpoint before the phase that should run again; null if none should, or the checkpoint is unknown. */
  readonly before: Checkpoint | null;
}

/** Reads what a resume must know of a session. Touches nothing. */
export async function findFacts(world: World, record: SessionRecord, options: ResumeOptions): Promise<Found> {
  const history = lazyHistory(world.repository, record);
  const place = workingRoot(world, record.session);
  const published = await world.state.of(record.session).published();
  const { state } = record.status;
  // Runs in parallel. The slowest starts first: the history, if it has to be read at all.
  const [asked, remote, unfinished, change, head] = await Promise.all([
    questions(world, record, history, published, place),
    remoteRelation(world, record),
    // A running or blocked session is opened anyway.
    state !== 'running' && state !== 'blocked' && isUnfinishedHere(world, record),
    place.then((root) => workflowChange(world, record, history, root, options.workflow)),
    place.then((root) => headHere(world, record, root)),
  ]);
  const workflow = change.loaded?.workflow ?? record.workflow;
  const hash = hashOf(world, workflow);
  const { before, again } = await againFacts(record, history, options.again);
  const { here, trust, shown, acceptPlan, leftovers, until } = options;
  const facts: ResumeFacts = {
    here: 'unopened',
    unfinished,
    again,
    state,
    remote,
    history: asked.length > 0 ? 'questionable' : 'known',
    commands: await commandsHere(world, record, workflow, change, history),
    plan: change.kind,
    isolation: record.status.isolation,
    head,
    held: heldPhase(record),
    beside: await besideIn(world, record, options.inPlace ? 1 : await atOnceHere(world, record)),
    open: null,
    retrying: null,
    answered: null,
    isNewPlace: false,
    treeDiffers: false,
    approvalVoid: null,
    said: {
      here,
      trust,
      trustCommands: trust && (shown === null || shown === hash),
      trustUnseen: trust && shown === null,
      acceptPlan,
      leftovers,
      unknownUntil:
        until !== null && ![...workflow.phases, ...workflow.written].some(({ id }) => id === until),
    },
  };
  return { record, facts, change, asked, hash, before };
}

/** A fork cannot go back behind what it inherited. */
async function againFacts(
  { session, commit, status }: SessionRecord,
  history: History,
  phase: string | null,
): Promise<Pick<Found, 'before'> & Pick<ResumeFacts, 'again'>> {
  if (phase === null) return { before: null, again: null };
  const id = phase as PhaseId;
  const base = phaseBase(await history(), { phase: id, round: roundIn(status.rows, id) });
  const before = (await history()).find((checkpoint) => checkpoint.commit === base) ?? null;
  if (before === null) return { before, again: 'unknown-again' };
  if (before.trailers.session !== session) return { before, again: 'began-elsewhere' };
  return { before, again: before.commit === commit ? null : 'begun' };
}

/** Compares the commands that the session would run with those trusted here. */
async function commandsHere(
  world: World,
  record: SessionRecord,
  workflow: Workflow,
  { loaded }: WorkflowChange,
  history: History,
): Promise<ResumeFacts['commands']> {
  if (await isTrusted(world, record, workflow, history)) return 'trusted';
  // The person's own: a workflow edited in a session that only this clone knows, or a file that they named.
  return loaded !== null && (await isOurs(world, record, history)) ? 'ours' : 'unknown';
}

/** In place: where HEAD is now, compared with where this machine left it. */
async function headHere(
  { repository, state }: World,
  { session }: SessionRecord,
  root: string | null,
): Promise<HeadMoved> {
  const about = await state.of(session).about();
  if (root === null || about?.isolation !== 'in-place' || about.head === null) return 'same';
  const tree = repository.workingTree({ root, index: state.of(session).index, always: [] });
  return compareHeads(repository, about.head, await tree.head());
}

/** Adds what this machine, the working tree and the journal say now. */
export async function gatherFacts(
  { facts: found }: Found,
  drive: Drive | null,
): Promise<{ readonly facts: ResumeFacts; readonly open: OpenAttempt | null }> {
  if (drive === null) return { facts: found, open: null };
  const { record, isolation, state } = drive;
  const { lines } = await state.readJournal();
  const reading = readAttempts(lines);
  const isKnown = (await state.published()).has(tipOf(drive).record.commit);
  const isRendered = drive.checkout.rendered !== null;
  const here = !isKnown
    ? 'tip-unknown'
    : reading.restore !== null
      ? 'restore-cut-off'
      : isRendered
        ? 'in-step'
        : 'not-rendered';
  // The rest looks at every file, and would take what is not in step yet for somebody's work.
  if (here !== 'in-step') return { facts: { ...found, here }, open: null };
  const facts: ResumeFacts = {
    ...found,
    here,
    state: record.status.state,
    isolation,
    head: await headMoved(drive),
    held: heldPhase(record),
    beside: await besideIn(drive.world, record, atOnce(isolation, record.workflow)),
    isNewPlace: drive.checkout.isNewPlace,
  };
  // Side by side, each phase is gone on with by itself, and a slot in which nobody works is brought onto the tip.
  if (record.slot !== undefined) return { facts, open: null };
  return { facts: { ...facts, ...(await aloneFacts(drive, reading, lines)) }, open: reading.open };
}

/** What the one journal and the one working tree say where phases run one by one. */
async function aloneFacts(
  drive: Drive,
  reading: JournalReading,
  lines: readonly JournalLine[],
): Promise<Pick<ResumeFacts, 'open' | 'retrying' | 'answered' | 'treeDiffers' | 'approvalVoid'>> {
  const { record, checkout, session } = drive;
  const { open } = reading;
  const retrying = retryFacts(reading);
  const pending = (await workOf(checkout.tree, session)).map((item) => item.path);
  const isWork = phaseIn(record, reading) !== null;
  const here = heldWork(record)?.phase;
  return {
    open: open === null ? null : openFacts(record, open, await isUnmoved(drive, open)),
    retrying: retrying !== null && phaseOf(record, retrying.phase) !== undefined ? retrying : null,
    answered: here === undefined ? null : answeredFacts(record, here, reading),
    // Files that the setup of a new worktree has made are no edit.
    treeDiffers: pending.length > 0 && !isWork && !(await isSettingUp(drive, lines)),
    approvalVoid: isWork ? null : voidApproval(record, pending),
  };
}

/** True until an attempt has begun: a crash may follow the setup at once. */
async function isSettingUp({ state, record }: AtTip, lines: readonly JournalLine[]): Promise<boolean> {
  if (record.workflow.worktree.setup.length === 0) return false;
  const begun = lines.findLast(
    (line) => line.type === 'attempt-begun' || (line.type === 'process-started' && line.what === 'setup'),
  );
  return begun?.type === 'process-started' || (await state.about())?.setup === 'pending';
}

/** Whether phases work side by side, and one that is held up may be tried again. */
async function besideIn(
  { state }: Pick<World, 'state'>,
  record: SessionRecord,
  most: number,
): Promise<ResumeFacts['beside']> {
  if (most === 1) return null;
  // Somebody said something of it, and did not live to see it taken up.
  if ((await state.of(record.session).words.list()).length > 0) return 'tries';
  return triedAgain(record).length > 0 ? 'tries' : 'waits';
}

function heldPhase(record: SessionRecord): ResumeFacts['held'] {
  const row = record.status.rows.find(
    ({ phase, status }) =>
      status === 'waiting' || (status === 'blocked' && phaseOf(record, phase) !== undefined),
  );
  if (row === undefined) return null;
  const known = record.records.get(row.phase);
  return { phase: row.phase, attempt: row.attempt, by: waitsFor(known) };
}

const waitsFor = (known: PhaseRecord | undefined): NonNullable<ResumeFacts['held']>['by'] =>
  known?.status === 'blocked' ? blockedBy(known) : askedOf(known);

/** The phase closed last, if its approved artifacts have changed since. */
function voidApproval(record: SessionRecord, pending: readonly RepoPath[]): PhaseId | null {
  const closed = [...record.records.values()]
    .filter((known) => known.status === 'done')
    .sort(inClosingOrder)
    .at(-1);
  // Approving a packet says nothing about the artifacts.
  const word = closed?.approvals.findLast(({ packet }) => packet === undefined);
  if (closed === undefined || word?.decision !== 'approved') return null;
  return closed.artifacts.some((artifact) => pending.includes(artifact.path as RepoPath))
    ? closed.phase
    : null;
}
