import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { holdsStill } from '../../model/plan/holdsStill.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { Beforehand, BeforehandBox } from '../ports.ts';
import { writtenId } from './approvable.ts';

/**
 * What a person said of a phase on this machine before there was anything to look at; of an item, what they said of all.
 *
 * @param history up to the tip of the session
 */
export async function approvedBefore(
  phase: Pick<Phase, 'id' | 'item'>,
  said: BeforehandBox,
  history: readonly Checkpoint[],
): Promise<Beforehand | null> {
  const named = writtenId(phase);
  const word = (await said.all()).find((one) => one.phase === named);
  return word !== undefined && holdsStill(phase.id, word.on, history) ? word : null;
}
