import { CairnError } from '../../base/cairnError.ts';
import { shownAgent } from '../../model/agent/shownCommands.ts';
import type { AgentChoice, Phase } from '../../model/workflow/workflow.ts';
import type { Permissions } from '../../model/agent/permissionRules.ts';
import type { Worker } from '../ahead.ts';
import type { Agent, Agents } from '../ports.ts';
import type { LoadedWorkflow } from '../record/loadWorkflow.ts';
import { namedInWorkflow } from '../record/namedInWorkflow.ts';

/** One that was found, and what it may do without asking; null: it asks nobody. */
export interface FoundWorker extends Worker {
  readonly permissions: Permissions | null;
}

/**
 * Who does the phases of a workflow on this machine, known before anything is made.
 *
 * @param byHand a person does what no agent is found for
 * @throws `machine/agent-not-found`; `machine/nobody-works` where a person would have to, and nobody said so
 */
export async function whoWorks(
  agents: Agents,
  loaded: LoadedWorkflow,
  byHand: boolean,
): Promise<readonly FoundWorker[]> {
  const { agent, phases } = loaded.workflow;
  const asked = new Map<string, { readonly choice: AgentChoice; readonly phases: Phase[] }>();
  for (const phase of phases) {
    const choice = phase.agent ?? agent;
    const key = JSON.stringify(choice);
    const same = asked.get(key) ?? { choice, phases: [] };
    same.phases.push(phase);
    asked.set(key, same);
  }
  const workers: FoundWorker[] = [];
  for (const { choice, phases: his } of asked.values()) {
    const [first] = his;
    if (first === undefined) continue;
    const found = await namedInWorkflow(agents.resolve(choice), loaded, first);
    const ids = his.map(({ id }) => id);
    if (!byHand && isFallback(choice, found)) throw await nobodyWorks(agents, found, ids);
    const { name, kind, chosenBecause: because, permissions } = found;
    workers.push({ agent: name, kind, because, runs: shownAgent(choice), phases: ids, permissions });
  }
  return workers;
}

/** A person who does the work because nobody else is there: neither they nor the workflow said so. */
const isFallback = (choice: AgentChoice, { kind, chosenByPerson }: Agent): boolean =>
  choice.kind === 'named' && choice.name === 'auto' && kind === 'manual' && chosenByPerson !== true;

async function nobodyWorks(
  agents: Agents,
  { chosenBecause }: Agent,
  phases: readonly string[],
): Promise<CairnError> {
  // One that anybody may have.
  const free = (await agents.survey()).find(
    ({ install, licence }) => install !== null && /^(Apache|MIT)/.test(licence ?? ''),
  );
  return new CairnError('machine/nobody-works', {
    phases,
    because: chosenBecause,
    install: free?.install ?? null,
  });
}
