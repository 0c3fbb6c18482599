import { glanceTrailers } from '../../model/checkpointMessage.ts';
import type { PhaseId, SessionId } from '../../model/ids.ts';
import { lineBehind } from '../../model/lineBehind.ts';
import { shownState } from '../../model/status.ts';
import { lastGoodOf } from '../record/damage.ts';
import { readEntries } from '../record/history.ts';
import type { LogEntry } from '../results.ts';
import type { World } from '../world.ts';

/**
 * The checkpoints of a session, oldest first; words that this version does not know as found. Of one that is damaged:
 * those that are left.
 */
export async function sessionLog(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<readonly LogEntry[]> {
  const { tip } = await lastGoodOf(world, session);
  const entries: LogEntry[] = [];
  const restored = new Map<LogEntry, number | null>();
  for (const commit of await readEntries(world.repository, tip, await limitOf(world, tip))) {
    const said = glanceTrailers(commit.message);
    if (said === null || said.session !== session) continue;
    const entry: LogEntry = {
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
    };
    entries.push(entry);
    restored.set(entry, said.restored);
    if (said.kind === 'opened' || said.kind === 'fork') break;
  }
  // What a later restore went back behind stays in the log, marked.
  const line = new Set(lineBehind(entries, (entry) => ({ ...entry, restored: restored.get(entry) ?? null })));
  return entries.map((entry) => (line.has(entry) ? entry : { ...entry, superseded: true })).reverse();
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
