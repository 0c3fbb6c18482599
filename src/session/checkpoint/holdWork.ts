import { CairnError } from '../../base/cairnError.ts';
import { renderHeld } from '../../model/checkpoint/heldMessage.ts';
import type { CommitId, Timestamp } from '../../model/names/ids.ts';
import type { AtTip } from '../drive.ts';
import { rowOf } from '../record/rows.ts';
import { workToHold, type NewCheckpoint } from './newCheckpoint.ts';

/** A checkpoint as it is written, and its second parent. */
interface Held {
  readonly next: NewCheckpoint;
  readonly second: CommitId | null;
}

/**
 * Gives the work that a checkpoint holds a commit of its own, on the checkpoint that its attempt began on. As the second parent it
 * goes wherever the checkpoint goes.
 *
 * @param also what somebody committed in the working tree: it hangs below the held work
 */
export async function holdWork(
  { world: { repository, reached }, session, record }: AtTip,
  next: NewCheckpoint,
  also: CommitId | null,
  at: Timestamp,
): Promise<Held> {
  const { record: known } = next;
  const work = workToHold(next.work);
  if (work === null) return { next, second: also };
  if (known === undefined) throw new CairnError('internal/unexpected', { what: 'unrecorded work' });
  const commit = await repository.commit({
    tree: await repository.refuseUnsafe(work.hold),
    parents: also === null ? [work.base] : [work.base, also],
    message: renderHeld({ ...known, session, seq: record.status.seq + 1 }),
    at,
  });
  reached('held/commit-made');
  const { round } = rowOf(record.status.rows, known.phase);
  const held = { commit, base: work.base, ...(round === 1 ? {} : { round }) };
  return { next: { ...next, record: { ...known, held } }, second: commit };
}
