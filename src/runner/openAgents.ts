import { createAgents } from '../agents/createAgents.ts';
import { agentSettingsFolder, readAgentSettings } from '../agents/readAgentSettings.ts';
import { CairnError } from '../base/cairnError.ts';
import type { Environment } from '../host/searchPath.ts';
import { parseAgentSettings } from '../model/agent/agentSettings.ts';
import type { Agent, Agents, ChatModels, Processes } from '../session/ports.ts';

export interface OpenAgentsOptions {
  /** The caller's environment: its PATH decides what is installed, its HOME where the settings are. */
  readonly env: Environment;
  /** Agents by name as the `cairn.agents` setting holds them; they come before those of the config folder. */
  readonly agents?: unknown;
  /** Where a relative program of the settings is looked for; if omitted, it is assumed to exist. */
  readonly folder?: string;
  /** Agents that only the caller can make. */
  readonly extraAgents?: readonly Agent[];
  /** Those of the editor that this process is part of. */
  readonly chatModels?: ChatModels | null;
}

/**
 * Reads the agent settings whenever an agent is looked for: a broken file stops no `status`, and what a person writes
 * there counts from the next phase on.
 */
export function openAgents(
  { env, agents: named, folder, extraAgents, chatModels }: OpenAgentsOptions,
  processes: Processes,
): Agents {
  const read = async (): Promise<Agents> => {
    const { file, agents, auto } = await readAgentSettings(agentSettingsFolder(env));
    const own = parseAgentSettings('cairn.agents', JSON.stringify({ agents: named }));
    if (!own.ok) throw new CairnError('usage/settings', { file: 'cairn.agents', problems: own.error });
    return createAgents({
      processes,
      env,
      agentSettings: new Map([...own.value.agents, ...agents, ...own.value.agents]),
      settingsPlace: named === undefined ? file : `cairn.agents and ${file}`,
      auto: auto === null ? null : { name: auto, place: file },
      extra: extraAgents ?? [],
      chatModels: chatModels ?? null,
      folder: folder ?? null,
    });
  };
  return {
    resolve: async (choice) => (await read()).resolve(choice),
    survey: async () => (await read()).survey(),
  };
}
