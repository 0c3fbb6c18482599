import { glanceTrailers } from '../../model/checkpointMessage.ts';
import type { PhaseId, SessionId } from '../../model/ids.ts';
import { shownState } from '../../model/status.ts';
import { findSession } from '../record/findSession.ts';
import type { LogEntry } from '../results.ts';
import type { World } from '../world.ts';

/** The checkpoints of a session, oldest first; words that this version does not know as found. */
export async function sessionLog(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<readonly LogEntry[]> {
  const found = await findSession(world, session);
  const entries: LogEntry[] = [];
  for (const commit of await world.repository.history(found.tip, await limitOf(world, found.tip))) {
    const said = glanceTrailers(commit.message);
    if (said === null || said.session !== session) continue;
    entries.push({
      seq: said.seq ?? 0,
      kind: said.kind ?? 'unknown',
      phase: said.phase as PhaseId | null,
      attempt: said.attempt,
      state: shownState(said.state),
      commit: commit.commit,
      at: said.updated ?? commit.at,
      by: commit.by,
      subject: commit.message.split('\n', 1)[0] ?? '',
      superseded: false,
    });
    if (said.kind === 'opened' || said.kind === 'fork') break;
  }
  return markSuperseded(entries.reverse());
}

/** Nothing behind the session's base is read: the user's own history may be long. */
async function limitOf(
  world: Pick<World, 'repository'>,
  tip: LogEntry['commit'],
): Promise<{ readonly limit?: number }> {
  const { message } = await world.repository.commitEntry(tip);
  const seq = glanceTrailers(message)?.seq ?? null;
  // Commits that are no checkpoints may lie between: twice the number is far enough, and a squash has no number.
  return seq === null ? {} : { limit: seq * 2 + 100 };
}

/** What a later restore went back behind stays in the log, marked. */
function markSuperseded(entries: readonly LogEntry[]): readonly LogEntry[] {
  const superseded = new Set<number>();
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== 'restore') continue;
    const target = entries
      .slice(0, index)
      .findLast(
        (older) => !superseded.has(older.seq) && older.phase === entry.phase && older.kind !== 'restore',
      );
    for (const older of entries.slice(0, index))
      if (target !== undefined && older.seq > target.seq) superseded.add(older.seq);
  }
  return entries.map((entry) => (superseded.has(entry.seq) ? { ...entry, superseded: true } : entry));
}
