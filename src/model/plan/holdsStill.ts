import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { CommitId, PhaseId } from '../names/ids.ts';

/**
 * Whether what was said of a phase to come still holds: nobody, here or in another clone, has gone back since, nor said no to what it
 * made. False, too, where the checkpoint that it was said at is no part of the session any more.
 *
 * @param on that checkpoint
 * @param newestFirst those of the session
 */
export function holdsStill(
  phase: PhaseId,
  on: CommitId,
  newestFirst: readonly Pick<Checkpoint, 'commit' | 'trailers'>[],
): boolean {
  const since = newestFirst.findIndex(({ commit }) => commit === on);
  return (
    since !== -1 &&
    !newestFirst
      .slice(0, since)
      .some(
        ({ trailers: { kind, phase: of } }) => kind === 'restore' || (kind === 'rejection' && of === phase),
      )
  );
}
