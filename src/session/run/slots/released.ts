import { isOver, isPublished } from '../../../model/graph/isOver.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import { noteSlot } from '../../checkpoint/noteSlot.ts';
import type { Drive } from '../../drive.ts';

/** A phase that is finished, or sent back, leaves the slot that its work is in to others: its next round begins in any. */
export async function released(drive: Drive, row: StatusRow): Promise<Drive> {
  const { slot, status } = drive.record;
  if (slot?.phase !== row.phase || !isOver(row, status.rows)) return drive;
  return noteSlot(drive, { phase: null, rests: isPublished(row, status.rows) ? slot.rests : null });
}
