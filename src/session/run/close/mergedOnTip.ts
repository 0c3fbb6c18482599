import type { MergeConflict } from '../../../model/merge/conflict.ts';
import { sayConflicts } from '../../../model/merge/sayConflicts.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import { catchUp } from '../../checkpoint/catchUp.ts';
import type { Drive } from '../../drive.ts';
import { captureWork } from '../../workingTree/captureWork.ts';
import { changedBeside } from './changedBeside.ts';

/** What lies in a working tree, on the tip: where others have passed it, it lacks theirs. */
export interface MergedOnTip {
  readonly drive: Drive;
  /** What was published since may matter to what it was judged by. */
  readonly moved: boolean;
  /** Why it does not merge; empty if it does. */
  readonly reasons: readonly string[];
}

/**
 * Brings what lies in a working tree onto the tip.
 *
 * @param conflicts `leave`: where it does not merge, everything stays as it is
 */
export async function mergedOnTip(
  drive: Drive,
  of: { readonly phase: PhaseId; readonly attempt: number },
  conflicts: 'lay' | 'leave',
): Promise<MergedOnTip> {
  if (drive.ahead === null) return { drive, moved: false, reasons: [] };
  const captured = await captureWork(drive.world, drive.checkout.tree, drive.session);
  const caught = await catchUp(drive, { ...of, captured }, conflicts);
  const { reasons } = await saidConflicts(drive, of.phase, caught.conflicts);
  return { drive: caught.drive, moved: caught.moved, reasons };
}

/** Where work does not merge with what was published since, in words, and by whom that was. */
export async function saidConflicts(
  drive: Drive,
  phase: PhaseId,
  conflicts: readonly MergeConflict[],
): Promise<{ readonly reasons: readonly string[]; readonly beside: readonly PhaseId[] }> {
  if (conflicts.length === 0) return { reasons: [], beside: [] };
  const beside = await changedBeside(
    drive,
    conflicts.flatMap(({ paths }) => paths),
  );
  return { reasons: sayConflicts(phase, conflicts, beside), beside };
}
