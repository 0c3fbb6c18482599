import type { CommitId, SessionId, TreeId } from '../../model/names/ids.ts';
import { isRecordFile } from '../../model/names/places.ts';
import type { Change, Objects } from '../ports.ts';

/** What differs between two trees besides the engine's records, sorted by path. */
export async function workChanges(
  repository: Objects,
  session: SessionId,
  from: CommitId | TreeId,
  to: CommitId | TreeId,
): Promise<readonly Change[]> {
  const changes = await repository.changes(from, to);
  return changes.filter(({ path }) => !isRecordFile(session, path));
}
