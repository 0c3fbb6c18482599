import type { TreeId } from '../../../model/names/ids.ts';
import type { Drive } from '../../drive.ts';
import { restingTree } from '../../record/heldWork.ts';
import { tell } from '../../tell.ts';
import { captureWork } from '../../workingTree/captureWork.ts';
import { publishEdit } from '../close/publishEdit.ts';
import { setUp } from '../runSetup.ts';
import { isKept } from '../../../model/gate/knownBefore.ts';
import { planBaseline, type PlannedBaseline } from './planBaseline.ts';
import { putBack } from './putBack.ts';
import { runBaseline } from './runBaseline.ts';

/**
 * Finds out what the checks of the workflow say before anything is changed: from another session on the same tree, or by running them in
 * the working tree of this one. Before its first attempt alone; what was interrupted goes on with what is missing.
 *
 * @returns in place, where the checks have changed something: the drive on the checkpoint of that
 */
export async function takeBaseline(drive: Drive, signal: AbortSignal): Promise<Drive> {
  const planned = await planBaseline(drive);
  if (planned === null) return drive;
  const from = await onDiskBefore(drive, planned, signal);
  if (from === null) return drive;
  const { tree, key, missing, known } = planned;
  const checks = await runBaseline(drive, missing, { tree, from, checks: known }, signal);
  await putBack(drive, from);
  const { state, world, isolation } = drive;
  await state.baseline.write({ tree, from: null, checks });
  world.reached('baseline/ended');
  const kept = checks.filter((one) => isKept(one, world.clock.now()));
  if (kept.length > 0) await world.state.baselines.keep(key, kept);
  return isolation === 'in-place' ? ((await publishEdit(drive, null, 'checks')) ?? drive) : drive;
}

/** What lies there before the checks begin; null: they are not run, as a person may have changed it, or as its set-up failed. */
async function onDiskBefore(
  drive: Drive,
  { tree, from }: PlannedBaseline,
  signal: AbortSignal,
): Promise<TreeId | null> {
  if (from !== null) {
    await putBack(drive, from);
    return from;
  }
  const because = await whyNot(drive, tree);
  if (because !== null) {
    tell(drive.world, { notice: 'baseline-not-run', because });
    return null;
  }
  // The phase that is to work there says that, and why, where it is set up once more.
  if (drive.record.slot !== undefined && (await setUp(drive, signal)) !== null) return null;
  return onDisk(drive);
}

async function whyNot(drive: Drive, tree: TreeId): Promise<'uncommitted' | 'changed' | null> {
  const { world, record, isolation, checkout } = drive;
  if (isolation === 'in-place' && tree !== (await world.repository.commitEntry(record.status.base)).tree)
    return 'uncommitted';
  // Nobody has worked in a worktree that was not set up before; what lies there besides is what its set-up has made.
  if (isolation === 'worktree' && checkout.isNewPlace) return null;
  return (await onDisk(drive)) === (await restingTree(world.repository, record)) ? null : 'changed';
}

async function onDisk({ world, checkout, session, record }: Drive): Promise<TreeId> {
  const { tree } = await captureWork(world, checkout.tree, session);
  await checkout.tree.load(await restingTree(world.repository, record));
  return tree;
}
