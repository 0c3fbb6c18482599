import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RepoPath, SessionId } from '../../model/names/ids.ts';
import { sessionFolder } from '../../model/names/places.ts';
import { APPLYING, LANDING, type OverwritePolicy } from '../../model/plan/planOverwrite.ts';
import type { SessionAbout, WorkingTree } from '../ports.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { asInTree } from './captureWork.ts';
import { endCutOffWrite, overwriterOf } from './keepSaved.ts';
import { overwrite, type OverwritePlace } from './overwrite.ts';
import { planOverwriting, type Overwriting } from './planOverwriting.ts';
import { rootInPlace } from './workingRoot.ts';
import { remember } from './workingTreeOf.ts';
import { writeSteps } from './writeSteps.ts';
import type { World } from '../world.ts';

/**
 * Uses the person's own working tree for a session. If the session was here before, it stays as it is. On another clone it must
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
    step: writeSteps(world),
  });
  await refuseBusy(tree, root);
  await endCutOffWrite(world, tree, overwriterOf(record));
  if (here !== null) {
    // Left by an interrupted start or deletion: neither writes the line while the folder is incomplete.
    if (await files.excludes(repository.commonDir, excludePattern(record))) return here;
    await putBackFolder(world, record, tree);
    await files.exclude(repository.commonDir, excludePattern(record), true);
    return here;
  }
  await repository.refuseUnsafe(record.commit);
  const head = await tree.head();
  if (head.commit === null) throw new CairnError('git/no-commit', { folder: root });
  const place = { world, tree, by: overwriterOf(record) };
  const plan = await planTakingOver(place, record, head.commit);
  const placed = await remember(world, session, {
    branch: record.status.branch,
    root,
    isolation: 'in-place',
    setup: 'done',
    head,
  });
  await files.exclude(repository.commonDir, excludePattern(record), true);
  await overwrite(place, plan, async () => {
    await files.exclude(repository.commonDir, excludePattern(record), false);
    if (about === null) await state.of(session).remove();
    else await remember(world, session, about);
  });
  return placed;
}

/** Writes missing files of the session folder, which would otherwise count as deleted by a person. */
async function putBackFolder(world: World, record: SessionRecord, tree: WorkingTree): Promise<void> {
  const { repository, files } = world;
  const { session, tree: whole } = record;
  const missing: RepoPath[] = [];
  for (const { path } of await repository.list(whole, sessionFolder(session)))
    if ((await files.kind(tree.root, path)) === null) missing.push(path);
  if (missing.length === 0) return;
  await repository.refuseUnsafe(whole);
  const without = await repository.compose(whole, new Map(missing.map((path) => [path, null])));
  const place = { world, tree, by: overwriterOf(record) };
  await overwrite(place, await planOverwriting(place, asInTree(without), whole, APPLYING, { only: missing }));
}

/** Would lose what is on disk and in no commit, or what git ignores where the session has a file. */
async function planTakingOver(
  place: OverwritePlace,
  { session, tree: to }: SessionRecord,
  head: CommitId,
): Promise<Overwriting> {
  const refuse = (what: 'uncommitted' | 'ignored', files: readonly string[]): void => {
    if (files.length > 0) throw wouldOverwrite(session, what, files);
  };
  refuse('uncommitted', await place.tree.uncommitted());
  const { tree: from } = await place.world.repository.commitEntry(head);
  const plan = await planOverwriting(place, asInTree(from), to, TAKING_OVER);
  refuse(
    'ignored',
    plan.refused.map(({ path }) => path),
  );
  return plan;
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

/** Never leave half a tree: the next capture would take our own gaps for deletions. */
const TAKING_OVER: OverwritePolicy = {
  ...LANDING,
  refusal: (session, missing) =>
    wouldOverwrite(
      session,
      'refused',
      missing.map(({ path, why }) => `${path} (${why})`),
    ),
};

/** Keeps the session folder out of the person's `git status`. */
export const excludePattern = (of: { readonly session: SessionRecord['session'] }): string =>
  `/${sessionFolder(of.session)}/`;

/** Refuses to capture on top of a merge, rebase, cherry-pick, revert, bisect or unmerged paths. */
export async function refuseBusy(
  tree: { footing(): Promise<{ readonly busy: string | null; readonly unmerged: readonly string[] }> },
  folder: string,
): Promise<void> {
  const { busy, unmerged } = await tree.footing();
  if (busy !== null) throw new CairnError('git/busy', { operation: busy, folder });
  if (unmerged.length > 0) throw new CairnError('git/unmerged', { files: unmerged });
}
