import { CairnError } from '../../base/cairnError.ts';
import { slipped, type Footing, type Slipped } from '../../model/capture/footing.ts';
import type { Checkout, CheckedOut } from '../drive.ts';
import { compareHeads, describeHead } from './elsewhere.ts';
import { refuseElsewhere } from './head.ts';

/**
 * Looks once more at what the working tree stands on, before anything is taken from it or said of it: folder, git, HEAD,
 * operations in progress. What may have moved is what `meanwhile` was done there: an agent in its own worktree goes where
 * it likes, checks and people only commit further, and `nothing` may have moved between capture and publishing.
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

/** As {@link lookAgain} before the ref moves. `head: false`: where HEAD is, is the very question that is published. */
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

/** True: the folder of the session lies where it did. What stands in another's place is not written to. */
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
      // In place that is a question; what only went on there is taken by the next try.
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
