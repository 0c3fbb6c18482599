import { CairnError } from '../../base/cairnError.ts';
import { slipped, type Footing, type Slipped } from '../../model/capture/footing.ts';
import type { Checkout, CheckedOut } from '../drive.ts';
import { compareHeads, describeHead } from './elsewhere.ts';
import { refuseElsewhere } from './head.ts';

/**
 * Checks again what the working tree stands on (folder, git, HEAD, operations in progress) before anything is taken from it or
 * said about it. `meanwhile` says who may have moved it: an agent may go anywhere in its own worktree, checks and people may
 * only add commits, and between capture and publishing nothing may move.
 *
 * @throws `repo/tree-changed`, `repo/head-moved`, `git/busy`, `git/unmerged`
 */
export async function lookAgain(drive: CheckedOut, meanwhile: 'agent' | 'checks' | 'nothing'): Promise<void> {
  const now = await drive.checkout.tree.footing();
  const how = slipped(drive.checkout.footing, now);
  const isFollowed =
    how?.what === 'head' && meanwhile !== 'nothing' && (await mayGoOn(drive, now, meanwhile));
  if (how !== null && !isFollowed) await refuse(drive, how, now);
  drive.checkout.footing = now;
}

/** {@link lookAgain} right before the ref moves. `head: false` if the checkpoint itself asks where HEAD should be. */
export async function lookOnceMore(
  drive: CheckedOut,
  matters: { readonly head: boolean; readonly operations: boolean },
): Promise<void> {
  const now = await drive.checkout.tree.footing();
  const how = slipped(drive.checkout.footing, {
    ...now,
    ...(matters.head ? {} : { head: drive.checkout.footing.head }),
    ...(matters.operations ? {} : { busy: null, unmerged: [] }),
  });
  if (how !== null) await refuse(drive, how, now);
}

/** True if the session's folder is still where it was. We never write into another folder in its place. */
export async function isStillThere({ tree, footing }: Pick<Checkout, 'tree' | 'footing'>): Promise<boolean> {
  const how = slipped(footing, await tree.footing());
  return how === null || !(how.what === 'gone' || how.what === 'replaced' || how.what === 'untied');
}

async function mayGoOn(
  { world, checkout, isolation }: CheckedOut,
  now: Footing,
  meanwhile: 'agent' | 'checks',
): Promise<boolean> {
  if (isolation === 'worktree' && meanwhile === 'agent') return true;
  return (await compareHeads(world.repository, checkout.footing.head, now.head)) !== 'elsewhere';
}

async function refuse(drive: CheckedOut, how: NonNullable<Slipped>, now: Footing): Promise<void> {
  const { root, session } = drive;
  switch (how.what) {
    case 'busy':
      throw new CairnError('git/busy', { operation: how.operation, folder: root });
    case 'unmerged':
      throw new CairnError('git/unmerged', { files: how.files });
    case 'head':
      // In place a person is asked; commits that were only added are taken by the next attempt.
      if (drive.isolation === 'in-place') await refuseElsewhere(drive);
      throw new CairnError('repo/tree-changed', {
        session,
        path: root,
        what: 'head',
        expected: describeHead(drive.checkout.footing.head),
        found: describeHead(now.head),
      });
    case 'gone':
    case 'replaced':
    case 'untied':
      throw new CairnError('repo/tree-changed', { session, path: root, what: how.what });
  }
}
