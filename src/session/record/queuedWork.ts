import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { asksBefore } from '../../model/attempt/endsAttempt.ts';
import { heldFrom } from '../../model/checkpoint/heldMessage.ts';
import type { CommitId, PhaseId, TreeId } from '../../model/names/ids.ts';
import { queuedRef } from '../../model/names/places.ts';
import type { Objects, Refs } from '../ports.ts';
import { isOnLine, type Line } from './onLine.ts';

/** The work of a phase in the queue, as its working tree held it. */
export interface QueuedWork {
  /** The checkpoint that it stands on. */
  readonly stands: CommitId;
  readonly tree: TreeId;
  /** The commit that has it as it was captured, on `since`. */
  readonly own: CommitId;
  /** It was merged with that checkpoint, and laid there. */
  readonly isMerged: boolean;
  /** What its agent has committed, on `since`; null: nothing. */
  readonly also: CommitId | null;
  readonly since: CommitId;
  /** Of which attempt it is; 0: it lay there before the first. */
  readonly attempt: number;
}

/**
 * The checkpoint that took the work of a phase from the queue, or that somebody made of the phase who did not have it; null: it is
 * in the queue still, whatever the phase was before.
 */
export function closedSince(
  newestFirst: readonly Checkpoint[],
  phase: PhaseId,
  message: string,
): Checkpoint | null {
  const from = heldFrom(message);
  if (from === null) return null;
  const since = newestFirst.findLast(
    ({ trailers }) =>
      trailers.phase === phase &&
      trailers.seq >= from.seq &&
      trailers.kind !== 'restore' &&
      !asksBefore(trailers, { phase, attempt: Math.max(1, from.attempt) }),
  );
  return since ?? null;
}

/** The work of a phase in the queue; null: none, or none on this history. */
export async function queuedWork(
  repository: Pick<Objects & Refs, 'commitEntry' | 'tip'>,
  line: Line,
  phase: PhaseId,
): Promise<QueuedWork | null> {
  const commit = await repository.tip(queuedRef(line.record.session, phase));
  if (commit === null) return null;
  const { message, tree, parents } = await repository.commitEntry(commit);
  const [stands, second] = parents;
  if (stands === undefined || !isOnLine(line, stands)) return null;
  if (closedSince(line.history, phase, message) !== null) return null;
  const attempt = attemptOf(message);
  const below = second === undefined ? null : await repository.commitEntry(second);
  // Work that was merged names what it was before, in a commit of the same words.
  if (second === undefined || below?.message !== message)
    return { stands, tree, own: commit, isMerged: false, also: second ?? null, since: stands, attempt };
  const [since = stands, also = null] = below.parents;
  return { stands, tree, own: second, isMerged: true, also, since, attempt };
}

const attemptOf = (message: string): number => heldFrom(message)?.attempt ?? 0;
