import { CairnError } from '../base/cairnError.ts';
import { sessionFolder } from '../model/places.ts';
import type { SessionAbout } from './ports.ts';
import type { SessionRecord } from './sessionRecord.ts';
import { remember } from './workingTreeOf.ts';
import type { World } from './world.ts';

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
  const here = about !== null && about.isolation === 'in-place' ? about : null;
  const root = here?.root ?? repository.root;
  const tree = repository.workingTree({
    root,
    index: state.of(session).index,
    always: [sessionFolder(session)],
  });
  await refuseBusy(tree, root);
  if (here !== null) return here;
  const uncommitted = await tree.uncommitted();
  if (uncommitted.length > 0) {
    throw new CairnError('usage/not-possible', {
      act: 'resume --in-place',
      session,
      why: `the working tree has ${uncommitted.length} uncommitted files, and the session's files are about to be written into it`,
      hint: 'commit them first, or resume without --in-place',
    });
  }
  const head = await tree.head();
  if (head.commit === null) throw new CairnError('git/no-commit', { folder: root });
  const placed = await remember(world, session, {
    branch: record.status.branch,
    root,
    isolation: 'in-place',
    setup: 'done',
    head,
  });
  await files.exclude(repository.commonDir, excludePattern(record), true);
  await tree.load(head.commit);
  await tree.write((await repository.commitEntry(head.commit)).tree, record.tree);
  return placed;
}

/** Keeps the session folder out of the user's `git status`. */
export const excludePattern = (of: { readonly session: SessionRecord['session'] }): string =>
  `/${sessionFolder(of.session)}/`;

/** Merge, rebase, cherry-pick, revert, bisect or unmerged paths: nothing is captured on top of these. */
export async function refuseBusy(
  tree: { condition(): Promise<{ readonly busy: string | null; readonly unmerged: readonly string[] }> },
  folder: string,
): Promise<void> {
  const { busy, unmerged } = await tree.condition();
  if (busy !== null) throw new CairnError('git/busy', { operation: busy, folder });
  if (unmerged.length > 0) throw new CairnError('git/unmerged', { files: unmerged });
}
