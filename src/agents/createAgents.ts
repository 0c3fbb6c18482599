import { isAbsolute, join } from 'node:path';
import { CairnError, type ErrorDetails } from '../base/cairnError.ts';
import { assertNever } from '../base/assertNever.ts';
import { modelName, programName, VSCODE } from '../model/agent/agentNames.ts';
import { UNLESS_SAID, type AgentDefinition } from '../model/agent/agentSettings.ts';
import type { Start } from '../model/agent/knownAgents.ts';
import type { Agent, Agents } from '../session/ports.ts';
import { findProgram, soughtAt } from './findProgram.ts';
import { manualAgent } from './manualAgent.ts';
import { presetStartedBy, PRESETS, soughtOf, type Preset } from './presets.ts';
import { surveyAgents } from './surveyAgents.ts';
import type { AgentsOptions } from './agentsOptions.ts';
import { defined, presetAgent } from './makeAgent.ts';

/**
 * Agents by name or definition. `auto` is the one that a person chose, else the first available of: an agent in the
 * settings, one of the presets on PATH (the Agent Client Protocol before its headless mode), an agent that the caller
 * brought, in VS Code one of its language models (`vscode`), and finally a person (`manual`, which is always available).
 * The settings come first because somebody wrote them, and keep their order.
 */
export function createAgents(options: AgentsOptions): Agents {
  return {
    survey: () => surveyAgents(options),
    async resolve(choice) {
      switch (choice.kind) {
        case 'named':
          return choice.name === 'auto' ? autoOf(options) : named(choice.name, options);
        case 'command':
          refuseMissing(choice, options);
          return defined(programName(choice.command[0]), { ...choice, stallMs: null }, null, options);
        case 'acp':
          refuseMissing(choice, options);
          // The person decides what an agent may do, not the repository.
          return defined(programName(choice.command[0]), { ...choice, ...UNLESS_SAID }, null, options);
        case 'language-model':
          return defined(modelName(choice.model), { ...choice, ...UNLESS_SAID }, null, options);
        case 'manual':
          return manualAgent(null);
        default:
          return assertNever(choice);
      }
    },
  };
}

/** Throws if the chosen agent is gone: another one has other costs and other permissions. */
async function autoOf(options: AgentsOptions): Promise<Agent> {
  if (options.auto == null) return firstAvailable(options);
  const { name, place } = options.auto;
  const agent = await named(name, options).catch((error: unknown) => {
    if (!CairnError.is(error, 'machine/agent-not-found')) throw error;
    throw notFound({ ...error.details, auto: place });
  });
  return { ...chosen(agent, `chosen in ${place}`), chosenByPerson: true };
}

async function firstAvailable(options: AgentsOptions): Promise<Agent> {
  const missing: string[] = [];
  for (const [name, definition] of options.agentSettings) {
    const lack = await lackOf(definition, options);
    if (lack !== null) missing.push(`${name} (${lack})`);
    else if (definition.kind !== 'manual')
      return defined(name, definition, 'first agent in the settings that is installed', options);
  }
  const notThere = missingWords(missing, options);
  for (const preset of PRESETS) {
    const agent = presetAgent(preset, ['first known agent on PATH', ...notThere].join('; '), options);
    if (agent !== null) return agent;
  }
  const extra = options.extra?.[0];
  const lack = notThere[0] ?? `${options.settingsPlace} names no other`;
  const because = `no known agent on PATH; ${lack}`;
  if (extra !== undefined) return chosen(extra, because);
  const offered = (await options.chatModels?.list()) ?? [];
  if (offered.length > 0) return defined(VSCODE, ANY_MODEL, because, options);
  return manualAgent(because);
}

const ANY_MODEL: AgentDefinition = { kind: 'language-model', model: {}, ...UNLESS_SAID };

/** Names the agents of the settings that are not installed, in one phrase; nothing if there are none. */
function missingWords(missing: readonly string[], { settingsPlace }: AgentsOptions): readonly string[] {
  if (missing.length === 0) return [];
  return [`${missing.join(', ')} of ${settingsPlace} ${missing.length === 1 ? 'is' : 'are'} not installed`];
}

/** What an agent of the settings needs but cannot find here; null if it can work. */
async function lackOf(definition: AgentDefinition, options: AgentsOptions): Promise<string | null> {
  switch (definition.kind) {
    case 'manual':
      return null;
    case 'language-model':
      if (options.chatModels == null) return 'in VS Code';
      return (await options.chatModels.find(definition.model)) === null ? 'no such model' : null;
    case 'acp':
    case 'command':
      return lackOfProgram(definition, options);
    default:
      return assertNever(definition);
  }
}

async function named(name: string, options: AgentsOptions): Promise<Agent> {
  const definition = options.agentSettings.get(name);
  if (definition !== undefined) {
    // Checked up front, so that a typo in the settings does not cost an attempt. Without its model an agent asks.
    // A path inside the working tree may exist by the time it is started.
    const lack =
      definition.kind === 'language-model' ? null : await lackOf(definition, { ...options, folder: null });
    if (lack !== null)
      throw notFound({
        agent: name,
        tried: [`${soughtAt(lack)}, as ${options.settingsPlace} says`],
        ...('command' in definition ? installing(presetStartedBy(definition.command)) : {}),
      });
    return defined(name, definition, null, options);
  }
  const extra = options.extra?.find((agent) => agent.name === name);
  if (extra !== undefined) return extra;
  if (name === 'manual') return manualAgent(null);
  if (name === VSCODE) return defined(name, ANY_MODEL, null, options);
  const preset = PRESETS.find((known) => known.name === name);
  const agent = preset === undefined ? null : presetAgent(preset, null, options);
  if (agent !== null) return agent;
  throw missing(name, preset, options);
}

/** For a known agent, says what installs it; for any other name, which agents are known. */
function missing(name: string, preset: Preset | undefined, options: AgentsOptions): CairnError {
  const inSettings = [...options.agentSettings.keys()];
  const tried = [`${options.settingsPlace} (${inSettings.join(', ') || 'none'})`];
  if (preset !== undefined)
    return notFound({ agent: name, tried: [...tried, soughtOf(preset)], ...installing(preset) });
  const brought = (options.extra ?? []).map((one) => one.name);
  const known = [...inSettings, ...brought, ...PRESETS.map((one) => one.name), 'manual'];
  return notFound({ agent: name, tried, known: [...new Set(known)] });
}

/** The missing program, as we looked for it; null if it is there. */
function lackOfProgram(
  { command: [program], env: own }: Start,
  { env, folder = null }: AgentsOptions,
): string | null {
  if (findProgram(program, { ...env, ...own }, folder) !== null) return null;
  const isPath = !isAbsolute(program) && /[\\/]/.test(program);
  return isPath && folder !== null ? join(folder, program) : program;
}

/** Reports a missing program of the workflow before an attempt is spent on it. */
function refuseMissing(choice: Start, options: AgentsOptions): void {
  const lack = lackOfProgram(choice, { ...options, folder: null });
  if (lack !== null)
    throw notFound({ agent: programName(lack), tried: [`${soughtAt(lack)}, as the workflow says`] });
}

function chosen(agent: Agent, chosenBecause: string): Agent {
  return {
    kind: agent.kind,
    name: agent.name,
    chosenBecause,
    permissions: agent.permissions,
    ...(agent.requestedModel === undefined ? {} : { requestedModel: agent.requestedModel }),
    stallMs: agent.stallMs,
    version: () => agent.version(),
    ...(agent.adapter === undefined ? {} : { adapter: () => agent.adapter?.() ?? null }),
    run: (task) => agent.run(task),
  };
}

const installing = (preset: Preset | undefined): { readonly install?: string } =>
  preset === undefined ? {} : { install: preset.install };

const notFound = (details: ErrorDetails['machine/agent-not-found']): CairnError =>
  new CairnError('machine/agent-not-found', details);
