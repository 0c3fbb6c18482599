import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RefName, SessionId, TreeId } from '../../model/ids.ts';
import { CAIRN_FOLDER } from '../../model/places.ts';
import type { CairnApi } from '../api.ts';
import { findSession } from '../record/findSession.ts';
import { readHistory } from '../record/history.ts';
import { landHere } from './landHere.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';
import { refuseInsidePhase } from '../drive/withDrive.ts';
import type { World } from '../world.ts';

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
      : await landHere(world, record, (ours) => mergeOrThrow(world, record, before, ours, after));
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
  const ref = await freeBranch(world, record, branch);
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
    throw wrongBranch(branch, 'it exists already');
  return { commit: made.commit, branch };
}

/** A name that git takes, that is free, and that nobody could take for a session or for HEAD. */
async function freeBranch(
  { repository }: World,
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
  new CairnError('usage/invalid', { what: `--branch ${branch}`, why });

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
