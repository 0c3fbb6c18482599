import { isOver } from '../../../model/graph/isOver.ts';
import type { StatusRow } from '../../../model/status/status.ts';
import type { Drive } from '../../drive.ts';

/** A phase that is finished, or sent back, leaves its slot to others: its next round begins in any. */
export async function released(drive: Drive, row: StatusRow): Promise<Drive> {
  const { slot, status } = drive.record;
  if (slot === undefined || !isOver(row, status.rows)) return drive;
  await drive.state.note({ phase: null });
  return { ...drive, record: { ...drive.record, slot: { ...slot, phase: null } } };
}
