import { CairnError } from '../base/cairnError.ts';
import { assertNever } from '../base/assertNever.ts';
import type { Environment } from '../host/searchPath.ts';
import { programName } from '../model/agent/agentNames.ts';
import { UNLESS_SAID, type AgentDefinition } from '../model/agent/agentSettings.ts';
import type { Agent } from '../session/ports.ts';
import { acpAgent } from './acp/acpAgent.ts';
import { commandAgent } from './commandAgent.ts';
import { languageModelAgent } from './languageModel/languageModelAgent.ts';
import { manualAgent } from './manualAgent.ts';
import { presetMeantBy, presetNamedBy, startHere, type Preset, presetStartedBy } from './presets.ts';
import type { AgentsOptions } from './agentsOptions.ts';
import { carriedVersion } from './carriedVersion.ts';
import { findProgram } from './findProgram.ts';
import { programVersion } from './programVersion.ts';

export function defined(
  name: string,
  definition: AgentDefinition,
  chosenBecause: string | null,
  { processes, chatModels = null, env: callers }: AgentsOptions,
): Agent {
  switch (definition.kind) {
    case 'command': {
      const version = versionOf(definition.command, callers);
      const login = presetNamedBy(programName(definition.command[0]))?.login ?? null;
      return commandAgent({ ...definition, name, login, chosenBecause, version }, processes);
    }
    case 'manual':
      return manualAgent(chosenBecause);
    case 'language-model':
      if (chatModels === null) throw new CairnError('machine/agent-in-window', { agent: name });
      return languageModelAgent({ ...definition, name, chosenBecause }, chatModels, processes);
    case 'acp': {
      // A known program under the person's own name has the same modes.
      const preset = presetMeantBy(definition.command);
      const version = versionOverAcp(preset, definition.command, { ...callers, ...definition.env });
      return acpAgent({ ...definition, name, ...knownOf(preset), chosenBecause, version }, processes);
    }
    default:
      return assertNever(definition);
  }
}

/** Null if none of its programs is installed. */
export function presetAgent(
  preset: Preset,
  chosenBecause: string | null,
  options: AgentsOptions,
): Agent | null {
  const here = startHere(preset, options.env);
  if (here === null) return null;
  const { kind, start } = here;
  const definition: AgentDefinition =
    kind === 'acp' ? { kind, ...start, mode: null, ...UNLESS_SAID } : { kind, ...start, stallMs: null };
  return defined(preset.name, definition, chosenBecause, options);
}

/** What we know of a preset over the protocol. */
const knownOf = (preset: Preset | undefined) => ({
  preferredModes: preset?.acp.modes ?? [],
  login: preset?.login ?? null,
  tellsFailure: preset?.acp.tellsFailure ?? null,
  isAdapter: preset?.acp.carries !== undefined,
  // Of a program that nobody knows it is taken for granted.
  keepsShell: preset?.acp.keepsShell ?? true,
});

type Command = readonly [string, ...string[]];
type Version = Agent['version'];

/** Never starts a person's own program for this: nobody knows what it does with `--version`. */
function versionOf(command: Command, env: Environment): Version {
  const program = presetStartedBy(command) === undefined ? null : findProgram(command[0], env, null);
  return program === null ? async () => null : once(() => programVersion(program, env));
}

/** The version of an agent over the protocol; behind an adapter, that of the agent it starts. */
function versionOverAcp(preset: Preset | undefined, command: Command, env: Environment): Version {
  const carries = preset?.acp.carries;
  const program = carries === undefined ? null : findProgram(command[0], env, null);
  if (carries === undefined || program === null) return versionOf(command, env);
  return once(() => carriedVersion(carries, program, env));
}

function once(ask: Version): Version {
  let told: Promise<string | null> | null = null;
  return () => (told ??= ask());
}
