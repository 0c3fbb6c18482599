import type { AgentDefinition } from '../model/agentSettings.ts';
import type { AgentFound } from '../session/results.ts';
import { findProgram } from './findProgram.ts';
import { PRESETS, startHere, type Preset } from './presets.ts';
import { programVersion } from './programVersion.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What could do the work on this machine, in the order in which `auto` looks. Known programs are started once each, to
 * say their version; those of the settings never, since nobody knows what they do with `--version`.
 */
export async function surveyAgents(
  settings: ReadonlyMap<string, AgentDefinition>,
  env: Environment,
): Promise<readonly AgentFound[]> {
  const own = [...settings].map(([name, definition]) => ofSettings(name, definition, env));
  const known = PRESETS.filter(({ name }) => !settings.has(name));
  return [...own, ...(await Promise.all(known.map((preset) => ofPreset(preset, env))))];
}

function ofSettings(name: string, definition: AgentDefinition, env: Environment): AgentFound {
  const program = definition.kind === 'manual' ? null : findProgram(definition.command[0], env);
  const there = definition.kind === 'manual' || program !== null;
  return {
    name,
    title: name,
    from: 'settings',
    kind: there ? definition.kind : null,
    program,
    version: null,
    licence: null,
    install: null,
    quirk: null,
  };
}

async function ofPreset(preset: Preset, env: Environment): Promise<AgentFound> {
  const { name, title, licence, install, quirk } = preset;
  const here = startHere(preset, env);
  return {
    name,
    title,
    from: 'known',
    kind: here?.kind ?? null,
    program: here?.program ?? null,
    version: here === null ? null : await programVersion(here.program),
    licence,
    // Also where only the headless mode is there: the protocol tells more, and asks.
    install: here?.kind === 'acp' ? null : install,
    quirk,
  };
}
