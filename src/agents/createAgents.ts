import { CairnError } from '../base/cairnError.ts';
import { assertNever } from '../base/assertNever.ts';
import type { AgentDefinition } from '../model/agentSettings.ts';
import type { Agent, Agents, Processes } from '../session/ports.ts';
import { commandAgent, programName } from './commandAgent.ts';
import { findProgram } from './findProgram.ts';
import { KNOWN_AGENTS, type KnownAgent } from './knownAgents.ts';
import { manualAgent } from './manualAgent.ts';

export interface AgentsOptions {
  readonly processes: Processes;
  /** The caller's environment: its PATH decides what is installed. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Named agents, in the order of the settings. */
  readonly agentSettings: ReadonlyMap<string, AgentDefinition>;
  /** Where a person finds those settings: the path of the file. */
  readonly settingsPlace: string;
  /** Agents that only the caller can make (a language model of the editor), by their name. */
  readonly extra?: readonly Agent[];
}

/**
 * Agents by name or definition. `auto` is the first that is there of: a command in the agent settings, one of
 * the known programs on PATH, an agent that the caller brought, and at last a person (`manual`, which is always
 * there). The settings come first because somebody wrote them; their order is kept.
 */
export function createAgents(options: AgentsOptions): Agents {
  return {
    async resolve(choice) {
      switch (choice.kind) {
        case 'named':
          return choice.name === 'auto' ? firstAvailable(options) : named(choice.name, options);
        case 'command':
        case 'acp':
        case 'manual':
          return defined(
            choice.kind === 'manual' ? 'manual' : programName(choice.command[0]),
            choice,
            null,
            options,
          );
        default:
          return assertNever(choice);
      }
    },
  };
}

function firstAvailable(options: AgentsOptions): Agent {
  for (const [name, definition] of options.agentSettings) {
    if (definition.kind === 'command' && findProgram(definition.command[0], options.env) !== null) {
      return defined(name, definition, 'first command in the agent settings', options);
    }
  }
  const known = KNOWN_AGENTS.find(({ command }) => findProgram(command[0], options.env) !== null);
  const missing = missingOf(options);
  if (known !== undefined)
    return knownAgent(known, ['first known agent on PATH', ...missing].join('; '), options);
  const extra = options.extra?.[0];
  const lack = missing[0] ?? `no command in ${options.settingsPlace}`;
  const because = `no known agent on PATH; ${lack}`;
  return extra === undefined ? manualAgent(because) : chosen(extra, because);
}

/** Which of the settings are not installed, once none was found to be: one sentence, or none. */
function missingOf({ agentSettings, settingsPlace }: AgentsOptions): readonly string[] {
  const missing = [...agentSettings].flatMap(([name, definition]) =>
    definition.kind === 'command' ? [`${name} (${definition.command[0]})`] : [],
  );
  if (missing.length === 0) return [];
  return [`${missing.join(', ')} of ${settingsPlace} ${missing.length === 1 ? 'is' : 'are'} not installed`];
}

function named(name: string, options: AgentsOptions): Agent {
  const definition = options.agentSettings.get(name);
  if (definition !== undefined) {
    // Beforehand: a typo in the settings is told before an attempt is spent on it.
    if (definition.kind === 'command' && findProgram(definition.command[0], options.env) === null)
      throw notFound(name, [`${definition.command[0]} on PATH, as ${options.settingsPlace} says`]);
    return defined(name, definition, null, options);
  }
  const extra = options.extra?.find((agent) => agent.name === name);
  if (extra !== undefined) return extra;
  if (name === 'manual') return manualAgent(null);
  const known = KNOWN_AGENTS.find(
    (agent) => agent.name === name && findProgram(agent.command[0], options.env) !== null,
  );
  if (known !== undefined) return knownAgent(known, null, options);
  const inSettings = [...options.agentSettings.keys()].join(', ') || 'none';
  throw notFound(name, [
    `${options.settingsPlace} (${inSettings})`,
    ...(KNOWN_AGENTS.some((agent) => agent.name === name) ? [`${name} on PATH`] : []),
  ]);
}

function defined(
  name: string,
  definition: AgentDefinition,
  chosenBecause: string | null,
  options: AgentsOptions,
): Agent {
  switch (definition.kind) {
    case 'command':
      return commandAgent(
        { name, command: definition.command, env: definition.env, chosenBecause, knownProgram: null },
        options.processes,
      );
    case 'manual':
      return manualAgent(chosenBecause);
    case 'acp':
      // Not built yet (the Agent Client Protocol follows): a plain refusal before an attempt is spent.
      throw notFound(name, ['agents of kind acp are not supported by this version yet']);
    default:
      return assertNever(definition);
  }
}

function knownAgent(known: KnownAgent, chosenBecause: string | null, options: AgentsOptions): Agent {
  return commandAgent(
    { ...known, chosenBecause, knownProgram: findProgram(known.command[0], options.env) },
    options.processes,
  );
}

function chosen(agent: Agent, chosenBecause: string): Agent {
  return {
    kind: agent.kind,
    name: agent.name,
    chosenBecause,
    version: () => agent.version(),
    run: (task) => agent.run(task),
  };
}

const notFound = (agent: string, tried: readonly string[]): CairnError =>
  new CairnError('machine/agent-not-found', { agent, tried });
