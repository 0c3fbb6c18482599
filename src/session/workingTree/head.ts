import { CairnError } from '../../base/cairnError.ts';
import type { CommitId } from '../../model/ids.ts';
import type { Drive } from '../drive.ts';
import type { Repository } from '../ports.ts';
import { setAside } from './setAside.ts';
import { tell } from '../tell.ts';

/** Remembers where HEAD is now; in place also on disk, for a resume to compare with. */
export async function rememberHead(drive: Drive): Promise<void> {
  const head = await drive.tree.head();
  drive.head = { commit: head.commit, branch: head.branch };
  if (drive.isolation === 'in-place') await drive.state.note({ head: drive.head });
}

/**
 * What the agent committed since HEAD was remembered: the second parent of the next checkpoint, or null.
 * History that does not descend from there counts by its files only and is kept in a rescue.
 */
export async function agentCommits(drive: Drive): Promise<CommitId | null> {
  const { repository } = drive.world;
  const head = await drive.tree.head();
  if (head.commit === null || head.commit === drive.head.commit || head.commit === drive.record.commit)
    return null;
  if (drive.head.commit !== null && (await repository.isAncestor(drive.head.commit, head.commit)))
    return head.commit;
  if (drive.isolation === 'in-place') return null;
  // An older commit of the session itself needs no rescue: the branch keeps it.
  if (await repository.isAncestor(head.commit, drive.record.commit)) return null;
  const { tree } = await repository.commitEntry(head.commit);
  const ref = await setAside(drive.world, {
    session: drive.session,
    parent: drive.record.commit,
    also: head.commit,
    tree,
    why: 'The agent moved HEAD of the worktree to a history that does not descend from the last checkpoint.',
    reason: `history@${drive.record.status.seq}`,
  });
  tell(
    drive.world,
    `The agent left its worktree on another history (${head.commit.slice(0, 7)}). Its files count, its commits are kept in ${ref}.`,
  );
  return null;
}

export type HeadMoved = 'same' | 'descendant' | 'elsewhere';

/** In place: where HEAD is, seen from where it was left. */
export async function headMoved(drive: Drive): Promise<HeadMoved> {
  if (drive.isolation === 'worktree') return 'same';
  return compareHeads(drive.world.repository, drive.head, await drive.tree.head());
}

/** Where HEAD is `now`, seen from where it was `before`. */
export async function compareHeads(
  repository: Pick<Repository, 'isAncestor'>,
  before: Drive['head'],
  now: Drive['head'],
): Promise<HeadMoved> {
  if (before.commit === null || now.commit === null) return 'same';
  if (now.branch !== before.branch) return 'elsewhere';
  if (now.commit === before.commit) return 'same';
  return (await repository.isAncestor(before.commit, now.commit)) ? 'descendant' : 'elsewhere';
}

/**
 * For acts that would capture or write the working tree: with HEAD on another branch or history they would take
 * or overwrite what is not the session's.
 *
 * @throws `repo/head-moved`
 */
export async function refuseElsewhere(drive: Drive): Promise<void> {
  if ((await headMoved(drive)) !== 'elsewhere') return;
  const { session, head, tree } = drive;
  throw new CairnError('repo/head-moved', {
    session,
    expected: describeHead(head),
    found: describeHead(await tree.head()),
  });
}

/** `main (1234567)`, `1234567 (detached)`: for people. */
export function describeHead({ commit, branch }: Drive['head']): string {
  const at = commit?.slice(0, 7) ?? 'no commit';
  return branch === null ? `${at} (detached)` : `${branch.replace(/^refs\/heads\//, '')} (${at})`;
}
