import type { RepoPath } from '../../model/names/ids.ts';
import { packetPath } from '../../model/names/places.ts';
import type { StatusRow } from '../../model/status/status.ts';
import type { AtTip } from '../drive.ts';
import { askedOf } from '../record/askedOf.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import { rescueEdits } from './rescueEdits.ts';

/**
 * Puts a packet where a person edits it, before it is published: whatever differs from it once it is published is that
 * person's, and no agent's that wrote a file of this name.
 *
 * @param over the text that may be written over; what else lies there is set aside first
 */
export async function layPacket(
  drive: AtTip,
  row: StatusRow,
  text: string,
  over: string | null,
): Promise<void> {
  const { world, root, session } = drive;
  const path = packetPath(session, row.number, row.phase);
  const onDisk = await world.files.read(root, path);
  if (onDisk !== null && ![text, over].includes(decode(onDisk)))
    await rescueEdits(drive, [{ path, bytes: onDisk }]);
  await drive.lease.confirm();
  await world.files.write(root, path, text);
}

/** The packet that a person reviews and may edit; null if none is under review. */
export function packetUnderReview({ session, status, records }: SessionRecord): RepoPath | null {
  const row = status.rows.find((candidate) => candidate.status === 'waiting');
  if (row === undefined || askedOf(records.get(row.phase)) !== 'packet') return null;
  return packetPath(session, row.number, row.phase);
}
