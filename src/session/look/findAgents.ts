import { CairnError } from '../../base/cairnError.ts';
import type { AgentsFound } from '../results.ts';
import type { World } from '../world.ts';

/** What could do the work here, and which of it `auto` takes. */
export async function findAgents({ agents }: Pick<World, 'agents'>): Promise<AgentsFound> {
  return { agents: await agents.survey(), auto: await autoOf(agents) };
}

/** A chosen agent that is gone is reported as such, so that the person can choose another. */
async function autoOf(agents: World['agents']): Promise<AgentsFound['auto']> {
  try {
    const auto = await agents.resolve({ kind: 'named', name: 'auto' });
    const because = auto.chosenBecause ?? '';
    return { name: auto.name, kind: auto.kind, because, chosen: auto.chosenByPerson === true };
  } catch (error) {
    if (CairnError.is(error, 'machine/agent-in-window')) {
      const because = 'it was chosen, and works in the window of VS Code only';
      return { name: error.details.agent, kind: 'language-model', because, chosen: true };
    }
    if (!CairnError.is(error, 'machine/agent-not-found')) throw error;
    const { agent, tried, known, auto = '' } = error.details;
    const lack = known === undefined ? `is not here; looked for ${tried.join(', ')}` : 'is not known';
    return { name: agent, kind: null, because: `it was chosen in ${auto} and ${lack}`, chosen: true };
  }
}
