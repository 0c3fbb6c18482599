import type { CommitId } from '../../model/names/ids.ts';
import type { Drive } from '../drive.ts';

/**
 * The checkpoint whose files a working tree holds, when that is not known to be the tip: because the tip was not
 * published from here. Null: it is the tip, or nobody can say.
 */
export async function lastSeenHere(
  drive: Pick<Drive, 'world' | 'record' | 'history' | 'isolation' | 'state' | 'checkout'>,
): Promise<CommitId | null> {
  const { world, record, history, isolation, state } = drive;
  const { tree } = drive.checkout;
  const published = await state.published();
  // After a crash of ours the files were there before the checkpoint was.
  if (published.has(record.commit)) return null;
  if (isolation === 'in-place') {
    // HEAD is the person's: what says that the files have followed already is the private index.
    if (await tree.holds(record.tree)) return null;
    return history.find((checkpoint) => published.has(checkpoint.commit))?.commit ?? null;
  }
  const { commit: head } = await tree.head();
  if (head === null || head === record.commit) return null;
  if (published.has(head)) return head;
  // Commits of an agent on top of the checkpoint that it began on.
  const below = await world.repository.history(head, { until: record.status.base });
  return below.find(({ commit }) => published.has(commit))?.commit ?? null;
}
