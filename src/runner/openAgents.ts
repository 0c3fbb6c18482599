import type { Agents, Processes } from '../session/ports.ts';
import type { OpenAgentsOptions } from './agentsOptions.ts';

/**
 * Reads the agent settings whenever an agent is looked for: a broken file stops no `status`, and what a person writes
 * there counts from the next phase on.
 */
export function openAgents(options: OpenAgentsOptions, processes: Processes): Agents {
  const read = async (): Promise<Agents> => (await import('./readAgents.ts')).readAgents(options, processes);
  return {
    resolve: async (choice) => (await read()).resolve(choice),
    survey: async () => (await read()).survey(),
  };
}
