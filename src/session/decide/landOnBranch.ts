import { CairnError } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { closedInOrder } from '../../model/land/closedInOrder.ts';
import type { LandedPart } from '../../model/land/landFacts.ts';
import type { CommitId, PhaseId, RefName, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { LandOnBranch } from '../api/restore.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import type { RefWriter, Refs } from '../ports.ts';
import type { World } from '../world.ts';
import { landMessages } from './landMessages.ts';

/** What is landed, and how its trees come to be on another one. */
export interface Landing {
  readonly record: SessionRecord;
  readonly history: readonly Checkpoint[];
  /** The tree of the newest checkpoint as it lands. */
  readonly tip: TreeId;
  /** The tree of a checkpoint as it lands: with `.cairn/` as the base has it. */
  readonly treeAt: (commit: CommitId) => Promise<TreeId>;
  /** `ours` with what the session had changed at `theirs`, a tree as it lands. Throws on a conflict. */
  readonly merge: (ours: TreeId, theirs: TreeId) => Promise<TreeId>;
  /** The paths that differ. Throws if none does. */
  readonly changed: (before: TreeId, after: TreeId) => Promise<readonly RepoPath[]>;
}

/** Makes the commits as the person would, then the branch: until the last of them is there nothing points at any. */
export async function landOnBranch(
  world: World,
  landing: Landing,
  { branch, commits = 'one' }: LandOnBranch,
): Promise<{
  readonly commit: CommitId | null;
  readonly branch: string;
  readonly changed: readonly RepoPath[];
  readonly commits: readonly CommitId[];
}> {
  const { repository } = world;
  const { record } = landing;
  const ref = await freeBranch(repository, record, branch);
  const { base } = record.status;
  const ours = (await repository.commitEntry(base)).tree;
  const steps = await stepsOf(landing, ours, commits);
  // Compared with its parent: if a session reverted what was uncommitted when it began, nothing changes there.
  const changed = await landing.changed(ours, steps.at(-1)?.tree ?? ours);
  const messages = await landMessages(world, record, landing.history);
  const written: { readonly tree: TreeId; readonly message: string }[] = [];
  for (const [at, step] of steps.entries()) {
    const isWhole = step.phase === null && at === 0;
    const message = isWhole ? messages.whole() : messages.ofPart(step, at === 0);
    written.push({ tree: step.tree, message: await message });
  }
  const made = await repository.commitAsPerson({ parent: base, commits: written });
  if ('refused' in made) throw notMade(steps, made);
  world.reached('land/commit-made');
  const commit = made.commits.at(-1) ?? null;
  if (!(await repository.moveRef(ref, { from: null, to: commit, why: 'cairn: landed' })))
    throw wrongBranch(branch, 'it exists already');
  world.reached('land/ref-moved');
  return { commit, branch, changed, commits: made.commits };
}

/** A commit to make. */
interface Step extends LandedPart {
  readonly tree: TreeId;
}

/** The trees to go through. A phase that changes nothing is told of in the next commit, behind the last one in that. */
async function stepsOf(
  { record, history, tip, treeAt, merge }: Landing,
  ours: TreeId,
  commits: NonNullable<LandOnBranch['commits']>,
): Promise<readonly Step[]> {
  const whole = await merge(ours, tip);
  const closed = commits === 'one' ? [] : closedInOrder(history, record.status.rows);
  const steps: Step[] = [];
  let tells: readonly PhaseId[] = [];
  for (const { phase, commit } of [...closed, { phase: null, commit: record.commit }]) {
    const tree =
      phase === null || commit === record.commit
        ? whole
        : await inPhase(phase, async () => merge(ours, await treeAt(commit)));
    if (phase !== null) tells = [...tells, phase];
    if (tree === (steps.at(-1)?.tree ?? ours)) continue;
    steps.push({ phase, tells, tree });
    tells = [];
  }
  const last = steps.pop();
  return last === undefined ? [] : [...steps, { ...last, tells: [...last.tells, ...tells] }];
}

/** All of it merges, so that one commit of it can be made: a conflict says in which phase it is. */
async function inPhase(phase: PhaseId, merging: () => Promise<TreeId>): Promise<TreeId> {
  try {
    return await merging();
  } catch (error) {
    if (!CairnError.is(error, 'repo/land-conflict')) throw error;
    throw new CairnError('repo/land-conflict', { ...error.details, phase });
  }
}

function notMade(
  steps: readonly Step[],
  { refused, at }: { readonly refused: string; readonly at: number },
): CairnError {
  const of = `of ${steps[at]?.phase ?? 'what is unfinished'} (${at + 1} of ${steps.length})`;
  const why = `git did not make the commit${steps.length === 1 ? '' : ` ${of}`}`;
  return new CairnError('repo/land-refused', { why, output: refused });
}

/** A free name that git accepts and that nobody could mistake for a session or for HEAD. */
async function freeBranch(
  repository: Refs & RefWriter,
  { status, session }: SessionRecord,
  branch: string,
): Promise<RefName> {
  const why = await repository.whyNotBranch(branch);
  if (why !== null) throw wrongBranch(branch, why);
  const prefixes = ['cairn/', status.branch.slice(0, -session.length)];
  if (
    /^(HEAD|@|refs)(\/|$)/.test(branch) ||
    prefixes.some((prefix) => prefix !== '' && branch.startsWith(prefix))
  )
    throw wrongBranch(branch, 'names like this have a meaning of their own; choose another');
  const ref = `refs/heads/${branch}` as RefName;
  if ((await repository.tip(ref)) !== null)
    throw wrongBranch(branch, 'it exists already; choose another name');
  return ref;
}

const wrongBranch = (branch: string, why: string): CairnError =>
  new CairnError('usage/invalid', { what: { given: 'branch', value: branch }, why });
