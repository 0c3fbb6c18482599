import type { Checkpoint } from './checkpoint.ts';
import type { CheckpointKind } from './trailers.ts';

const BEGINNINGS: readonly CheckpointKind[] = ['opened', 'phase', 'approval', 'restore', 'fork'];

/**
 * A person's edits since the previous phase closed: before the attempts of the closing phase, and while it waited. Oldest
 * first.
 *
 * @param newestFirst the session's checkpoints
 */
export function editsSince(newestFirst: readonly Checkpoint[]): readonly Checkpoint[] {
  const end = newestFirst.findIndex(({ trailers }) => BEGINNINGS.includes(trailers.kind));
  return editsOf(end === -1 ? newestFirst : newestFirst.slice(0, end));
}

/**
 * A person's edits that the next attempt must be told: after the last phase closed, and while that one waited for approval.
 * Oldest first; empty if something else came last.
 */
export function editsBefore(newestFirst: readonly Checkpoint[]): readonly Checkpoint[] {
  const after = newestFirst.findIndex(({ trailers }) => trailers.kind !== 'edit');
  const closed = newestFirst[after]?.trailers;
  if (closed?.kind !== 'approval') return editsOf(after === -1 ? newestFirst : newestFirst.slice(0, after));
  // Its edits come after the checkpoint with which it began to wait; its own attempts were told of earlier ones.
  const below = newestFirst
    .slice(after + 1)
    .findIndex(({ trailers: { kind, phase } }) => !WAITS.includes(kind) || phase !== closed.phase);
  const line = below === -1 ? newestFirst : newestFirst.slice(0, after + 1 + below);
  const asked = line.findLastIndex(({ trailers }) => trailers.kind === 'waiting');
  return editsOf(line.slice(0, asked === -1 ? line.length : asked));
}

const WAITS: readonly CheckpointKind[] = ['edit', 'waiting'];

const editsOf = (newestFirst: readonly Checkpoint[]): readonly Checkpoint[] =>
  newestFirst.filter(({ trailers }) => trailers.kind === 'edit').toReversed();
