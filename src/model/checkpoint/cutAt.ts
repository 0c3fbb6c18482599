import type { Checkpoint } from './checkpoint.ts';

/**
 * The seq of the oldest checkpoint in a clone that does not reach back to the first one: a shallow one, in which git knows no parent of
 * it. Null where nothing is missing.
 */
export function cutAt(newestFirst: readonly Checkpoint[]): number | null {
  const oldest = newestFirst.at(-1);
  return oldest?.parent === null && oldest.trailers.kind !== 'opened' ? oldest.trailers.seq : null;
}

/** True for the checkpoint that a session begins with. */
export const isFirst = ({ trailers: { kind } }: Checkpoint): boolean => kind === 'opened' || kind === 'fork';
