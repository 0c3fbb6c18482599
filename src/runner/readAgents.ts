import { createAgents } from '../agents/createAgents.ts';
import { agentSettingsFolder, readAgentSettings } from '../agents/readAgentSettings.ts';
import { CairnError } from '../base/cairnError.ts';
import { parseAgentSettings } from '../model/agent/agentSettings.ts';
import type { Agents, Processes } from '../session/ports.ts';
import type { OpenAgentsOptions } from './agentsOptions.ts';

export { chooseAuto } from '../agents/chooseAuto.ts';
export { agentSettingsFolder } from '../agents/readAgentSettings.ts';

/** The agents as the settings are now. */
export async function readAgents(
  { env, agents: named, folder, extraAgents, chatModels }: OpenAgentsOptions,
  processes: Processes,
): Promise<Agents> {
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
}
