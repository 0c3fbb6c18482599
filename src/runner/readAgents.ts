import { createAgents } from '../agents/createAgents.ts';
import { agentSettingsFolder, readAgentSettings } from '../agents/readAgentSettings.ts';
import { CairnError } from '../base/cairnError.ts';
import { findProgram } from '../agents/findProgram.ts';
import type { Environment } from '../host/searchPath.ts';
import { parseAgentSettings, type AgentSettings } from '../model/agent/agentSettings.ts';
import type { Sandbox } from '../model/agent/sandbox.ts';
import type { Agents, Processes } from '../session/ports.ts';
import type { OpenAgentsOptions } from './agentsOptions.ts';

export { chooseAuto } from '../agents/chooseAuto.ts';
export { agentSettingsFolder } from '../agents/readAgentSettings.ts';

/** The agents as the settings are now. */
export async function readAgents(
  { env, agents: named, folder, extraAgents, chatModels, asking }: OpenAgentsOptions,
  processes: Processes,
): Promise<Agents> {
  const { file, agents, auto, sandbox } = await readAgentSettings(agentSettingsFolder(env));
  const own = parseAgentSettings('cairn.agents', JSON.stringify({ agents: named }));
  if (!own.ok) throw new CairnError('usage/settings', { file: 'cairn.agents', problems: own.error });
  const all = createAgents({
    processes,
    env,
    agentSettings: new Map([...own.value.agents, ...agents, ...own.value.agents]),
    settingsPlace: named === undefined ? file : `cairn.agents and ${file}`,
    auto: auto === null ? null : { name: auto, place: file },
    extra: extraAgents ?? [],
    chatModels: chatModels ?? null,
    folder: folder ?? null,
    ...(asking === undefined ? {} : { asking }),
  });
  if (sandbox === null) return all;
  return {
    survey: () => all.survey(),
    async resolve(choice) {
      const agent = await all.resolve(choice);
      const { program } = foundSandbox(sandbox, file, env);
      if (agent.kind === 'language-model')
        throw new CairnError('machine/sandbox', { program, file, because: { agent: agent.name } });
      return agent;
    },
  };
}

/** The sandbox that is set now, its program by absolute path: an environment of a workflow's does not choose another. */
export async function readSandbox(env: Environment): Promise<Sandbox | null> {
  const { file, sandbox } = await readAgentSettings(agentSettingsFolder(env));
  return sandbox === null ? null : foundSandbox(sandbox, file, env).sandbox;
}

/** @throws `machine/sandbox` */
function foundSandbox(
  [program, ...args]: Sandbox,
  file: string,
  env: Environment,
): { readonly program: string; readonly sandbox: Sandbox } {
  const refused = (because: 'not-found' | 'platform'): CairnError =>
    new CairnError('machine/sandbox', { program, file, because });
  if (process.platform === 'win32') throw refused('platform');
  const found = findProgram(program, env, null);
  if (found === null) throw refused('not-found');
  return { program, sandbox: [found, ...args] };
}

/** What is called when a session needs somebody: as the editor's setting says, else the settings of the terminal; null for nothing. */
export async function readNotify(env: Environment, setting: unknown): Promise<AgentSettings['notify']> {
  if (setting === undefined) return (await readAgentSettings(agentSettingsFolder(env))).notify;
  const own = parseAgentSettings('cairn.notify', JSON.stringify({ notify: setting }));
  if (!own.ok) throw new CairnError('usage/settings', { file: 'cairn.notify', problems: own.error });
  return own.value.notify;
}
