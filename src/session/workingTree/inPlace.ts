import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import { isEngineFile, sessionFolder } from '../../model/names/places.ts';
import { APPLYING, LANDING, type OverwritePolicy } from '../../model/plan/planOverwrite.ts';
import type { Tip } from '../drive.ts';
import type { SessionAbout } from '../ports.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { heldWork, isPassed, phasesHeld, refuseWithoutWork, restingTree } from '../record/heldWork.ts';
import { phaseBegunIn } from '../record/slotStates.ts';
import { asInTree, captureWork } from './captureWork.ts';
import { endCutOffWrite, overwriterOf } from './keepSaved.ts';
import { overwrite, type TreeToWrite } from './overwrite.ts';
import { planOverwriting, type Overwriting } from './planOverwriting.ts';
import { notInPlace } from './notInPlace.ts';
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
  tip: Tip,
  about: SessionAbout | null,
): Promise<SessionAbout> {
  const { repository, state, files } = world;
  const { record } = tip;
  const { session } = record;
  const before = about !== null && about.isolation === 'in-place' ? about : null;
  const root = before === null ? repository.root : await rootInPlace(world, before);
  if (before !== null && before.root !== root) await state.of(session).note({ root });
  const tree = repository.workingTree({
    root,
    index: state.of(session).index,
    always: [sessionFolder(session)],
    step: writeSteps(world),
  });
  await refuseBusy(tree, root);
  await endCutOffWrite(world, tree, overwriterOf(record));
  const place = { world, tree, by: overwriterOf(record) };
  if (before === null) await refuseApart(world, tip);
  if (before === null || before.setup === 'making') return bringHere(place, record, about);
  // Left by an interrupted start or deletion: neither writes the line while the folder is incomplete.
  if (!(await files.excludes(repository.commonDir, excludePattern(record)))) {
    await putBackFolder(place, record);
    await files.exclude(repository.commonDir, excludePattern(record), true);
  }
  return { ...before, root };
}

/** What several phases hold, or have begun here, lies in as many working trees; what one has begun in a further one is in no other. */
async function refuseApart(world: World, tip: Tip): Promise<void> {
  const { session, status } = tip.record;
  const [first = null, ...further] = await phaseBegunIn(world, tip);
  const own = new Set([...phasesHeld(tip.record), first, ...further]);
  const phases = status.rows.map(({ phase }) => phase).filter((phase) => own.has(phase));
  if (phases.length > 1) throw notInPlace(session, { because: 'several-hold', phases });
  const apart = phases.find((phase) => further.includes(phase));
  if (apart !== undefined)
    throw notInPlace(session, { because: 'work-apart', phase: apart, tip: status.seq });
}

/** Writes the tip's files. The place counts as `making` until its caller notes that it is done: after a crash this starts over. */
async function bringHere(
  place: TreeToWrite,
  record: SessionRecord,
  about: SessionAbout | null,
): Promise<SessionAbout> {
  const { world, tree } = place;
  const { repository, state, files } = world;
  const { session } = record;
  await repository.refuseUnsafe(record.commit);
  await refuseWithoutWork(repository, record);
  const head = await tree.head();
  if (head.commit === null) throw new CairnError('git/no-commit', { folder: tree.root });
  const isBegun = about?.isolation === 'in-place';
  const plan = await (isBegun ? planGoingOn : planTakingOver)(place, record, head.commit);
  const placed = await remember(world, session, {
    branch: record.status.branch,
    root: tree.root,
    isolation: 'in-place',
    setup: 'making',
    head,
    // What was noted is of a worktree.
    standing: null,
  });
  await files.exclude(repository.commonDir, excludePattern(record), true);
  await overwrite(place, plan, async () => {
    await files.exclude(repository.commonDir, excludePattern(record), false);
    if (about === null) await state.of(session).remove();
    else await remember(world, session, about);
  });
  if (isBegun) await putBackFolder(place, record);
  return placed;
}

/** Writes missing files of the session folder, which would otherwise count as deleted by a person. */
async function putBackFolder(place: TreeToWrite, record: SessionRecord): Promise<void> {
  const { session } = record;
  const { repository, files } = place.world;
  const whole = await restingTree(repository, record);
  const missing: RepoPath[] = [];
  for (const { path } of await repository.list(whole, sessionFolder(session)))
    if ((await files.kind(place.tree.root, path)) === null) missing.push(path);
  if (missing.length === 0) return;
  await repository.refuseUnsafe(whole);
  const without = await repository.compose(whole, new Map(missing.map((path) => [path, null])));
  await overwrite(place, await planOverwriting(place, asInTree(without), whole, APPLYING, { only: missing }));
}

/** Refuses if anything would be lost that is on disk and in no commit, or that git ignores where the session has a file. */
async function planTakingOver(
  place: TreeToWrite,
  record: SessionRecord,
  head: CommitId,
): Promise<Overwriting> {
  const { session } = record;
  await refusePassed(place, record);
  const to = await restingTree(place.world.repository, record);
  refuse(session, 'uncommitted', await place.tree.uncommitted());
  const { tree: from } = await place.world.repository.commitEntry(head);
  return unlessIgnored(session, await planOverwriting(place, asInTree(from), to, TAKING_OVER));
}

/** Work that others have passed lies where it began, and so not in the one working tree that there is here. */
async function refusePassed({ world: { repository } }: TreeToWrite, record: SessionRecord): Promise<void> {
  const held = heldWork(record);
  if (held === null || !(await isPassed(repository, record, held))) return;
  throw notInPlace(record.session, { because: 'held-work', phase: held.phase });
}

/** After a crash: the tip's files that are there already were written by us. */
async function planGoingOn(place: TreeToWrite, record: SessionRecord, head: CommitId): Promise<Overwriting> {
  const { session } = record;
  const to = await restingTree(place.world.repository, record);
  const { world, tree } = place;
  const pathsOf = async (from: TreeId, until: TreeId): Promise<readonly RepoPath[]> =>
    (await world.repository.changes(from, until)).map(({ path }) => path);
  await tree.load(head);
  const captured = await captureWork(world, tree, session);
  const { tree: committed } = await world.repository.commitEntry(head);
  const changed = new Set([...(await tree.uncommitted()), ...(await pathsOf(committed, captured.tree))]);
  // A capture holds no files of the engine: those that are missing are put back afterwards.
  const missing = (await pathsOf(captured.tree, to)).filter((path) => !isEngineFile(session, path));
  refuse(
    session,
    'uncommitted',
    missing.filter((path) => changed.has(path)),
  );
  return unlessIgnored(session, await planOverwriting(place, captured, to, TAKING_OVER, { only: missing }));
}

function unlessIgnored(session: SessionId, plan: Overwriting): Overwriting {
  refuse(
    session,
    'ignored',
    plan.refused.map(({ path }) => path),
  );
  return plan;
}

function refuse(session: SessionId, what: 'uncommitted' | 'ignored', files: readonly string[]): void {
  if (files.length > 0) throw wouldOverwrite(session, what, files);
}

const wouldOverwrite = (
  session: SessionId,
  what: 'uncommitted' | 'ignored' | 'refused',
  files: readonly string[],
): CairnError => notInPlace(session, { because: 'would-overwrite', what, files });

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
