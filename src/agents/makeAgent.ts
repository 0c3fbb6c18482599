import { CairnError } from '../base/cairnError.ts';
import { assertNever } from '../base/assertNever.ts';
import { UNLESS_SAID, type AgentDefinition } from '../model/agent/agentSettings.ts';
import type { Agent } from '../session/ports.ts';
import { acpAgent, type AcpDefinition } from './acp/acpAgent.ts';
import { commandAgent, programName } from './commandAgent.ts';
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
      const { command, env, stallMs } = definition;
      const version = versionOf(command, callers);
      const login = presetNamedBy(programName(command[0]))?.login ?? null;
      return commandAgent({ name, command, env, stallMs, login, chosenBecause, version }, processes);
    }
    case 'manual':
      return manualAgent(chosenBecause);
    case 'language-model':
      if (chatModels === null) throw new CairnError('machine/agent-in-window', { agent: name });
      return languageModelAgent({ ...definition, name, chosenBecause }, chatModels, processes);
    case 'acp': {
      const { command, env, mode, permissions, stallMs } = definition;
      return acpAgent(
        {
          name,
          command,
          env,
          mode,
          permissions,
          stallMs,
          // A known program under the person's own name has the same modes.
          ...knownOf(presetMeantBy(command)),
          chosenBecause,
          version: versionOverAcp(presetMeantBy(command), command, { ...callers, ...env }),
        },
        processes,
      );
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
  const { name } = preset;
  const { start } = here;
  const version = versionOf(start.command, options.env);
  if (here.kind === 'command')
    return commandAgent(
      { name, ...start, stallMs: null, login: preset.login, chosenBecause, version },
      options.processes,
    );
  return acpAgent(
    {
      name,
      ...start,
      mode: null,
      ...UNLESS_SAID,
      ...knownOf(preset),
      chosenBecause,
      version: versionOverAcp(preset, start.command, options.env),
    },
    options.processes,
  );
}

/** What we know of a preset over the protocol. */
const knownOf = (
  preset: Preset | undefined,
): Pick<AcpDefinition, 'preferredModes' | 'login' | 'tellsFailure' | 'isAdapter'> => ({
  preferredModes: preset?.acp.modes ?? [],
  login: preset?.login ?? null,
  tellsFailure: preset?.acp.tellsFailure ?? null,
  isAdapter: preset?.acp.carries !== undefined,
});

type Command = readonly [string, ...string[]];
type Environment = Readonly<Record<string, string | undefined>>;
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
