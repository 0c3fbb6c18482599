import type { CommitId, SessionId } from '../../model/names/ids.ts';
import { statusPath } from '../../model/names/places.ts';
import { glanceStatus } from '../../model/status/glanceStatus.ts';
import type { StatusGlance } from '../../model/status/status.ts';
import { MOST_STATUS_BYTES, readToShow, type RecordReads } from './recordReader.ts';
import { decode } from './text.ts';

/** What STATUS.md of a commit says, as far as it can be read; `nothing` where nothing of it can be, null where there is none. */
export async function glanceStatusAt(
  repository: RecordReads,
  session: SessionId,
  commit: CommitId,
): Promise<StatusGlance | 'nothing' | null> {
  const bytes = await readToShow(repository, commit, statusPath(session), MOST_STATUS_BYTES);
  if (bytes === null) return null;
  return bytes === 'too long' ? 'nothing' : (glanceStatus(decode(bytes)) ?? 'nothing');
}

/** The branch that it names; null if none can be read there. */
export async function branchSaidAt(
  repository: RecordReads,
  session: SessionId,
  commit: CommitId,
): Promise<string | null> {
  const said = await glanceStatusAt(repository, session, commit);
  return said === 'nothing' ? null : (said?.branch ?? null);
}
