import { isRecordFile } from '../../model/names/places.ts';
import type { ChosenRestore } from '../../model/plan/chooseRestore.ts';
import { asideOfRestore } from '../../model/plan/planRestoring.ts';
import { captureWork, type Captured } from '../workingTree/captureWork.ts';
import type { Drive } from '../drive.ts';
import { keepEnded, noteBegun, noteEnded, type BegunRestore } from '../drive/restoreJournal.ts';
import { overwrite, treeToWrite } from '../workingTree/overwrite.ts';
import { setAsideBefore } from '../workingTree/setAsideBefore.ts';
import { gatherRestore, type Restoring } from './gatherRestore.ts';
import { layBeside } from './layBeside.ts';
import { publishRestore } from './publishRestore.ts';
import type { RestoreResult } from '../results.ts';

/**
 * The steps of a restore, in the order in which a crash between any two of them loses nothing.
 *
 * @param cutOff the journal line of the same restore, begun by a process that died: its rescue is the one that
 *   holds what was there before; what is found now may be half restored and is kept apart
 */
export async function carryOutRestore(
  drive: Drive,
  chosen: ChosenRestore,
  cutOff: BegunRestore | null = null,
): Promise<RestoreResult & { readonly drive: Drive }> {
  const { world, state } = drive;
  // In a worktree the index is reset last: another git's lock on it is waited for now, before anything changes.
  if (drive.isolation === 'worktree') await drive.checkout.tree.unlocked();
  const captured = await captureWork(world, drive.checkout.tree, drive.session);
  world.reached('restore/captured');
  const plan = await gatherRestore(drive, chosen, captured, cutOff);
  const ours = { to: chosen.checkpoint.trailers.seq, seq: drive.record.status.seq + 1 };
  const aside = await setAsideBefore(drive, plan.overwriting, {
    parent: drive.record.commit,
    ...asideOfRestore(ours, cutOff !== null),
  });
  world.reached('restore/set-aside');
  const left = leftAloneBy(plan, captured);
  const begun =
    cutOff ??
    (await noteBegun(state, {
      at: world.clock.now(),
      from: drive.record.commit,
      to: chosen.checkpoint.commit,
      undo: chosen.kind === 'undo',
      rescue: aside,
      ...(left.length === 0 ? {} : { left }),
    }));
  world.reached('restore/journaled');
  // Taken back, the restore is over: a resume has nothing to finish.
  const onTakenBack = (): Promise<void> => noteEnded(state, world.clock.now());
  const { skipped } = await overwrite(treeToWrite(drive), plan.overwriting, onTakenBack);
  const restored = await publishRestore(drive, plan);
  world.reached('restore/published');
  const undone = chosen.kind === 'undo' ? chosen.restore.trailers.seq : null;
  const laid = await layBeside(restored, undone);
  // Until the next checkpoint this line names what an undo puts back.
  await keepEnded(state, begun, world.clock.now());
  world.reached('restore/journal-reset');
  return {
    ...describeRestore(drive, plan, skipped),
    drive: laid,
    seq: restored.record.status.seq,
    commit: restored.record.commit,
    rescue: begun.rescue,
  };
}

/** What we tell a person of a restore, before and after. */
export function describeRestore(
  { session }: Pick<Drive, 'session'>,
  { chosen, overwriting, notUndone }: Restoring,
  skipped: RestoreResult['skipped'],
): Pick<RestoreResult, 'session' | 'restoredTo' | 'changed' | 'skipped' | 'notUndone'> {
  const { phase, seq } = chosen.checkpoint.trailers;
  const left = new Set(skipped.map((item) => item.path));
  const changed = overwriting.changes.filter(
    (change) => !isRecordFile(session, change.path) && !left.has(change.path),
  );
  return {
    session,
    restoredTo: { phase, seq },
    changed: changed.map((change) => ({ path: change.path, change: change.kind })),
    skipped,
    notUndone,
  };
}

/** Files in no tree that stay on disk. A later capture may take them, and the undo must not think that they are new. */
function leftAloneBy({ overwriting }: Restoring, { notCaptured, leftAlone }: Captured): readonly string[] {
  const known = new Set<string>([...leftAlone, ...overwriting.changes.map(({ path }) => path)]);
  return notCaptured.map(({ path }) => path).filter((path) => !known.has(path));
}
