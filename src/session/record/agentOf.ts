import { CairnError } from '../../base/cairnError.ts';
import { placeInYaml } from '../../model/parsing/yamlSource.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { Agent } from '../ports.ts';
import type { World } from '../world.ts';
import type { LoadedWorkflow } from './loadWorkflow.ts';

/**
 * Who does a phase on this machine.
 *
 * @throws `machine/agent-not-found` with the place in the workflow where the agent is named
 */
export async function agentOf(
  { agents }: Pick<World, 'agents'>,
  { workflow, file, text }: LoadedWorkflow,
  phase: Pick<Phase, 'id' | 'agent' | 'item'>,
): Promise<Agent> {
  try {
    return await agents.resolve(phase.agent ?? workflow.agent);
  } catch (error) {
    // What `auto` means is said elsewhere, and nowhere in a workflow.
    if (!CairnError.is(error, 'machine/agent-not-found') || error.details.auto !== undefined) throw error;
    const id = phase.item?.template ?? phase.id;
    const index = workflow.written.findIndex((written) => written.id === id);
    const path = phase.agent === null ? ['agent'] : ['phases', index, 'agent'];
    const named = { file, ...placeInYaml(file, text).at(path) };
    throw new CairnError('machine/agent-not-found', { ...error.details, named });
  }
}
