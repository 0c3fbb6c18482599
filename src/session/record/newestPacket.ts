import { inClosingOrder } from '../../model/checkpoint/phaseRecord.ts';
import type { CommitId, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import { newestPacketPath, openingPacketPath, packetPath } from '../../model/names/places.ts';
import type { Objects } from '../ports.ts';
import type { SessionRecord } from './sessionRecord.ts';
import { decode } from './text.ts';

type Tip = Pick<SessionRecord, 'session' | 'tree' | 'status' | 'records'>;

/** The newest packet of a session: from the phase closed last, or else the opening one. */
export async function newestPacket(
  repository: Objects,
  record: Tip,
): Promise<{ readonly path: RepoPath; readonly text: string | null }> {
  const hasPlaces = (await repository.entry(record.tree, openingPacketPath(record.session))) !== null;
  const path = hasPlaces ? newestPacketPath(record.session) : packetClosedLast(record);
  const bytes = await repository.read(record.tree, path);
  return { path, text: bytes === null ? null : decode(bytes) };
}

/** Where it is in a tree of schema 1, in which the opening packet has the place of the newest. */
export function packetClosedLast({
  session,
  status,
  records,
}: {
  readonly session: SessionId;
  readonly status: Pick<SessionRecord['status'], 'rows'>;
  readonly records: SessionRecord['records'];
}): RepoPath {
  const [closed] = status.rows
    .filter((row) => row.status === 'done')
    .map((row) => ({ row, written: records.get(row.phase) ?? NEVER }))
    .sort((a, b) => inClosingOrder(b.written, a.written));
  return closed === undefined
    ? newestPacketPath(session)
    : packetPath(session, closed.row.number, closed.row.phase);
}

const NEVER = { seq: 0 };

/** The packet for the first phase, wherever a tree has it. */
export async function openingPacket(
  repository: Objects,
  at: CommitId | TreeId,
  session: SessionId,
): Promise<Uint8Array | null> {
  return (
    (await repository.read(at, openingPacketPath(session))) ??
    (await repository.read(at, newestPacketPath(session)))
  );
}
