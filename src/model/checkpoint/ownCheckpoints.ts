import type { Checkpoint } from './checkpoint.ts';

/** Those of the session itself, newest first: what it was forked from comes behind its first one. */
export function ownCheckpoints(newestFirst: readonly Checkpoint[]): readonly Checkpoint[] {
  const first = newestFirst.findIndex(({ trailers: { kind } }) => kind === 'opened' || kind === 'fork');
  return first === -1 ? newestFirst : newestFirst.slice(0, first + 1);
}
