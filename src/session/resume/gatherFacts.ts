import { basename, dirname } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint.ts';
import { glanceStatus } from '../../model/glanceStatus.ts';
import type { CommitId, PhaseId, RepoPath } from '../../model/ids.ts';
import { readAttempts, type OpenAttempt } from '../../model/openAttempt.ts';
import { parseWorkflow } from '../../model/parseWorkflow.ts';
import type { PhaseRecord } from '../../model/phaseRecord.ts';
import { workflowPath } from '../../model/places.ts';
import { planHash } from '../../model/planHash.ts';
import type { ResumeFacts } from '../../model/planResume.ts';
import type { ResumeOptions } from '../api.ts';
import type { Drive } from '../drive.ts';
import { GO_ON_HERE } from '../run/askWhereToGoOn.ts';
import { compareHeads, describeHead, headMoved, type HeadMoved } from '../workingTree/head.ts';
import { readHistory } from '../record/history.ts';
import { loadWorkflow, type LoadedWorkflow } from '../record/loadWorkflow.ts';
import { questionsOf } from '../../model/questionsOf.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { readStatusFile } from '../checkpoint/statusFile.ts';
import { tell } from '../tell.ts';
import { decode } from '../record/text.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { workOf } from '../workingTree/workOf.ts';
import type { World } from '../world.ts';

/** The workflow that the session should follow from now on, and how far it is from the one it follows. */
export interface WorkflowChange {
  readonly kind: ResumeFacts['plan'];
  readonly loaded: LoadedWorkflow | null;
}

/** What can be known of a session before anything of it is touched. */
export async function earlyFacts(
  world: World,
  record: SessionRecord,
  options: ResumeOptions,
): Promise<{ readonly facts: ResumeFacts; readonly change: WorkflowChange }> {
  // Each is a process of git's own; none needs another.
  const [history, remote, root] = await Promise.all([
    readHistory(world.repository, record),
    remoteRelation(world, record),
    workingRoot(world, record.session),
  ]);
  const [change, asked, head] = await Promise.all([
    workflowChange(world, record, history, root, options.workflow),
    questions(world, record, history),
    headHere(world, record, root),
  ]);
  const facts: ResumeFacts = {
    lease: 'free',
    state: record.status.state,
    remote,
    history: asked.length > 0 ? 'questionable' : 'known',
    plan: change.kind,
    isolation: record.status.isolation,
    head,
    held: heldPhase(record),
    open: null,
    treeDiffers: false,
    approvalVoid: null,
    said: {
      here: options.here,
      trust: options.trust,
      acceptPlan: options.acceptPlan,
      leftovers: options.leftovers,
    },
  };
  return { facts, change };
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
  const { open } = readAttempts((await drive.state.readJournal()).lines);
  const pending = (await workOf(drive.tree, drive.session)).map((item) => item.path);
  const head = await headMoved(drive);
  if (head === 'descendant') {
    const now = describeHead(await drive.tree.head());
    tell(
      drive.world,
      `HEAD was on ${describeHead(drive.head)} and is now on ${now}; the session goes on from there.`,
    );
  }
  const facts: ResumeFacts = {
    ...early,
    state: drive.record.status.state,
    isolation: drive.isolation,
    head,
    held: heldPhase(drive.record),
    open: open === null ? null : openFacts(drive.record, open),
    // What the setup of a new worktree made so far is no edit of a person.
    treeDiffers: pending.length > 0 && !(await isSettingUp(drive)),
    approvalVoid: voidApproval(drive.record, pending),
  };
  return { facts, open };
}

/** Of a phase that the plan no longer has, only what was left behind matters. */
function openFacts({ workflow }: SessionRecord, open: OpenAttempt): ResumeFacts['open'] {
  const { phase, attempt, ended, cutOffs } = open;
  const planned = workflow.phases.some((candidate) => candidate.id === phase);
  return { phase, attempt, agentEnded: planned && ended !== null, cutOffs: planned ? cutOffs : 0 };
}

async function isSettingUp({ state, record }: Drive): Promise<boolean> {
  return record.workflow.worktree.setup.length > 0 && (await state.about())?.setup === 'pending';
}

/** Reasons to ask before going on from a tip that was not published here. A clone that has never published trusts what it finds. */
export async function questions(
  world: World,
  record: SessionRecord,
  history: readonly Checkpoint[],
): Promise<readonly string[]> {
  const tip = { commit: record.commit, isCheckpoint: record.trailers !== null };
  const published = await world.state.of(record.session).published();
  return [...questionsOf(tip, history, published), ...(await movedBack(world, record, published))];
}

/**
 * A newer checkpoint was published from here, and the branch has been moved back behind it. That a crash came before
 * the branch moved looks the same, but for the STATUS.md that is only rendered afterwards.
 */
async function movedBack(
  world: World,
  { session, commit, status }: SessionRecord,
  published: ReadonlySet<string>,
): Promise<readonly string[]> {
  const newest = [...published].at(-1) as CommitId | undefined;
  if (newest === undefined || newest === commit) return [];
  const { repository, files } = world;
  const root = await workingRoot(world, session);
  const lying = root === null ? null : await readStatusFile(files, root, session);
  const seq = lying === null ? null : glanceStatus(lying.text)?.seq;
  if (typeof seq !== 'number' || seq <= status.seq) return [];
  try {
    if (!(await repository.isAncestor(commit, newest))) return [];
  } catch {
    // It is not there any more: nobody can go on from it.
    return [];
  }
  return [
    `the branch was moved back: checkpoint ${newest.slice(0, 7)} was published from here after ${commit.slice(0, 7)}`,
  ];
}

/** The tip against all remote-tracking branches of the session; `names` are for people. */
export async function remoteTips(
  world: World,
  record: SessionRecord,
): Promise<
  readonly { readonly name: string; readonly commit: string; readonly relation: ResumeFacts['remote'] }[]
> {
  const { repository } = world;
  const refs = await repository.refs([`refs/remotes/*/${record.ref.slice('refs/heads/'.length)}`]);
  const tips: { name: string; commit: string; relation: ResumeFacts['remote'] }[] = [];
  for (const ref of refs) {
    const name = ref.name.slice('refs/remotes/'.length);
    if (ref.commit === record.commit) tips.push({ name, commit: ref.commit, relation: 'same' });
    else if (await repository.isAncestor(ref.commit, record.commit))
      tips.push({ name, commit: ref.commit, relation: 'ahead' });
    else
      tips.push({
        name,
        commit: ref.commit,
        relation: (await repository.isAncestor(record.commit, ref.commit)) ? 'behind' : 'diverged',
      });
  }
  return tips;
}

async function remoteRelation(world: World, record: SessionRecord): Promise<ResumeFacts['remote']> {
  const relations = (await remoteTips(world, record)).map((tip) => tip.relation);
  return (
    (['diverged', 'behind', 'ahead', 'same'] as const).find((relation) => relations.includes(relation)) ??
    'none'
  );
}

function heldPhase(record: SessionRecord): ResumeFacts['held'] {
  const row = record.status.rows.find(
    (candidate) => candidate.status === 'waiting' || candidate.status === 'blocked',
  );
  if (row === undefined) return null;
  const known = record.records.get(row.phase);
  return { phase: row.phase, attempt: row.attempt, by: waitsFor(known) };
}

function waitsFor(known: PhaseRecord | undefined): NonNullable<ResumeFacts['held']>['by'] {
  if (known?.question === undefined) return 'approval';
  if (known.question.options?.includes(GO_ON_HERE) === true) return 'head';
  return known.agent?.kind === 'manual' && known.outcome === 'needs-input' ? 'work' : 'question';
}

/** The phase closed last, when it was approved and what was approved is not what lies there now. */
function voidApproval(record: SessionRecord, pending: readonly RepoPath[]): PhaseId | null {
  const closed = [...record.records.values()]
    .filter((known) => known.status === 'done')
    .sort((a, b) => b.seq - a.seq)[0];
  if (closed === undefined || closed.approvals.at(-1)?.decision !== 'approved') return null;
  return closed.artifacts.some((artifact) => pending.includes(artifact.path as RepoPath))
    ? closed.phase
    : null;
}

/** How the workflow that a resume would follow differs: the one that was `named`, else the session's own as it lies here. */
export async function workflowChange(
  world: World,
  record: SessionRecord,
  history: readonly Checkpoint[],
  root: string | null,
  named: string | null,
): Promise<WorkflowChange> {
  const loaded =
    named === null
      ? await editedWorkflow(world, record, history, root)
      : await loadWorkflow(world.files, world.repository.root, named);
  if (loaded === null || loaded.text === record.workflowText) return { kind: 'same', loaded: null };
  const kind =
    planHash(loaded.workflow, world.sha256) === planHash(record.workflow, world.sha256)
      ? 'outside-plan'
      : 'inside-plan';
  return { kind, loaded };
}

async function editedWorkflow(
  world: World,
  record: SessionRecord,
  history: readonly Checkpoint[],
  root: string | null,
): Promise<LoadedWorkflow | null> {
  if (root === null) return null;
  const path = workflowPath(record.session);
  const bytes = await world.files.read(root, path);
  if (bytes === null) return null;
  const text = decode(bytes);
  if (text === record.workflowText || (await isLeftBehind(world, record, history, text))) return null;
  const parsed = parseWorkflow(path, text);
  if (!parsed.ok) throw new CairnError('workflow/invalid', { file: path, problems: parsed.error });
  return { workflow: parsed.value, text, file: `${basename(dirname(path))}/${basename(path)}` };
}

/** True for a workflow as a checkpoint had it that was published here: the tip came from elsewhere and has another. */
async function isLeftBehind(
  { state, repository }: World,
  { session, commit }: SessionRecord,
  history: readonly Checkpoint[],
  text: string,
): Promise<boolean> {
  const published = await state.of(session).published();
  if (published.has(commit)) return false;
  const seen = history.find((checkpoint) => published.has(checkpoint.commit));
  const bytes = seen === undefined ? null : await repository.read(seen.commit, workflowPath(session));
  return bytes !== null && decode(bytes) === text;
}
