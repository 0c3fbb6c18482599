import type { CommitId } from '../../model/names/ids.ts';
import type { Drive } from '../drive.ts';
import { restingTree } from '../record/heldWork.ts';
import { isOnLine } from '../record/onLine.ts';

/**
 * The checkpoint whose files a working tree holds, if the tip was published elsewhere. Null if it holds the tip, or nobody can
 * say.
 */
export async function lastSeenHere(
  drive: Pick<Drive, 'world' | 'record' | 'history' | 'isolation' | 'state' | 'checkout'>,
): Promise<CommitId | null> {
  const { world, record, history, isolation, state } = drive;
  const { tree } = drive.checkout;
  const published = await state.published();
  // A crash of ours came after the files were written, so they are at the tip.
  if (published.has(record.commit)) return null;
  if (isolation === 'in-place') {
    // HEAD is the person's; the private index tells whether the files have followed already.
    if (await tree.holds(await restingTree(world.repository, record))) return null;
    return history.find((checkpoint) => published.has(checkpoint.commit))?.commit ?? null;
  }
  const { commit: head } = await tree.head();
  if (head === null || head === record.commit) return null;
  // HEAD follows the files, also where nobody remembers here who published what.
  const isSeen = (commit: CommitId): boolean =>
    published.has(commit) || isOnLine({ record, history }, commit);
  if (isSeen(head)) return head;
  // An agent's commits on top of the checkpoint that it began on.
  const below = await world.repository.history(head, { until: record.status.base });
  return below.find(({ commit }) => isSeen(commit))?.commit ?? null;
}
