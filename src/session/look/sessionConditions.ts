import { sayCondition, type Condition } from '../../model/graph/condition.ts';
import { phasesNamed } from '../../model/graph/openRound.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { readTip } from '../record/sessionRecord.ts';
import type { PhaseConditions } from '../results.ts';
import type { World } from '../world.ts';

/** What decides about the phases of a session besides what they need, in the order of its plan; those that have nothing are left out. */
export async function sessionConditions(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<readonly PhaseConditions[]> {
  const { phases } = (await readTip(world, session)).workflow;
  return phases
    .filter(({ when, stop, loop }) => when !== null || stop !== null || loop !== null)
    .map(({ id, when, stop, loop }) => ({
      phase: id,
      when: inWords(when),
      stop: inWords(stop),
      loop:
        loop === null
          ? null
          : { to: phasesNamed(phases, loop.to), until: sayCondition(loop.until), max: loop.max },
    }));
}

const inWords = (condition: Condition | null): string | null =>
  condition === null ? null : sayCondition(condition);
