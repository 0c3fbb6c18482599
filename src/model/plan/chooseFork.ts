import { type Checkpoint, ownCheckpoints } from '../checkpoint/checkpoint.ts';
import type { PhaseId } from '../names/ids.ts';
import { closingCheckpoint } from '../checkpoint/phaseBase.ts';
import { checkpointNamed, knownTargets } from './chooseRestore.ts';

/** Where a person may ask to begin another session. */
export type ForkChoice =
  | { readonly kind: 'from'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'unknown'; readonly closed: readonly string[]; readonly numbers: readonly string[] };

/**
 * Finds the checkpoint that a phase id or a seq means. A seq counts in the session itself; a phase also where it was closed
 * before the session was forked off another: the new one then begins on that one's checkpoint.
 *
 * @param newestFirst the session's checkpoints and those that it inherited
 */
export function chooseFork(newestFirst: readonly Checkpoint[], to: string): ForkChoice {
  const own = ownCheckpoints(newestFirst);
  const found = checkpointNamed(own, to) ?? closingCheckpoint(newestFirst, to as PhaseId);
  if (found !== null) return { kind: 'from', checkpoint: found };
  return {
    kind: 'unknown',
    closed: knownTargets(newestFirst).closed,
    numbers: knownTargets(own).numbers,
  };
}
