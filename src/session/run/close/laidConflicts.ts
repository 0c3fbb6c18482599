import { sayWhereSidesAre } from '../../../model/merge/sayConflicts.ts';
import type { MergeConflict } from '../../../model/merge/conflict.ts';
import type { CommitId, PhaseId, TreeId } from '../../../model/names/ids.ts';
import type { Phase } from '../../../model/workflow/workflow.ts';
import { mergeOnto } from '../../checkpoint/catchUp.ts';
import type { Drive } from '../../drive.ts';
import { heldOf, inSlot, lacksWork } from '../../record/heldWork.ts';
import { queuedWork } from '../../record/queuedWork.ts';
import { treeHere } from '../../record/sessionMove.ts';
import { captureWork } from '../../workingTree/captureWork.ts';
import { canBeMarked, saidConflicts } from './conflicts.ts';

/** Work as it was before it was brought onto the checkpoint that its working tree stands on. */
interface Brought {
  readonly commit: CommitId;
  readonly base: CommitId;
}

/**
 * What was laid in a working tree of a merge that is open there still, as nobody has come to resolve it, in words; empty: nothing.
 * Found in what is held or queued: who was told of it may have been cut off, or have died before an attempt began.
 */
export async function laidConflicts(drive: Drive, { id }: Phase): Promise<readonly string[]> {
  const brought = await broughtWork(drive, id);
  if (brought === null) return [];
  const { world, session, record, checkout } = drive;
  const { repository } = world;
  const tree = await treeHere(repository, session, brought.base);
  const from: Drive = { ...drive, record: { ...record, commit: brought.base, tree } };
  const own = (await repository.commitEntry(brought.commit)).tree;
  const merged = await mergeOnto(from, drive, { phase: id, captured: { tree: own } });
  if (merged.conflicts.length === 0) return [];
  const here = await captureWork(world, checkout.tree, session);
  const conflicts = await asLaid(drive, merged, here.tree);
  const { reasons } = await saidConflicts(from, id, conflicts);
  if (canBeMarked(conflicts)) return reasons;
  return [...reasons, sayWhereSidesAre(id, { held: brought.commit, published: record.commit })];
}

/** Null if it lies where it was done. */
async function broughtWork(drive: Drive, phase: PhaseId): Promise<Brought | null> {
  const { record, history, world } = drive;
  if (record.slot === undefined) return null;
  // Whoever lays a merge notes that; a ref that is not there costs a process.
  const isLaid = record.slot.rests !== null;
  const queued = isLaid ? await queuedWork(world.repository, { record, history }, phase) : null;
  if (queued?.isMerged === true && queued.stands === record.commit)
    return { commit: queued.own, base: queued.since };
  const held = heldOf(record, phase);
  if (held === null || held.base === record.commit) return null;
  return (await lacksWork(world.repository, inSlot(record, phase))) ? null : held;
}

/** Those of which a file lies there as the merge has left it. */
async function asLaid(
  { world: { repository } }: Drive,
  { conflicts, tree }: { readonly conflicts: readonly MergeConflict[]; readonly tree: TreeId },
  here: TreeId,
): Promise<readonly MergeConflict[]> {
  const touched = new Set<string>((await repository.changes(tree, here)).map(({ path }) => path));
  return conflicts.filter(({ paths }) => paths.some((path) => !touched.has(path)));
}
