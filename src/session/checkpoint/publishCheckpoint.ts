import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, Timestamp } from '../../model/names/ids.ts';
import { readAttempts } from '../../model/attempt/openAttempt.ts';
import { assertTransition } from '../../model/plan/phaseMachine.ts';
import type { Status, StatusRow } from '../../model/status/status.ts';
import { onTip, type Context, type Checkout, type AtTip, type Drive } from '../drive.ts';
import { readEffects } from '../effects/readEffects.ts';
import { toCheckpoints } from '../record/history.ts';
import { readSession } from '../record/sessionRecord.ts';
import { moveOwnRef } from '../moveOwnRef.ts';
import { takeCommits, rememberHead, tellGitUsed } from '../workingTree/head.ts';
import { lookOnceMore } from '../workingTree/lookAgain.ts';
import { withoutSecrets } from '../workingTree/withoutSecrets.ts';
import { checkNotCheckedOut } from '../workingTree/workingTreeOf.ts';
import { composeCheckpoint } from './composeCheckpoint.ts';
import { keepRaw, keepRefused } from './keepUnpublished.ts';
import { logFailed, logPublished } from './logCheckpoint.ts';
import type { NewCheckpoint } from './newCheckpoint.ts';
import { renderFiles } from './renderFiles.ts';
import { rescueStatusEdit } from './statusFile.ts';

/**
 * The one way in which anything of a session is saved: objects first, then the id of the commit on disk,
 * then the ref by compare-and-swap, then the renderings of it. What comes before the ref moves can be
 * thrown away (rescues stay), what comes after it can be done again. Answers the drive on the new tip.
 *
 * @throws `lease/overtaken` when somebody else moved the branch, `repo/branch-checked-out`, `data/too-large`
 */
export async function publishCheckpoint(drive: Drive, next: NewCheckpoint): Promise<Drive> {
  const { world, session } = drive;
  const { kind, phase } = next;
  const of = { kind, seq: drive.record.status.seq + 1, began: world.clock.monotonic() };
  const { commit, at, head, also } = await moveOn(drive, next).catch(async (error: unknown) => {
    // A stop that came before the ref moved is no failure.
    if (error instanceof CairnError) await logFailed(drive, of, error);
    throw error;
  });
  world.reached('checkpoint/ref-moved');
  const published = logPublished(world, { ...of, session, commit });
  const [newest] = toCheckpoints(session, [await world.repository.commitEntry(commit)]);
  const now = onTip(drive, {
    record: await readSession(world.repository, session, drive.ref, commit),
    history: newest === undefined ? drive.history : [newest, ...drive.history],
  });
  now.checkout.unpublished = null;
  world.onProgress({ type: 'checkpoint', ...published, session, phase, subject: next.subject });
  tellGitUsed(now, head, also);
  await renderTip(now, next.keepHead === true);
  if (next.keepJournal !== true)
    await now.state.resetJournal([{ type: 'checkpoint-published', at, ...published }]);
  world.reached('checkpoint/journal-reset');
  return now;
}

/** What comes before the checkpoint counts, and its ref. */
async function moveOn(
  drive: Drive,
  next: NewCheckpoint,
): Promise<{
  readonly commit: CommitId;
  readonly at: Timestamp;
  readonly head: Checkout['head'];
  readonly also: CommitId | null;
}> {
  const { world } = drive;
  if (next.kind !== 'restore') assertTransition('session', drive.record.status.state, next.state);
  const edited = await rescueStatusEdit(drive);
  const status = await nextStatus(drive, next, edited?.notes ?? drive.record.status.notes);
  const effects = await readEffects(world.repository, drive.record);
  await keepRaw(drive, next);
  // As it was when its tree was taken: where it is now is looked at last of all.
  const { head } = drive.checkout.footing;
  const also = await secondParent(drive, next, head);
  const commit = await composeCheckpoint(drive, { ...next, effects }, status, also);
  world.reached('checkpoint/commit-made');
  await checkNotCheckedOut(world.repository, drive.ref, await drive.state.about());
  if (!(await moveTip(drive, commit, next))) throw await keepRefused(drive, commit, also);
  return { commit, at: status.updated, head, also };
}

/** False: somebody else has moved the branch, or drives the session by now. */
async function moveTip(drive: Drive, commit: CommitId, { kind, keepHead }: NewCheckpoint): Promise<boolean> {
  const { world } = drive;
  try {
    await drive.state.recordPublished(commit);
    world.reached('checkpoint/commit-recorded');
    await drive.lease.confirm();
    // Interrupt beats checkpoint, cancel beats both: the last look before it is too late.
    await drive.throwIfStopRequested();
    await lookOnceMore(drive, {
      head: keepHead !== true || drive.isolation === 'worktree',
      // In a worktree a restore ends what was begun there.
      operations: kind !== 'restore' || drive.isolation === 'in-place',
    });
  } catch (error) {
    if (CairnError.is(error, 'lease/held')) return false;
    throw error;
  }
  return moveOwnRef(world, drive.ref, {
    from: drive.record.commit,
    to: commit,
    why: `cairn: ${kind}`,
  });
}

/** Brings everything that only mirrors the tip in step with it: files of ours, private index, HEAD of a linked worktree. */
async function renderTip(drive: Drive, keepHead: boolean): Promise<void> {
  await renderFiles(drive);
  if (drive.isolation === 'worktree') await drive.checkout.tree.reset(drive.record.commit);
  drive.checkout.footing = await drive.checkout.tree.footing();
  if (!keepHead) await rememberHead(drive);
  drive.world.reached('checkpoint/head-reset');
}

async function nextStatus(drive: AtTip, next: NewCheckpoint, notes: string): Promise<Status> {
  const { status } = drive.record;
  return {
    ...status,
    ...next.status,
    seq: status.seq + 1,
    state: next.state,
    next: next.next,
    updated: drive.world.clock.now(),
    rows: await withHighestAttempts(drive, next.rows),
    // A person's bytes, but what is published is in every clone: a line with a secret stays on this machine.
    notes: await withoutSecrets(drive.world.secrets, 'STATUS.md', notes),
  };
}

/** An attempt that began and is not published by this checkpoint has used its number all the same. */
async function withHighestAttempts(
  { state }: Context,
  rows: readonly StatusRow[],
): Promise<readonly StatusRow[]> {
  const { highest } = readAttempts((await state.readJournal()).lines);
  return rows.map((row) => ({ ...row, attempt: Math.max(row.attempt, highest.get(row.phase) ?? 0) }));
}

/**
 * What was committed in the working tree becomes the second parent of whatever checkpoint comes next: HEAD of a worktree
 * is brought to that checkpoint, and nothing else of ours would name these commits any more.
 */
async function secondParent(
  drive: Drive,
  next: NewCheckpoint,
  head: Checkout['head'],
): Promise<CommitId | null> {
  // A restore has set them aside: they are what it takes back.
  if (next.kind === 'restore') return null;
  // In place HEAD stays where it is, and it is still asked whether that is right.
  if (next.keepHead === true && drive.isolation === 'in-place') return null;
  return takeCommits(drive, head);
}
