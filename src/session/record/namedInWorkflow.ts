import { CairnError } from '../../base/cairnError.ts';
import { placeInYaml } from '../../model/parsing/yamlSource.ts';
import type { Phase } from '../../model/workflow/workflow.ts';
import type { Agent } from '../ports.ts';
import type { LoadedWorkflow } from './loadWorkflow.ts';

/**
 * The agent of a phase, once it is found.
 *
 * @throws `machine/agent-not-found` with the place in the workflow where it is named
 */
export async function namedInWorkflow(
  found: Promise<Agent>,
  { workflow, file, text }: LoadedWorkflow,
  phase: Pick<Phase, 'id' | 'agent' | 'item'>,
): Promise<Agent> {
  try {
    return await found;
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
