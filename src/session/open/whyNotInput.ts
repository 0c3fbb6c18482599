import { demandWords } from '../../model/inputs/inputWords.ts';
import { unmetBy } from '../../model/inputs/judgeInputs.ts';
import { NO_COMMANDS } from '../../model/workflow/shipped/commands.ts';
import { loadWorkflow } from '../record/loadWorkflow.ts';
import { matchesWithin } from '../record/matchesWithin.ts';
import type { World } from '../world.ts';

/** What a workflow asks of a value of one of its inputs and does not hold, as it follows the name; null where all does. */
export async function whyNotInput(
  world: Pick<World, 'files' | 'repository' | 'withinTime' | 'clock'>,
  workflow: string,
  name: string,
  value: string,
): Promise<string | null> {
  const { inputs } = (await loadWorkflow(world, workflow, async () => NO_COMMANDS)).workflow;
  const input = inputs.find((candidate) => candidate.name === name);
  const demand = input === undefined ? null : unmetBy(input, value, matchesWithin(world));
  return demand === null ? null : demandWords(demand, value);
}
