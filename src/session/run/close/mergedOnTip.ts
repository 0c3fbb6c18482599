import type { FileChange } from '../../../model/checkpoint/joinChanges.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import { layMerged, mergeOnto } from '../../checkpoint/catchUp.ts';
import type { Drive } from '../../drive.ts';
import { captureWork } from '../../workingTree/captureWork.ts';
import { mendedIn } from '../attempt/personsChanges.ts';
import { saidConflicts } from './conflicts.ts';

/** What lies in a working tree, on the tip: where others have passed it, it lacks theirs. */
export interface MergedOnTip {
  readonly drive: Drive;
  /** What was published since may matter to what it was judged by. */
  readonly moved: boolean;
  /** What a person had changed of it, where it was merged: nothing else tells that any more. */
  readonly mended: readonly FileChange[];
  /** Why it does not merge; empty if it does. Then everything is as it was. */
  readonly reasons: readonly string[];
}

/** Work on the tip, and what a person had changed of it before it was merged with that. */
export type WorkOnTip = Pick<MergedOnTip, 'drive' | 'mended'>;

/** Brings what lies in a working tree onto the tip. */
export async function mergedOnTip(
  drive: Drive,
  of: { readonly phase: PhaseId; readonly attempt: number },
): Promise<MergedOnTip> {
  const { ahead } = drive;
  if (ahead === null) return { drive, moved: false, mended: [], reasons: [] };
  const captured = await captureWork(drive.world, drive.checkout.tree, drive.session);
  const mended = await mendedIn(drive, captured.tree);
  const work = { ...of, captured };
  const merged = await mergeOnto(drive, ahead, work);
  const { moved, conflicts } = merged;
  const { reasons } = await saidConflicts(drive, of.phase, conflicts);
  const at = conflicts.length > 0 ? drive : (await layMerged(drive, ahead, work, merged)).drive;
  return { drive: at, moved, mended, reasons };
}
