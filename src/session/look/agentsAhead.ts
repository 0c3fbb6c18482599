import { CairnError } from '../../base/cairnError.ts';
import { phasesAhead } from '../../model/plan/nextPhase.ts';
import { NO_COMMANDS } from '../../model/workflow/shipped/commands.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { ResumeOptions, RunRequest } from '../api/run.ts';
import { readTip, type SessionRecord } from '../record/sessionRecord.ts';
import { lazyHistory } from '../record/history.ts';
import { chooseWorkflow } from '../record/chooseWorkflow.ts';
import { workflowChange } from '../resume/workflowChange.ts';
import type { AgentKind } from '../results.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import type { World } from '../world.ts';

/**
 * The kinds of agents that a run may come to, decided before it begins: a language model works in the window only. What
 * is not there is left out; the run itself says so when it comes to it.
 */
export async function agentsAhead(world: World, request: RunRequest): Promise<readonly AgentKind[]> {
  const { workflow, record } = await planOf(world, request);
  const { until } = request.options;
  const again = request.verb === 'resume' ? request.options.again : null;
  const phases = phasesAhead(workflow, record?.status.rows ?? [], { until, again });
  const kinds = await Promise.all(
    phases.map(async ({ agent }) => {
      try {
        return (await world.agents.resolve(agent ?? workflow.agent)).kind;
      } catch (error) {
        if (CairnError.is(error, 'machine/agent-not-found')) return null;
        throw error;
      }
    }),
  );
  return [...new Set(kinds)].filter((kind) => kind !== null);
}

interface Plan {
  readonly workflow: Workflow;
  readonly record: SessionRecord | null;
}

async function planOf(world: World, request: RunRequest): Promise<Plan> {
  if (request.verb === 'resume') return planOfSession(world, request.session, request.options);
  // Who works does not depend on what is run.
  const { workflow } = await chooseWorkflow(world, request.options.workflow, async () => NO_COMMANDS);
  return { workflow, record: null };
}

async function planOfSession(
  world: World,
  session: SessionRecord['session'],
  options: ResumeOptions,
): Promise<Plan> {
  const record = await readTip(world, session);
  const history = lazyHistory(world.repository, record);
  const root = await workingRoot(world, session);
  const { loaded } = await workflowChange(world, record, history, root, options.workflow);
  return { workflow: loaded?.workflow ?? record.workflow, record };
}
