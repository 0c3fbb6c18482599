import { CairnError } from '../../base/cairnError.ts';
import { tipOf, type Drive } from '../drive.ts';
import { asSlot } from '../drive/noteStanding.ts';
import { firstStanding } from '../drive/standing.ts';
import { heldWork } from '../record/heldWork.ts';
import { layHeld } from '../run/slots/takeSlot.ts';

/**
 * Work that is held where a restore went back to, and that others had passed by then, lies in the working tree again: where it began, as
 * laid over theirs it would take them back.
 */
export async function layApart(drive: Drive): Promise<Drive> {
  const { record, world, state, isolation } = drive;
  const held = heldWork(record);
  if (isolation === 'in-place' || record.slot !== undefined || held === null) return drive;
  const tip = tipOf(drive);
  const standing = await firstStanding(world, tip.record, tip.history, await state.about());
  if (standing === null || standing.phase !== null) return drive;
  const idle = await asSlot(drive, standing);
  try {
    return await layHeld(idle, held.phase);
  } catch (error) {
    // A clone that lacks it: whoever goes on with that phase fetches it first.
    if (CairnError.is(error, 'repo/held-missing')) return idle;
    throw error;
  }
}
