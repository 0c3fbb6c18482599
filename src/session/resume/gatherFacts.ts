import { attemptEnd, blockedBy } from '../../model/attempt/attemptEnd.ts';
import { inClosingOrder } from '../../model/checkpoint/inClosingOrder.ts';
import type { PhaseId, RepoPath } from '../../model/names/ids.ts';
import { readAttempts, type OpenAttempt } from '../../model/attempt/openAttempt.ts';
import type { JournalLine } from '../../model/attempt/journal.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { ResumeFacts } from '../../model/plan/planResume.ts';
import type { ResumeOptions } from '../api.ts';
import type { Drive } from '../drive.ts';
import { lazyHistory, type History } from '../record/history.ts';
import { remoteRelation } from '../record/remoteTips.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { askedOf } from '../record/askedOf.ts';
import type { Trusted } from '../ports.ts';
import { tell } from '../tell.ts';
import { hashOf, isOurs, isTrusted } from '../trust/trustedHere.ts';
import { compareHeads, describeHead, headMoved, type HeadMoved } from '../workingTree/head.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { workOf } from '../workingTree/workOf.ts';
import type { World } from '../world.ts';
import { questions } from './questions.ts';
import { workflowChange, type WorkflowChange } from './workflowChange.ts';

export interface Early {
  readonly facts: ResumeFacts;
  readonly change: WorkflowChange;
  /** Why the tip cannot be gone on from without a person's word. */
  readonly asked: readonly string[];
  /** Commands to be noted as trusted as soon as the resume goes on; null: they are, or nobody said so. */
  readonly trusting: Pick<Trusted, 'hash' | 'how'> | null;
}

/** What can be known of a session before anything of it is touched. */
export async function earlyFacts(
  world: World,
  record: SessionRecord,
  options: ResumeOptions,
): Promise<Early> {
  const history = lazyHistory(world.repository, record);
  const place = workingRoot(world, record.session);
  const published = await world.state.of(record.session).published();
  // Two processes of git, and what takes longest begins first: the history, where it has to be read at all.
  const [asked, remote, root] = await Promise.all([
    questions(world, record, history, published, place),
    remoteRelation(world, record),
    place,
  ]);
  const [change, head] = await Promise.all([
    workflowChange(world, record, history, root, options.workflow),
    headHere(world, record, root),
  ]);
  const { known, trusting, said } = await commandsSaid(world, record, history, change, options);
  const facts: ResumeFacts = {
    lease: 'free',
    state: record.status.state,
    remote,
    history: asked.length > 0 ? 'questionable' : 'known',
    commands: known ? 'trusted' : 'unknown',
    plan: change.kind,
    isolation: record.status.isolation,
    head,
    held: heldPhase(record),
    open: null,
    retrying: null,
    treeDiffers: false,
    approvalVoid: null,
    said: {
      here: options.here,
      trust: options.trust,
      trustCommands: said,
      acceptPlan: options.acceptPlan,
      leftovers: options.leftovers,
    },
  };
  return { facts, change, asked, trusting };
}

/** What the session would run from here on, against what was trusted here, and what the person says now. */
async function commandsSaid(
  world: World,
  record: SessionRecord,
  history: History,
  { loaded }: WorkflowChange,
  { trust, shown }: ResumeOptions,
): Promise<Pick<Early, 'trusting'> & { readonly known: boolean; readonly said: boolean }> {
  const workflow = loaded?.workflow ?? record.workflow;
  const hash = hashOf(world, workflow);
  const said = trust && (shown === null || shown === hash);
  if (await isTrusted(world, record, workflow, history)) return { known: true, said, trusting: null };
  // An edit in a session of this clone alone, or a file that the person names for it, is the person's own.
  if (loaded !== null && (await isOurs(world, record, history)))
    return { known: true, said, trusting: { hash, how: 'changed' } };
  return { known: false, said, trusting: said ? { hash, how: 'said' } : null };
}

/** In place: where HEAD is, seen from where this machine left it. */
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

/** The same, with what the working tree and the journal say. */
export async function fullFacts(
  drive: Drive,
  early: ResumeFacts,
): Promise<{ readonly facts: ResumeFacts; readonly open: OpenAttempt | null }> {
  const { lines } = await drive.state.readJournal();
  const { open, retrying } = readAttempts(lines);
  const pending = (await workOf(drive.checkout.tree, drive.session)).map((item) => item.path);
  const head = await headMoved(drive);
  if (head === 'descendant') {
    const now = describeHead(await drive.checkout.tree.head());
    tell(drive.world, { notice: 'head-followed', was: describeHead(drive.checkout.head), now });
  }
  const facts: ResumeFacts = {
    ...early,
    state: drive.record.status.state,
    isolation: drive.isolation,
    head,
    held: heldPhase(drive.record),
    open: open === null ? null : openFacts(drive.record, open, await liesAsLeft(drive, open)),
    retrying: retrying !== null && isPlanned(drive.record, retrying.phase) ? retrying : null,
    // What the setup of a new worktree made so far is no edit of a person.
    treeDiffers: pending.length > 0 && !(await isSettingUp(drive, lines)),
    approvalVoid: voidApproval(drive.record, pending),
  };
  return { facts, open };
}

/** Of a phase that the plan no longer has, only what was left behind matters. */
function openFacts(record: SessionRecord, open: OpenAttempt, asLeft: boolean): ResumeFacts['open'] {
  const { phase, attempt, agent, ended, cutOffs } = open;
  const planned = isPlanned(record, phase);
  return {
    phase,
    attempt,
    agentKind: planned ? agent.kind : null,
    ended: planned && ended !== null && asLeft ? attemptEnd(ended) : null,
    cutOffs: planned ? cutOffs : 0,
  };
}

/** In a worktree: nobody has made it anew, switched to another history or begun a merge since the agent ended there. */
async function liesAsLeft(
  { world, isolation, checkout: { isMadeAnew, found } }: Drive,
  { ended }: OpenAttempt,
): Promise<boolean> {
  if (isolation === 'in-place') return true;
  if (isMadeAnew || found.busy !== null || found.unmerged.length > 0) return false;
  const left = ended?.head;
  return left === undefined || (await compareHeads(world.repository, left, found.head)) !== 'elsewhere';
}

const isPlanned = ({ workflow }: SessionRecord, phase: PhaseId): boolean =>
  workflow.phases.some((candidate) => candidate.id === phase);

/** Until an attempt has begun: a crash may come as soon as the setup is through. */
async function isSettingUp({ state, record }: Drive, lines: readonly JournalLine[]): Promise<boolean> {
  if (record.workflow.worktree.setup.length === 0) return false;
  const begun = lines.findLast(
    (line) => line.type === 'attempt-begun' || (line.type === 'process-started' && line.what === 'setup'),
  );
  return begun?.type === 'process-started' || (await state.about())?.setup === 'pending';
}

function heldPhase(record: SessionRecord): ResumeFacts['held'] {
  const row = record.status.rows.find(
    (candidate) => candidate.status === 'waiting' || candidate.status === 'blocked',
  );
  if (row === undefined) return null;
  const known = record.records.get(row.phase);
  return { phase: row.phase, attempt: row.attempt, by: waitsFor(known) };
}

const waitsFor = (known: PhaseRecord | undefined): NonNullable<ResumeFacts['held']>['by'] =>
  known?.status === 'blocked' ? blockedBy(known) : askedOf(known);

/** The phase closed last, when it was approved and what was approved is not what lies there now. */
function voidApproval(record: SessionRecord, pending: readonly RepoPath[]): PhaseId | null {
  const closed = [...record.records.values()]
    .filter((known) => known.status === 'done')
    .sort(inClosingOrder)
    .at(-1);
  // A word on the packet is about what it hands on, not about what it made.
  const word = closed?.approvals.findLast(({ packet }) => packet === undefined);
  if (closed === undefined || word?.decision !== 'approved') return null;
  return closed.artifacts.some((artifact) => pending.includes(artifact.path as RepoPath))
    ? closed.phase
    : null;
}
