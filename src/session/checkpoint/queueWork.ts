import { CairnError } from '../../base/cairnError.ts';
import { renderHeld } from '../../model/checkpoint/heldMessage.ts';
import type { CommitId, PhaseId, RefName, TreeId } from '../../model/names/ids.ts';
import { queuedRef, queuedRefs } from '../../model/names/places.ts';
import { tipOf, type Drive } from '../drive.ts';
import { queuedIn } from '../record/ownRefs.ts';
import { closedSince } from '../record/queuedWork.ts';
import { moveOwnRef } from '../moveOwnRef.ts';
import type { Captured } from '../workingTree/captureWork.ts';
import { tell } from '../tell.ts';
import { takeCommits } from '../workingTree/head.ts';
import { setAside } from '../workingTree/setAside.ts';
import type { NewCheckpoint } from './newCheckpoint.ts';

/** Work whose attempt has ended. */
export interface WorkOf {
  readonly phase: PhaseId;
  readonly attempt: number;
  /** The working tree as it was captured. */
  readonly captured: Captured;
}

/**
 * Puts work in a commit on the checkpoint that it stands on, below a ref of its own, until it is published or held: whatever
 * becomes of the working tree, it is there.
 *
 * @param merged what it becomes on a later tip
 * @returns the commit that has the work as it was captured
 */
export async function queueWork(
  drive: Drive,
  work: WorkOf,
  merged: { readonly tip: CommitId; readonly tree: TreeId } | null = null,
): Promise<CommitId> {
  const { world, session, record } = drive;
  const { repository, clock } = world;
  const also = await takeCommits(drive, await drive.checkout.tree.head());
  const of = { message: renderHeld({ ...work, session, seq: record.status.seq + 1 }), at: clock.now() };
  const parents = also === null ? [record.commit] : [record.commit, also];
  const tree = await repository.refuseUnsafe(work.captured.tree);
  const held = await repository.commit({ ...of, tree, parents });
  const kept =
    merged === null
      ? held
      : await repository.commit({ ...of, tree: merged.tree, parents: [merged.tip, held] });
  await point(drive, queuedRef(session, work.phase), kept);
  world.reached('queue/kept');
  return held;
}

/** Its work is in a checkpoint now, or in a rescue. */
export async function leaveQueue(drive: Drive, phase: PhaseId): Promise<void> {
  const ref = queuedRef(drive.session, phase);
  // Mostly the checkpoint has taken it from there.
  if ((await drive.world.repository.glance(ref)) !== null) await point(drive, ref, null);
}

/** What leaves the queue with a checkpoint, which publishes or holds the work of its phase; null: nothing. */
export async function takenFromQueue(
  { world, session, record }: Drive,
  { phase, work }: Pick<NewCheckpoint, 'phase' | 'work'>,
): Promise<{ readonly ref: RefName; readonly from: CommitId } | null> {
  if (record.slot === undefined || phase === null || work === 'unchanged') return null;
  const ref = queuedRef(session, phase);
  const from = await world.repository.glance(ref);
  return from === null ? null : { ref, from };
}

/**
 * A crash while a checkpoint is published, or before {@link leaveQueue}, leaves a ref that nobody needs. Work that no slot has, or that somebody
 * elsewhere has passed who did the phase without it, becomes a rescue.
 *
 * @param slots whose work is in each slot
 */
export async function sweepQueue(
  drive: Drive,
  slots: readonly { readonly phase: PhaseId | null }[],
): Promise<void> {
  const { world, session, state } = drive;
  const { history } = tipOf(drive);
  for (const ref of await world.repository.refs([queuedRefs(session)])) {
    const phase = queuedIn(session, ref.name);
    if (phase === null) continue;
    const by = closedSince(history, phase, ref.message);
    if (by === null && slots.some((slot) => slot.phase === phase)) continue;
    const isTaken = by !== null && (await state.published()).has(by.commit);
    if (!isTaken) await keep(drive, phase, ref.commit);
    await point(drive, ref.name, null);
  }
}

async function keep({ world, session, record }: Drive, phase: PhaseId, commit: CommitId): Promise<void> {
  const { tree, parents } = await world.repository.commitEntry(commit);
  const rescue = await setAside(world, {
    session,
    parent: parents[0] ?? record.commit,
    also: commit,
    tree,
    why: `Queued work of ${phase}, which nobody goes on with.`,
    reason: `queued@${phase}`,
  });
  tell(world, { notice: 'work-kept', rescue });
}

/** An owner that was taken over and wakes may move it once, before it sees that. */
const MOST_TRIES = 5;

async function point({ world, lease }: Drive, ref: RefName, to: CommitId | null): Promise<void> {
  const why = 'cairn: queued';
  // Mostly there is none yet, and git looks anyhow.
  if (to !== null && (await moveOwnRef(world, ref, { from: null, to, why }))) return;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const from = await world.repository.tip(ref);
    if (from === to || (await moveOwnRef(world, ref, { from, to, why }))) return;
    await lease.confirm();
  }
  throw new CairnError('internal/unexpected', { what: `somebody else moves ${ref}` });
}
