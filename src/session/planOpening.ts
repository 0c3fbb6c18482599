import { CairnError } from '../base/cairnError.ts';
import type { CommitId, RefName, SessionId } from '../model/ids.ts';
import { branchName, branchRef, sessionFolder, sessionRefs } from '../model/places.ts';
import { defaultSessionId, readSessionName } from '../model/sessionId.ts';
import type { Isolation } from '../model/workflow.ts';
import type { StartOptions } from './api.ts';
import { refuseBusy } from './inPlace.ts';
import { loadWorkflow, refuseIgnoredArtifacts, type LoadedWorkflow } from './loadWorkflow.ts';
import type { WorkingTree } from './ports.ts';
import { checkPlace, worktreePlace } from './workingTreeOf.ts';
import type { World } from './world.ts';

/** Everything that a session begins with, checked; nothing has been written yet. */
export interface Opening {
  readonly session: SessionId;
  readonly ref: RefName;
  readonly isolation: Isolation;
  readonly base: CommitId;
  readonly loaded: LoadedWorkflow;
  /** Uncommitted files of the tree that the session is started from. */
  readonly uncommitted: readonly string[];
  /** A merge or rebase in progress that does not concern a worktree session, but that the person should know of. */
  readonly told: readonly string[];
}

const LEAST_FREE = 200 * 1024 * 1024;

/** Refuses whatever format section 3 refuses, before anything is written. */
export async function planOpening(world: World, options: StartOptions): Promise<Opening> {
  const { repository, files } = world;
  const loaded = await loadWorkflow(files, repository.root, options.workflow);
  const isolation: Isolation = options.inPlace ? 'in-place' : loaded.workflow.isolation;
  if (options.request.trim() === '')
    throw new CairnError('usage/invalid', { what: '--request', why: 'it is empty' });
  if (options.base !== null && isolation === 'in-place')
    throw new CairnError('usage/invalid', { what: '--base', why: 'an in-place session starts from HEAD' });
  if (options.base !== null && options.withChanges)
    throw new CairnError('usage/invalid', {
      what: '--with-changes',
      why: 'uncommitted changes belong to HEAD, not to the commit that --base names',
    });
  const tree = repository.workingTree({ root: repository.root, index: '', always: [] });
  const base = await baseOf(world, tree, options);
  const told = await conditionOf(tree, repository.root, isolation === 'in-place' || options.withChanges);
  const session = await sessionIdOf(world, options, loaded.workflow.branchPrefix);
  const ref = await branchOf(world, loaded.workflow.branchPrefix, session);
  await refuseUsed(world, session, base);
  await refuseIgnoredArtifacts(repository, repository.root, session, loaded);
  refuseUnknownUntil(options, loaded);
  if (isolation === 'worktree') await checkPlace(world, worktreePlace(world, session));
  const free = await files.free(repository.commonDir);
  if (free < LEAST_FREE)
    throw new CairnError('machine/no-space', { folder: repository.commonDir, free, needed: LEAST_FREE });
  return {
    session,
    ref,
    isolation,
    base,
    loaded,
    uncommitted: await tree.uncommitted(),
    told: [...told, ...syncedFolder(repository.root)],
  };
}

async function baseOf({ repository }: World, tree: WorkingTree, options: StartOptions): Promise<CommitId> {
  const head = await tree.head();
  if (head.commit === null) throw new CairnError('git/no-commit', { folder: repository.root });
  if (options.base === null) return head.commit;
  const base = await repository.resolve(options.base);
  if (base === null)
    throw new CairnError('usage/invalid', {
      what: '--base',
      why: `there is no commit named ${options.base}`,
    });
  return base;
}

async function conditionOf(tree: WorkingTree, root: string, concerned: boolean): Promise<readonly string[]> {
  if (concerned) {
    await refuseBusy(tree, root);
    return [];
  }
  const { busy } = await tree.condition();
  return busy === null
    ? []
    : [`A ${busy} is in progress here. The session starts from the last commit and is not affected.`];
}

async function sessionIdOf({ clock, ids }: World, options: StartOptions, prefix: string): Promise<SessionId> {
  if (options.id === null) return defaultSessionId(options.request, clock.now(), ids.suffix());
  const checked = readSessionName(options.id, prefix);
  if (!checked.ok) throw new CairnError('usage/session-id', { id: options.id, why: checked.error });
  return checked.value;
}

/** A name that git refuses, or that a branch of the same name as its folder stands in the way of. */
async function branchOf({ repository }: World, prefix: string, session: SessionId): Promise<RefName> {
  const branch = branchName(prefix, session);
  const why = await repository.whyNotBranch(branch);
  if (why !== null) throw new CairnError('repo/branch-refused', { branch, why });
  const parents = branch
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  for (const parent of parents) {
    if ((await repository.tip(`refs/heads/${parent}` as RefName)) !== null) {
      throw new CairnError('repo/branch-refused', {
        branch,
        why: `a branch named ${parent} exists, so git has no room for ${parent}/…`,
      });
    }
  }
  return branchRef(prefix, session);
}

/** Used: a branch here or on a remote, a ref of ours, or a session folder in the base or on disk. */
async function refuseUsed(world: World, session: SessionId, base: CommitId): Promise<void> {
  const { repository, files } = world;
  const refs = await repository.refs([
    `refs/heads/**/${session}`,
    `refs/remotes/**/${session}`,
    sessionRefs(session),
  ]);
  const where =
    refs[0]?.name ??
    ((await repository.list(base, sessionFolder(session))).length > 0
      ? `${sessionFolder(session)} in the base`
      : null) ??
    ((await files.kind(repository.root, sessionFolder(session))) === null
      ? null
      : `${sessionFolder(session)} in the working tree`);
  if (where !== null) throw new CairnError('usage/session-used', { id: session, where });
}

function refuseUnknownUntil(options: StartOptions, { workflow }: LoadedWorkflow): void {
  if (options.until === null || workflow.phases.some((phase) => phase.id === options.until)) return;
  throw new CairnError('usage/unknown-phase', {
    phase: options.until,
    known: workflow.phases.map((phase) => phase.id),
  });
}

/** Folders that a sync client writes into behind everybody's back: not refused, but said. */
function syncedFolder(root: string): readonly string[] {
  const client = /[\\/](Dropbox|OneDrive[^\\/]*|Google Drive|iCloud Drive|Mobile Documents)[\\/]/i.exec(
    root,
  )?.[1];
  return client === undefined
    ? []
    : [
        `This repository lies in a folder that ${client} syncs. Syncing .git while a session runs can damage it.`,
      ];
}
