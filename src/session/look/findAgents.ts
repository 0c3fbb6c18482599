import type { AgentsFound } from '../results.ts';
import type { World } from '../world.ts';

/** What could do the work here, and which of it `auto` takes. */
export async function findAgents({ agents }: Pick<World, 'agents'>): Promise<AgentsFound> {
  const [found, auto] = [await agents.survey(), await agents.resolve({ kind: 'named', name: 'auto' })];
  return { agents: found, auto: { name: auto.name, kind: auto.kind, because: auto.chosenBecause ?? '' } };
}
