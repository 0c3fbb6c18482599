import type { RepoPath } from '../../model/names/ids.ts';
import { packetPath } from '../../model/names/places.ts';
import { packetReview } from '../../model/packet/packetReview.ts';
import type { StatusRow } from '../../model/status/status.ts';
import { canonicalJson } from '../../model/text/canonicalJson.ts';
import type { AtTip } from '../drive.ts';
import { askedOf } from '../record/askedOf.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';
import { decode } from '../record/text.ts';
import { rescueEdits } from './rescueEdits.ts';

/**
 * Puts a packet where a person edits it, before it is published: whatever differs from it once it is published is that
 * person's, and no agent's that wrote a file of this name. What else lies there is set aside first.
 */
export async function layPacket(drive: AtTip, row: StatusRow, text: string): Promise<void> {
  const { world, root, session } = drive;
  const path = packetPath(session, row.number, row.phase);
  const onDisk = await world.files.read(root, path);
  if (onDisk !== null && decode(onDisk) !== text) await rescueEdits(drive, [{ path, bytes: onDisk }]);
  await drive.lease.confirm();
  await world.files.write(root, path, text);
}

/** The packet that a person reviews in this working tree and may edit; null if none is under review there. */
export function packetUnderReview({ session, status, records, slot }: SessionRecord): RepoPath | null {
  const row = status.rows.find(
    (candidate) =>
      candidate.status === 'waiting' &&
      (slot === undefined || slot.phase === candidate.phase) &&
      askedOf(records.get(candidate.phase)) === 'packet',
  );
  return row === undefined ? null : packetPath(session, row.number, row.phase);
}

/**
 * True for a packet as a person left it who looked at it: what they made of it is in the record of its phase, and handed on.
 *
 * @param asked as they were to look at it
 */
export function isTakenPacket(
  { session, status, records }: SessionRecord,
  {
    path,
    asked,
    onDisk,
  }: { readonly path: RepoPath; readonly asked: Uint8Array; readonly onDisk: Uint8Array },
): boolean {
  const row = status.rows.find(({ number, phase }) => packetPath(session, number, phase) === path);
  const reviewed = row === undefined ? undefined : records.get(row.phase)?.reviewed;
  return (
    reviewed !== undefined &&
    canonicalJson(packetReview(decode(asked), decode(onDisk))) === canonicalJson(reviewed)
  );
}
