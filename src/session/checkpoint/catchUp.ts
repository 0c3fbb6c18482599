import type { MergeConflict } from '../../model/merge/conflict.ts';
import { labelsOf } from '../../model/merge/markers.ts';
import { tipMoved } from '../../model/merge/tipMoved.ts';
import type { CommitId, PhaseId, TreeId } from '../../model/names/ids.ts';
import { movedTo, type Drive, type Tip } from '../drive.ts';
import { withEngineFiles } from '../record/heldWork.ts';
import type { Captured } from '../workingTree/captureWork.ts';
import { detachAt } from '../workingTree/head.ts';
import { layWork } from './layWork.ts';
import { noteSlot } from './noteSlot.ts';
import { queueWork, type WorkOf } from './queueWork.ts';

/** A phase's work merged with what was published since the checkpoint that it stands on. */
interface Merged {
  /** What was published meanwhile may matter to what it was judged by. */
  readonly moved: boolean;
  /** Where it does not merge; what can be marked in a file is. */
  readonly conflicts: readonly MergeConflict[];
  readonly tree: TreeId;
}

/** A merge of three trees, of which the base is what the working tree stands on. It touches no file. */
export async function mergeOnto(
  drive: Drive,
  ahead: Tip,
  work: Pick<WorkOf, 'phase'> & { readonly captured: Pick<Captured, 'tree'> },
): Promise<Merged> {
  const { record } = drive;
  const { repository } = drive.world;
  const merged = await repository.merge(
    await withEngineFiles(repository, ahead.record, record.tree),
    ahead.record.tree,
    await withEngineFiles(repository, ahead.record, work.captured.tree),
    labelsOf(work.phase),
  );
  const moved = await isMovedFor(drive, work.phase);
  return 'tree' in merged
    ? { moved, conflicts: [], tree: merged.tree }
    : { moved, conflicts: merged.conflicts, tree: merged.marked };
}

/**
 * Brings a working tree that others have passed onto the tip, with the merge in it. Before a file is touched the work is in a commit
 * below a ref of its own, `held`, and where all goes is noted.
 */
export async function layMerged(
  drive: Drive,
  ahead: Tip,
  work: WorkOf,
  { tree }: Pick<Merged, 'tree'>,
): Promise<{ readonly drive: Drive; readonly held: CommitId }> {
  const to = await drive.world.repository.refuseUnsafe(tree);
  const held = await queueWork(drive, work, { tip: ahead.record.commit, tree: to });
  return { drive: await layOn(drive, ahead, work.captured, to), held };
}

/** What was published since its working tree was left behind may matter to the work of a phase. */
export async function isMovedFor(
  { ahead, record, session, world: { repository } }: Drive,
  phase: PhaseId,
): Promise<boolean> {
  if (ahead === null) return false;
  const { tree, status, workflow } = ahead.record;
  const changed = (await repository.changes(record.tree, tree)).map(({ path }) => path);
  return tipMoved(changed, { session, phase, rows: status.rows, phases: workflow.phases });
}

/** Moves a working tree onto the tip, where this tree is to lie then. */
export async function layOn(drive: Drive, tip: Tip, captured: Captured, to: TreeId): Promise<Drive> {
  const { record, checkout } = drive;
  const { commit: head } = await checkout.tree.head();
  // Commits of an agent stay checked out until a checkpoint takes them.
  const since = head === null || head === record.commit ? null : (checkout.head.commit ?? record.commit);
  const stands: CommitId = tip.record.commit;
  const phase = record.slot?.phase ?? null;
  // Work that adds nothing to the tip lies there nevertheless, and not as it was held.
  const rests = phase === null && to === tip.record.tree ? null : to;
  const laying = { tip: stands, from: captured.tree, to };
  // Together: whose work was there no longer lies there.
  const left = phase === null ? { phase } : {};
  const change = { ...left, stands, rests, since, moving: null };
  const now = await noteSlot(movedTo(drive, tip, rests), change, { laying });
  drive.world.reached('slot/noted');
  await layWork(now, captured);
  // After the files: a private index that is at the commit already is loaded once. Who finds HEAD behind brings it along.
  if (since === null) {
    await detachAt(drive, stands);
    checkout.head = { commit: stands, branch: null };
  }
  await checkout.tree.load(to);
  checkout.unpublished = null;
  checkout.footing = await checkout.tree.footing();
  return now;
}
