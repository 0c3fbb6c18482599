import { commandsOf } from '../../model/workflow/shipped/commands.ts';
import { composeWorkflow } from '../../model/workflow/shipped/composeWorkflow.ts';
import type { ShippedName } from '../../model/workflow/shipped/shipped.ts';
import type { Running } from '../api/run.ts';
import type { World } from '../world.ts';
import { readProject } from './readProject.ts';

/** A workflow that comes with Cairn, as a file for what is on disk here. */
export async function shippedHere(
  world: Pick<World, 'files' | 'repository'>,
  name: ShippedName,
): ReturnType<Running['shipped']> {
  const project = await readProject(world, null);
  return { text: composeWorkflow(name, commandsOf(project)), project };
}
