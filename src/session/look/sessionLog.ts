import { glanceTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import type { TrailersGlance } from '../../model/checkpoint/trailers.ts';
import { forkedFrom } from '../../model/checkpoint/checkpoint.ts';
import type { CommitId, PhaseId, SessionId } from '../../model/names/ids.ts';
import { lineBehind } from '../../model/checkpoint/lineBehind.ts';
import { shownChecked, shownState } from '../../model/status/statusWords.ts';
import type { CheckpointsWanted } from '../api/look.ts';
import type { Ancestry, CommitEntry, Objects } from '../ports.ts';
import { lastGoodOf } from '../record/damage.ts';
import { readEntries } from '../record/history.ts';
import type { LogEntry } from '../results.ts';
import type { World } from '../world.ts';

/**
 * The checkpoints of a session, newest first: the order in which they are found. Words that this version does not know
 * as found; of a session that is damaged those that are left.
 */
export async function listCheckpoints(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
  { before = Infinity, limit = Infinity, filter = {} }: CheckpointsWanted = {},
): Promise<readonly LogEntry[]> {
  const { tip } = await lastGoodOf(world, session);
  return (await listFrom(world.repository, session, tip))
    .filter(({ seq }) => seq < before)
    .filter(({ kind }) => filter.kind === undefined || kind === filter.kind)
    .filter(({ phase }) => filter.phase === undefined || phase === filter.phase)
    .slice(0, limit);
}

/** All of them, oldest first, the way people read what happened. */
export async function sessionLog(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<readonly LogEntry[]> {
  return [...(await listCheckpoints(world, session))].reverse();
}

/** A fork tells below its first checkpoint what came before, in the other session. */
async function listFrom(
  repository: Ancestry & Objects,
  session: SessionId,
  tip: CommitId,
): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  const restored = new Map<LogEntry, number | null>();
  for (const commit of await readEntries(repository, tip, await limitOf(repository, tip))) {
    const said = glanceTrailers(commit.message);
    if (said === null || said.session !== session) continue;
    const [parent] = commit.parents;
    const from = said.kind === 'fork' ? forkedFrom(said) : null;
    const before =
      from === null || parent === undefined
        ? []
        : [...(await listFrom(repository, from.session, parent))].reverse();
    const entry: LogEntry = {
      ...entryOf(commit, said),
      ...(from === null ? {} : { forkedFrom: { ...from, log: before } }),
      ...(parent === undefined && said.kind !== 'opened' ? { olderMissing: true } : {}),
    };
    entries.push(entry);
    restored.set(entry, said.restored);
    if (said.kind === 'opened' || said.kind === 'fork') break;
  }
  // What a later restore undid stays in the log, marked.
  const step = (entry: LogEntry) => ({ ...entry, session, restored: restored.get(entry) ?? null });
  const line = new Set(lineBehind(entries, step));
  return entries.map((entry) => (line.has(entry) ? entry : { ...entry, superseded: true }));
}

function entryOf(commit: CommitEntry, said: TrailersGlance): LogEntry {
  return {
    seq: said.seq ?? 0,
    kind: said.kind ?? 'unknown',
    phase: said.phase as PhaseId | null,
    attempt: said.attempt,
    state: shownState(said.state),
    checked: shownChecked(said.state, said.checked),
    commit: commit.commit,
    at: said.updated ?? commit.at,
    by: commit.by,
    subject: commit.message.split('\n', 1)[0] ?? '',
    superseded: false,
  };
}

/** Reads nothing behind the session's base: the user's own history may be long. */
async function limitOf(repository: Objects, tip: LogEntry['commit']): Promise<{ readonly limit?: number }> {
  const { message } = await repository.commitEntry(tip);
  const seq = glanceTrailers(message)?.seq ?? null;
  // Commits that are no checkpoints may lie between: twice the number is far enough, and a squash has no number.
  return seq === null ? {} : { limit: seq * 2 + 100 };
}
