import { CairnError } from '../../base/cairnError.ts';
import { type Checkpoint, forkedFrom } from '../../model/checkpoint/checkpoint.ts';
import { type KnownLines, parseTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import type { CommitId, SessionId } from '../../model/names/ids.ts';
import type { Status } from '../../model/status/status.ts';
import type { Ancestry, CommitEntry, Objects } from '../ports.ts';

/**
 * A session's checkpoints, newest first, until its first one or as far as the clone reaches; behind the first of a fork
 * those of the session that it was forked from, each with its own session's name. Commits of others are left out.
 *
 * @param base the commit that the session started from: nothing behind it is read
 */
export async function readHistory(
  repository: Ancestry & Objects,
  {
    session,
    commit,
    status,
  }: {
    readonly session: SessionId;
    readonly commit: CommitId;
    readonly status: Pick<Status, 'base' | 'seq'>;
  },
): Promise<readonly Checkpoint[]> {
  return withInherited(
    session,
    await readEntries(repository, commit, { until: status.base, about: status.seq }),
  );
}

function withInherited(session: SessionId, entries: readonly CommitEntry[]): readonly Checkpoint[] {
  const own = toCheckpoints(session, entries);
  const first = own.at(-1);
  const from = first?.trailers.kind === 'fork' ? forkedFrom(first.trailers) : null;
  if (from === null) return own;
  const behind = entries.slice(1 + entries.findIndex(({ commit }) => commit === first?.commit));
  return [...own, ...withInherited(from.session, behind)];
}

/** First-parent commits, newest first; if one is lost, only those above it: the tip is enough to continue. */
export async function readEntries(
  repository: Ancestry & Objects,
  tip: CommitId,
  options: { readonly until?: CommitId; readonly limit?: number; readonly about?: number } = {},
): Promise<readonly CommitEntry[]> {
  try {
    return await repository.history(tip, options);
  } catch (error) {
    if (!CairnError.is(error, 'data/missing-object')) throw error;
    return entriesAbove(repository, tip, options);
  }
}

async function entriesAbove(
  repository: Objects,
  tip: CommitId,
  { until, limit = Number.POSITIVE_INFINITY }: { readonly until?: CommitId; readonly limit?: number },
): Promise<readonly CommitEntry[]> {
  const entries = [await repository.commitEntry(tip)];
  for (;;) {
    const next = entries.at(-1)?.parents[0];
    if (next === undefined || next === until || entries.length >= limit) return entries;
    try {
      entries.push(await repository.commitEntry(next));
    } catch (error) {
      if (CairnError.is(error, 'data/missing-object')) return entries;
      throw error;
    }
  }
}

/** The same, read on first use: most decisions are about a tip that was published here and need no history. */
export type History = () => Promise<readonly Checkpoint[]>;

export function lazyHistory(...of: Parameters<typeof readHistory>): History {
  let read: Promise<readonly Checkpoint[]> | null = null;
  return () => (read ??= readHistory(...of));
}

/** The checkpoints of one session among first-parent commits, up to its first. */
export function toCheckpoints(session: SessionId, entries: readonly CommitEntry[]): readonly Checkpoint[] {
  const checkpoints: Checkpoint[] = [];
  const known: KnownLines = new Map();
  for (const entry of entries) {
    const trailers = parseTrailers(entry.message, known);
    if (trailers === null || trailers.session !== session) continue;
    checkpoints.push({
      commit: entry.commit,
      parent: entry.parents[0] ?? null,
      at: trailers.updated ?? entry.at,
      by: entry.by,
      subject: entry.message.split('\n', 1)[0] ?? '',
      trailers,
    });
    if (trailers.kind === 'opened' || trailers.kind === 'fork') break;
  }
  return checkpoints;
}
