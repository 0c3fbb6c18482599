import { CairnError } from '../../base/cairnError.ts';
import { inOrder } from '../../base/inOrder.ts';
import type { StartAhead } from '../ahead.ts';
import type { StartOptions } from '../api/run.ts';
import type { Isolation } from '../../model/workflow/workflow.ts';
import type { ChosenWorkflow } from '../record/chooseWorkflow.ts';
import type { World } from '../world.ts';
import { aheadOfStart } from './aheadOfStart.ts';
import { chooseHere, headOf } from './chooseHere.ts';
import { uncommittedIn } from './uncommitted.ts';
import { whoWorks, type FoundWorker } from './whoWorks.ts';

/** What a start would find and do, whatever is to be done: for whoever has not said that yet. Writes and runs nothing. */
export async function lookAhead(world: World, options: Omit<StartOptions, 'request'>): Promise<StartAhead> {
  const { repository, agents } = world;
  const tree = repository.workingTree({ root: repository.root, index: '', always: [] });
  const chosen = await chooseHere(world, options, await headOf(tree));
  const { loaded } = chosen;
  const { workflow } = loaded;
  const isolation = options.inPlace ? 'in-place' : workflow.isolation;
  const [workers, uncommitted] = await inOrder([
    whoWorks(agents, loaded, true).catch(missing),
    uncommittedIn(world, tree, loaded, isolation === 'in-place'),
  ]);
  const found = typeof workers === 'string' ? [] : workers;
  return {
    ahead: aheadOfStart(chosen, found, options, isolation),
    missing: typeof workers === 'string' ? workers : null,
    only: onlyPlaceOf(loaded),
    inputs: workflow.inputs,
    approvals: workflow.written.filter(({ approval }) => approval === 'required').map(({ id }) => id),
    uncommitted: uncommitted.left,
  };
}

/** What comes with Cairn works one by one where there is one tree; a file says how many, whoever starts it. */
function onlyPlaceOf({ workflow, isShipped }: ChosenWorkflow): Isolation | null {
  if (workflow.isolation === 'in-place') return 'in-place';
  return workflow.parallel > 1 && !isShipped ? 'worktree' : null;
}

/** An agent that is not there keeps nobody from reading the rest. */
function missing(error: unknown): string | readonly FoundWorker[] {
  if (CairnError.is(error, 'machine/agent-not-found')) return error.details.agent;
  throw error;
}
