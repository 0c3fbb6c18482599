import { listed } from '../../base/listed.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { CommitId } from '../../model/names/ids.ts';
import type { Checkout, AtTip, CheckedOut, Drive } from '../drive.ts';
import { compareHeads, describeHead, shortBranch, wayBack, type HeadMoved } from './elsewhere.ts';
import { setAside } from './setAside.ts';
import { tell } from '../tell.ts';
import { unfitCommits, type Unfit } from './unfitCommits.ts';

/** Remembers where HEAD is now; in place also on disk, for a resume to compare with. */
export async function rememberHead(drive: CheckedOut): Promise<void> {
  const head = await drive.checkout.tree.head();
  drive.checkout.head = { commit: head.commit, branch: head.branch };
  if (drive.isolation === 'in-place') await drive.state.note({ head: drive.checkout.head });
}

/**
 * Takes what an agent or a person has committed since the last checkpoint: the second parent of the next one, or null.
 * Commits of another history, or with contents that no checkpoint may hold, count by their files only: in a worktree they
 * are set aside, where they may be kept anywhere, and told.
 *
 * @param head where HEAD is now
 */
export async function takeCommits(drive: Drive, head: Checkout['head']): Promise<CommitId | null> {
  const { repository } = drive.world;
  const since = await headThen(drive);
  if (head.commit === null || head.commit === since || head.commit === drive.record.commit) return null;
  const descends = since !== null && (await repository.isAncestor(since, head.commit));
  // An older commit of the session itself needs no rescue: the branch keeps it.
  if (!descends && (await repository.isAncestor(head.commit, drive.record.commit))) return null;
  const unfit = await unfitCommits(drive, head.commit);
  if (descends && unfit === null) return head.commit;
  await leaveOut(drive, head.commit, unfit);
  return null;
}

/** Whoever worked here used git by himself: what became of his commits, and of the branch that he was on, is told. */
export function tellGitUsed(drive: AtTip, { branch }: Checkout['head'], also: CommitId | null): void {
  const { world, isolation, record } = drive;
  const worktree = isolation === 'worktree';
  if (also !== null)
    tell(world, {
      notice: 'commits-taken',
      branch: branch === null ? null : shortBranch(branch),
      upTo: also,
      seq: record.status.seq,
    });
  if (worktree && branch !== null) tell(world, { notice: 'worktree-detached', branch: shortBranch(branch) });
}

/** Commits that do not become part of the session are told; a rescue keeps them where HEAD will not and one may. */
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

/** HEAD as the last checkpoint left it. In place that is on disk: each attempt since then has looked at HEAD again. */
async function headThen(drive: CheckedOut): Promise<CommitId | null> {
  const noted = drive.isolation === 'in-place' ? (await drive.state.about())?.head : null;
  return (noted ?? drive.checkout.head).commit;
}

/** In place: where HEAD is, seen from where it was left. */
export async function headMoved(drive: CheckedOut): Promise<HeadMoved> {
  if (drive.isolation === 'worktree') return 'same';
  return compareHeads(drive.world.repository, drive.checkout.head, await drive.checkout.tree.head());
}

/**
 * For acts that would capture or write the working tree: with HEAD on another branch or history they would take
 * or overwrite what is not the session's.
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
