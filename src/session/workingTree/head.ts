import { listed } from '../../base/listed.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { CommitId } from '../../model/names/ids.ts';
import type { Checkout, AtTip, CheckedOut, Drive } from '../drive.ts';
import { compareHeads, describeHead, shortBranch, wayBack, type HeadMoved } from './elsewhere.ts';
import { setAside } from './setAside.ts';
import { tell } from '../tell.ts';
import { unfitCommits, type Unfit } from './unfitCommits.ts';

/** Remembers HEAD as it is now, in place also on disk, so that a resume can compare. */
export async function rememberHead(drive: CheckedOut): Promise<void> {
  const head = await drive.checkout.tree.head();
  drive.checkout.head = { commit: head.commit, branch: head.branch };
  if (drive.isolation === 'in-place') await drive.state.note({ head: drive.checkout.head });
}

/**
 * Answers the second parent of the next checkpoint: what an agent or a person has committed since the last one, or null. Of
 * commits from another history, or with contents that no checkpoint may hold, only the files count. In a worktree such commits
 * are set aside if any ref may keep them, and told.
 *
 * @param head where HEAD is now
 */
export async function takeCommits(drive: Drive, head: Checkout['head']): Promise<CommitId | null> {
  const { repository } = drive.world;
  const since = await headThen(drive);
  if (head.commit === null || head.commit === since || head.commit === drive.record.commit) return null;
  const descends = since !== null && (await repository.isAncestor(since, head.commit));
  // The branch keeps an older commit of the session itself; no rescue is needed.
  if (!descends && (await repository.isAncestor(head.commit, drive.record.commit))) return null;
  const unfit = await unfitCommits(drive, head.commit);
  if (descends && unfit === null) return head.commit;
  await leaveOut(drive, head.commit, unfit);
  return null;
}

/** Brings HEAD of a worktree to a commit. A branch that somebody had checked out there stays, and is told. */
export async function detachAt(
  { world, checkout: { tree } }: Pick<CheckedOut, 'world' | 'checkout'>,
  commit: CommitId,
): Promise<void> {
  const { branch } = await tree.head();
  await tree.reset(commit);
  if (branch !== null) tell(world, { notice: 'worktree-detached', branch: shortBranch(branch) });
}

/** Tells what became of commits that somebody made here. */
export function tellTaken(
  { world, record }: AtTip,
  { branch }: Checkout['head'],
  also: CommitId | null,
): void {
  if (also === null) return;
  tell(world, {
    notice: 'commits-taken',
    branch: branch === null ? null : shortBranch(branch),
    upTo: also,
    seq: record.status.seq,
  });
}

/** Tells of commits that do not become part of the session. A rescue keeps them if HEAD does not and a rescue may. */
async function leaveOut(drive: AtTip, head: CommitId, unfit: Unfit | null): Promise<void> {
  const { world, session, record } = drive;
  const notTaken = {
    notice: 'commits-left-out',
    upTo: head,
    because: unfit === null ? 'other-history' : 'unfit',
    files: unfit?.files ?? [],
  } as const;
  if (drive.isolation === 'in-place') {
    if (unfit === null) return;
    return tell(world, { ...notTaken, kept: 'in-place' });
  }
  if (unfit?.because === 'secret') return tell(world, { ...notTaken, kept: 'nowhere' });
  const { tree } = await world.repository.commitEntry(head);
  const ref = await setAside(world, {
    session,
    parent: record.commit,
    also: head,
    tree,
    why:
      unfit === null
        ? 'HEAD of the worktree had been moved to a history that does not descend from the last checkpoint.'
        : `Commits in the worktree hold ${listed(unfit.files)}.`,
    reason: `history@${record.status.seq}`,
  });
  tell(world, { ...notTaken, kept: ref });
}

/** HEAD as the last checkpoint left it. In place it is read from disk, since each attempt has looked at HEAD again. */
async function headThen(drive: CheckedOut): Promise<CommitId | null> {
  const noted = drive.isolation === 'in-place' ? (await drive.state.about())?.head : null;
  return (noted ?? drive.checkout.head).commit;
}

/** In place: compares HEAD with where it was left. */
export async function headMoved(drive: CheckedOut): Promise<HeadMoved> {
  if (drive.isolation === 'worktree') return 'same';
  return compareHeads(drive.world.repository, drive.checkout.head, await drive.checkout.tree.head());
}

/**
 * For acts that capture or write the working tree. With HEAD on another branch or history they would take or overwrite what is
 * not the session's.
 *
 * @throws `repo/head-moved`
 */
export async function refuseElsewhere(drive: CheckedOut): Promise<void> {
  if ((await headMoved(drive)) !== 'elsewhere') return;
  const { session, world } = drive;
  const { head, tree } = drive.checkout;
  const found = await tree.head();
  throw new CairnError('repo/head-moved', {
    session,
    expected: describeHead(head),
    found: describeHead(found),
    back: await wayBack(world.repository, head, found),
  });
}
