import type { BlobId, CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import { isClosed } from '../../model/attempt/endsAttempt.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import { isEngineFile, statusPath, workflowPath } from '../../model/names/places.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import { tipOf, type AtTip, type Drive } from '../drive.ts';
import { detachAt, headMoved } from '../workingTree/head.ts';
import { lastSeenHere } from '../workingTree/lastSeenHere.ts';
import { RESTORING } from '../../model/plan/planOverwrite.ts';
import { treeToWrite } from '../workingTree/overwrite.ts';
import { overwriteWhole } from '../workingTree/overwriteWhole.ts';
import { setAsideBefore } from '../workingTree/setAsideBefore.ts';
import { planOverwriting } from '../workingTree/planOverwriting.ts';
import { cutOffLost } from './mendJournal.ts';
import { sweepTree } from './sweepTree.ts';
import { keepRestore } from './restoreJournal.ts';
import { readStatusFile } from '../workingTree/readStatusFile.ts';
import { lacksWork, restingTree } from '../record/heldWork.ts';
import { isOnLine } from '../record/onLine.ts';
import { readSession } from '../record/sessionRecord.ts';
import { tell } from '../tell.ts';
import { textOf } from '../../model/text/losslessText.ts';
import { notesOf } from '../../model/status/notesOf.ts';

/** Brings all mirrors of the tip in step with it, whether our own crash or somebody elsewhere moved the tip. */
export async function bringToTip(drive: Drive): Promise<void> {
  await forgetClosed(drive);
  await sweepTree(drive.world, drive.root, drive.record);
  const seen = await lastSeenHere(drive);
  if (seen !== null && seen !== drive.record.commit) await follow(drive, seen);
  if (drive.isolation === 'worktree') await repairHead(drive);
}

/** A crash between a checkpoint and the reset of the journal leaves lines of an attempt that is over. */
async function forgetClosed({ state, history }: AtTip): Promise<void> {
  const { begun } = readAttempts((await state.readJournal()).lines);
  if (begun === null || !isClosed(begun, history)) return;
  // Lines of a restore stay: it may have to be finished, and an undo needs to find its rescue.
  await keepRestore(state);
}

/**
 * A crash leaves HEAD of a worktree behind what that stands on, or ahead of it where older work was just being laid. Moves it there unless
 * it holds an agent's commits.
 */
async function repairHead(drive: Drive): Promise<void> {
  const { commit, branch } = await drive.checkout.tree.head();
  const { record, world, ref } = drive;
  // An agent's commits are on what its attempt began on, wherever its work was brought since.
  const since = record.slot?.since ?? null;
  const isOff =
    commit !== record.commit &&
    (commit === null ||
      (since === null && isOnLine(tipOf(drive), commit)) ||
      (await world.repository.isAncestor(commit, record.commit)));
  if (isOff || branch === ref) await detachAt(drive, record.commit);
  drive.checkout.head = { commit: since ?? record.commit, branch: null };
}

/**
 * The session went on elsewhere and its branch was fetched: the files here are still those of an older checkpoint,
 * and would be captured as the reversal of all that was done since. They follow; what was uncommitted is set aside.
 */
async function follow(drive: Drive, seen: CommitId): Promise<void> {
  const { world, record, session } = drive;
  const { tree } = drive.checkout;
  // In place, on another branch: the person must first say where to continue.
  if ((await headMoved(drive)) === 'elsewhere') return;
  await world.repository.refuseUnsafe(record.commit);
  const then = await readSession(world.repository, session, drive.ref, seen);
  const before = await restingTree(world.repository, then);
  await tree.load(before);
  const captured = await captureWork(world, tree, session);
  const target = treeToWrite(drive);
  const plan = await planOverwriting(target, captured, await keepingEdits(drive, seen), RESTORING);
  if (drive.isolation === 'worktree') drive.checkout.head = { commit: seen, branch: null };
  // The files are there already: a crash came after they were written, and uncommitted work is set aside.
  const hasFollowed = plan.changes.every(({ path }) => isEngineFile(session, path));
  const ref = hasFollowed
    ? null
    : await setAsideBefore(drive, plan, {
        parent: seen,
        known: before,
        why: 'Uncommitted when the session had gone on elsewhere.',
        reason: `elsewhere@${record.status.seq}`,
      });
  if (ref !== null) await cutOffLost(drive, async () => null);
  await overwriteWhole(drive, plan);
  if (await lacksWork(world.repository, record))
    await drive.state.note({ laying: { tip: record.commit, from: record.commit } });
  if (drive.isolation === 'worktree') await detachAt(drive, record.commit);
  else await tree.load(await restingTree(world.repository, record));
  world.reached('follow/index-loaded');
  tell(world, { notice: 'files-follow', seq: record.status.seq, rescue: ref });
}

/** Keeps notes and workflow edits that a person made here since; those made elsewhere are in the history. */
async function keepingEdits({ world, record, root, session }: AtTip, seen: CommitId): Promise<TreeId> {
  const { repository, files } = world;
  const kept = new Map<RepoPath, { blob: BlobId; mode: '100644' }>();
  const keep = async (path: RepoPath, isEdit: (then: Uint8Array) => boolean): Promise<void> => {
    const then = await repository.read(seen, path);
    const entry = await repository.entry(seen, path);
    if (then !== null && entry !== null && isEdit(then)) kept.set(path, { blob: entry.blob, mode: '100644' });
  };
  const status = await readStatusFile(files, root, session);
  if (status !== null) await keep(statusPath(session), (then) => notesOf(textOf(then)) !== status.notes);
  const workflow = await files.read(root, workflowPath(session));
  if (workflow !== null) await keep(workflowPath(session), (then) => textOf(then) !== textOf(workflow));
  const resting = await restingTree(repository, record);
  return kept.size === 0 ? resting : repository.compose(resting, kept);
}
