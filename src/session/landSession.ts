import { CairnError } from '../base/cairnError.ts';
import type { CommitId, RefName, RepoPath, SessionId, TreeId } from '../model/ids.ts';
import { CAIRN_FOLDER } from '../model/places.ts';
import type { CairnApi } from './api.ts';
import { captureWork } from './captureWork.ts';
import { findSession } from './findSession.ts';
import { readHistory } from './history.ts';
import { refuseBusy } from './inPlace.ts';
import { readSession, type SessionRecord } from './sessionRecord.ts';
import { refuseInsidePhase } from './withDrive.ts';
import { workingRoot } from './workingRoot.ts';
import type { World } from './world.ts';

type Landed = Awaited<ReturnType<CairnApi['land']>>;

/** Takes a session's changes, without `.cairn/`, into a new branch or into the current working tree. A conflict writes nothing. */
export async function landSession(
  world: World,
  session: SessionId,
  how: { readonly branch: string } | { readonly apply: true },
): Promise<Landed> {
  refuseInsidePhase(world, 'land');
  const found = await findSession(world, session);
  const record = await readSession(world.repository, session, found.ref, found.tip);
  const before = await withoutOurs(world, await openedTree(world, record), record.status.base);
  const after = await withoutOurs(world, record.tree, record.status.base);
  const changed = (await world.repository.changes(before, after)).map((change) => change.path);
  if (changed.length === 0)
    throw new CairnError('repo/land-refused', {
      why: 'the session changed nothing outside .cairn/',
      output: '',
    });
  const landed =
    'branch' in how
      ? await landOnBranch(world, record, before, after, how.branch)
      : await landHere(world, record, before, after);
  return { session, seq: record.status.seq, state: record.status.state, changed, ...landed };
}

/** What the session started from: `opened`, which in place holds the person's own uncommitted changes too. */
async function openedTree({ repository }: World, record: SessionRecord): Promise<CommitId> {
  const opened = (await readHistory(repository, record)).at(-1);
  return opened?.trailers.kind === 'opened' ? opened.commit : record.status.base;
}

/** `.cairn/` is as it is in the base, whatever the session did there. */
async function withoutOurs({ repository }: World, tree: TreeId | CommitId, base: CommitId): Promise<TreeId> {
  const bare = await repository.compose(tree, new Map([[CAIRN_FOLDER, null]]));
  const kept = await repository.list(base, CAIRN_FOLDER);
  return repository.compose(
    bare,
    new Map(kept.map((entry) => [entry.path, { blob: entry.blob, mode: entry.mode }])),
  );
}

async function landOnBranch(
  world: World,
  record: SessionRecord,
  before: TreeId,
  after: TreeId,
  branch: string,
): Promise<Pick<Landed, 'commit' | 'branch'>> {
  const { repository } = world;
  const why = await repository.whyNotBranch(branch);
  if (why !== null) throw new CairnError('repo/branch-refused', { branch, why });
  const ref = `refs/heads/${branch}` as RefName;
  if ((await repository.tip(ref)) !== null)
    throw new CairnError('repo/branch-refused', { branch, why: 'it exists already' });
  const { base } = record.status;
  const tree = await mergeOrThrow(world, record, before, (await repository.commitEntry(base)).tree, after);
  const made = await repository.commitAsPerson({
    tree,
    parent: base,
    message: `${record.status.title}\n\nLanded from ${record.status.branch}, checkpoint ${record.status.seq}.\n`,
  });
  if ('refused' in made)
    throw new CairnError('repo/land-refused', { why: 'git did not make the commit', output: made.refused });
  if (!(await repository.moveRef(ref, { from: null, to: made.commit, why: 'cairn: landed' })))
    throw new CairnError('repo/branch-refused', { branch, why: 'it exists already' });
  return { commit: made.commit, branch };
}

async function landHere(
  world: World,
  record: SessionRecord,
  before: TreeId,
  after: TreeId,
): Promise<Pick<Landed, 'commit' | 'branch'>> {
  const { repository, state } = world;
  const { root } = repository;
  if (record.status.isolation === 'worktree' && (await workingRoot(world, record.session)) === root) {
    throw new CairnError('repo/land-refused', {
      why: 'this is the worktree of the session itself: its changes are here already',
      output: '',
    });
  }
  const tree = repository.workingTree({ root, index: `${state.of(record.session).index}-land`, always: [] });
  await refuseBusy(tree, root);
  const head = await tree.head();
  if (head.commit === null) throw new CairnError('git/no-commit', { folder: root });
  await tree.load(head.commit);
  const ours = await captureWork(world, tree, record.session);
  const merged = await mergeOrThrow(world, record, before, ours.tree, after);
  await refuseHidden(world, root, ours.tree, merged);
  const { skipped } = await tree.write(ours.tree, merged);
  if (skipped.length > 0)
    throw new CairnError('repo/land-conflict', {
      session: record.session,
      files: skipped.map((item) => item.path),
    });
  return { commit: null, branch: null };
}

/** A file that git does not see (ignored, too large) and that the session adds: landing would overwrite it. */
async function refuseHidden(world: World, root: string, ours: TreeId, merged: TreeId): Promise<void> {
  const hidden: RepoPath[] = [];
  for (const change of await world.repository.changes(ours, merged)) {
    if (change.kind === 'added' && (await world.files.kind(root, change.path)) !== null)
      hidden.push(change.path);
  }
  if (hidden.length > 0)
    throw new CairnError('repo/land-refused', {
      why: `these files are here already and git ignores them: ${hidden.join(', ')}`,
      output: '',
    });
}

async function mergeOrThrow(
  world: World,
  record: SessionRecord,
  before: TreeId,
  ours: TreeId,
  theirs: TreeId,
): Promise<TreeId> {
  const merged = await world.repository.merge(before, ours, theirs);
  if ('tree' in merged) return merged.tree;
  throw new CairnError('repo/land-conflict', { session: record.session, files: merged.conflicts });
}
