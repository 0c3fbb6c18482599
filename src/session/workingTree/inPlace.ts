import { CairnError } from '../../base/cairnError.ts';
import type { RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import { sessionFolder } from '../../model/names/places.ts';
import type { SessionAbout, WorkingTree } from '../ports.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { endCutOffWrite, letGo, overwriterOf } from './keepSaved.ts';
import { rootInPlace } from './workingRoot.ts';
import { remember } from './workingTreeOf.ts';
import type { World } from '../world.ts';

/**
 * The user's own working tree as the place of a session. Here before: as it was. On another clone it must
 * be clean, because the tip's files are written into it.
 */
export async function takeOverTree(
  world: World,
  record: SessionRecord,
  about: SessionAbout | null,
): Promise<SessionAbout> {
  const { repository, state, files } = world;
  const { session } = record;
  const before = about !== null && about.isolation === 'in-place' ? about : null;
  const root = before === null ? repository.root : await rootInPlace(world, before);
  const here = before === null ? null : { ...before, root };
  if (before !== null && before.root !== root) await state.of(session).note({ root });
  const tree = repository.workingTree({
    root,
    index: state.of(session).index,
    always: [sessionFolder(session)],
  });
  await refuseBusy(tree, root);
  await endCutOffWrite(world, tree, overwriterOf(record));
  if (here !== null) {
    // Of an opening, or of a deletion, that was cut off: both leave the line out while the folder is not whole.
    if (await files.excludes(repository.commonDir, excludePattern(record))) return here;
    await putBackFolder(world, record, tree);
    await files.exclude(repository.commonDir, excludePattern(record), true);
    return here;
  }
  await repository.refuseUnsafe(record.commit);
  const head = await tree.head();
  if (head.commit === null) throw new CairnError('git/no-commit', { folder: root });
  const from = (await repository.commitEntry(head.commit)).tree;
  await refuseOverwriting(world, record, tree, from);
  const placed = await remember(world, session, {
    branch: record.status.branch,
    root,
    isolation: 'in-place',
    setup: 'done',
    head,
  });
  await files.exclude(repository.commonDir, excludePattern(record), true);
  const written = await tree.write(from, record.tree);
  const { skipped } = written;
  if (skipped.length === 0) {
    await letGo(world, tree, overwriterOf(record), written);
    return placed;
  }
  // Half a tree is none: what would be captured next are our own gaps.
  await letGo(world, tree, overwriterOf(record), await tree.write(record.tree, from));
  await files.exclude(repository.commonDir, excludePattern(record), false);
  if (about === null) await state.of(session).remove();
  else await remember(world, session, about);
  throw wouldOverwrite(
    session,
    'refused',
    skipped.map(({ path, why }) => `${path} (${why})`),
  );
}

/** Writes what is missing of the session folder: taken for a person's deletions otherwise. */
async function putBackFolder(world: World, record: SessionRecord, tree: WorkingTree): Promise<void> {
  const { repository, files } = world;
  const { session, tree: whole } = record;
  const missing: RepoPath[] = [];
  for (const { path } of await repository.list(whole, sessionFolder(session)))
    if ((await files.kind(tree.root, path)) === null) missing.push(path);
  if (missing.length === 0) return;
  await repository.refuseUnsafe(whole);
  const without = await repository.compose(whole, new Map(missing.map((path) => [path, null])));
  await letGo(world, tree, overwriterOf(record), await tree.write(without, whole, missing));
}

/** What lies in the tree and is in no commit, or is ignored where the session has a file, would be gone. */
async function refuseOverwriting(
  { repository, files }: World,
  record: SessionRecord,
  tree: WorkingTree,
  from: TreeId,
): Promise<void> {
  const uncommitted = await tree.uncommitted();
  if (uncommitted.length > 0) throw wouldOverwrite(record.session, 'uncommitted', uncommitted);
  const unseen: string[] = [];
  for (const { path, before } of await repository.changes(from, record.tree))
    if (before === null && (await files.kind(tree.root, path)) !== null) unseen.push(path);
  if (unseen.length > 0) throw wouldOverwrite(record.session, 'ignored', unseen);
}

const wouldOverwrite = (
  session: SessionId,
  what: 'uncommitted' | 'ignored' | 'refused',
  files: readonly string[],
): CairnError =>
  new CairnError('usage/not-possible', {
    act: 'resume-in-place',
    session,
    refusal: { because: 'would-overwrite', what, files },
  });

/** Keeps the session folder out of the user's `git status`. */
export const excludePattern = (of: { readonly session: SessionRecord['session'] }): string =>
  `/${sessionFolder(of.session)}/`;

/** Merge, rebase, cherry-pick, revert, bisect or unmerged paths: nothing is captured on top of these. */
export async function refuseBusy(
  tree: { footing(): Promise<{ readonly busy: string | null; readonly unmerged: readonly string[] }> },
  folder: string,
): Promise<void> {
  const { busy, unmerged } = await tree.footing();
  if (busy !== null) throw new CairnError('git/busy', { operation: busy, folder });
  if (unmerged.length > 0) throw new CairnError('git/unmerged', { files: unmerged });
}
