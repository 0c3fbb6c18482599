import { CairnError } from '../base/cairnError.ts';
import type { MachineAgents } from '../session/api/agents.ts';
import { findAgents } from '../session/look/findAgents.ts';
import type { Processes } from '../session/ports.ts';
import type { OpenAgentsOptions } from './agentsOptions.ts';
import { openAgents } from './openAgents.ts';

/** Who could do the work on this machine, without any repository. Loads nothing until asked. */
export function machineAgents(options: OpenAgentsOptions): MachineAgents {
  const agents = openAgents(options, NO_PROCESSES);
  return {
    found: () => findAgents({ agents }),
    async auto() {
      return (await findAgents({ agents: { ...agents, survey: async () => [] } })).auto;
    },
    async choose(name) {
      const { agentSettingsFolder, chooseAuto } = await import('./readAgents.ts');
      return chooseAuto(agentSettingsFolder(options.env), name);
    },
  };
}

/** Agents are only looked at here, never started. */
const NO_PROCESSES: Processes = {
  prepare: () => undefined,
  run: () =>
    Promise.reject(
      new CairnError('internal/unexpected', { what: 'an agent was started outside of a session' }),
    ),
  end: () => Promise.resolve(false),
};
