import { CairnError } from '../base/cairnError.ts';
import type { MachineAgents } from '../session/api/agents.ts';
import type { Processes } from '../session/ports.ts';
import type { OpenAgentsOptions } from './agentsOptions.ts';

/** Who could do the work on this machine, without any repository. Loads nothing until asked. */
export function machineAgents(options: OpenAgentsOptions): MachineAgents {
  const open = async () => {
    const [{ openAgents }, { findAgents }] = await Promise.all([
      import('./openAgents.ts'),
      import('../session/look/findAgents.ts'),
    ]);
    return { agents: openAgents(options, NO_PROCESSES), findAgents };
  };
  return {
    async found() {
      const { agents, findAgents } = await open();
      return findAgents({ agents });
    },
    async auto() {
      const { agents, findAgents } = await open();
      return (await findAgents({ agents: { ...agents, survey: async () => [] } })).auto;
    },
    async choose(name) {
      const [{ chooseAuto }, { agentSettingsFolder }] = await Promise.all([
        import('../agents/chooseAuto.ts'),
        import('../agents/readAgentSettings.ts'),
      ]);
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
