import type { Checkpoint } from './checkpoint.ts';
import type { CheckpointKind } from './trailers.ts';

const BEGINNINGS: readonly CheckpointKind[] = ['opened', 'phase', 'approval', 'restore', 'fork'];

/**
 * What a person changed since the phase before was closed: before the attempts of the phase that is about to be closed, and
 * while it waited. Oldest first.
 *
 * @param newestFirst the session's checkpoints
 */
export function editsSince(newestFirst: readonly Checkpoint[]): readonly Checkpoint[] {
  const end = newestFirst.findIndex(({ trailers }) => BEGINNINGS.includes(trailers.kind));
  return editsOf(end === -1 ? newestFirst : newestFirst.slice(0, end));
}

/**
 * What the next attempt has to be told that a person changed: after the last phase was closed, and while that one waited for
 * its approval. Oldest first; none where something else came last.
 */
export function editsBefore(newestFirst: readonly Checkpoint[]): readonly Checkpoint[] {
  const after = newestFirst.findIndex(({ trailers }) => trailers.kind !== 'edit');
  const closed = newestFirst[after]?.trailers;
  if (closed?.kind !== 'approval') return editsOf(after === -1 ? newestFirst : newestFirst.slice(0, after));
  // Its edits lie above the checkpoint with which it began to wait; what lies below that, its own attempts were told.
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
