import { VSCODE } from '../model/agentNames.ts';
import type { AgentDefinition } from '../model/agentSettings.ts';
import type { ModelSelector } from '../model/chat.ts';
import type { ChatModels } from '../session/ports.ts';
import type { AgentFound } from '../session/results.ts';
import { findProgram } from './findProgram.ts';
import { presetStartedBy, PRESETS, startHere, type Preset } from './presets.ts';
import { programVersion } from './programVersion.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What could do the work on this machine, in the order in which `auto` looks. Known programs are started once each, to
 * say their version; a person's own never, since nobody knows what it does with `--version`.
 */
export async function surveyAgents(
  settings: ReadonlyMap<string, AgentDefinition>,
  env: Environment,
  chatModels: ChatModels | null,
): Promise<readonly AgentFound[]> {
  const own = await Promise.all(
    [...settings].map(async ([name, definition]) =>
      definition.kind === 'language-model'
        ? ofModel({ name, title: name, from: 'settings' }, definition.model, chatModels)
        : ofSettings(name, definition, env),
    ),
  );
  const known = PRESETS.filter(({ name }) => !settings.has(name));
  const presets = await Promise.all(known.map((preset) => ofPreset(preset, env)));
  if (chatModels === null || settings.has(VSCODE)) return [...own, ...presets];
  const title = 'Language model of VS Code';
  const model = await ofModel({ name: VSCODE, title, from: 'known' }, {}, chatModels);
  // It comes with another extension: there is no command that installs it, and nothing to offer.
  return [...own, ...presets, ...(model.kind === null ? [] : [model])];
}

async function ofModel(
  named: Pick<AgentFound, 'name' | 'title' | 'from'>,
  selector: ModelSelector,
  chatModels: ChatModels | null,
): Promise<AgentFound> {
  const model = (await chatModels?.find(selector)) ?? null;
  return {
    ...named,
    kind: model === null ? null : 'language-model',
    program: null,
    version: model?.id ?? null,
    licence: null,
    install: null,
    quirk: 'works in the window of VS Code only, and stops with it',
  };
}

/** What is known of its program is known of an agent of the settings too, whatever they add. */
async function ofSettings(
  name: string,
  definition: Exclude<AgentDefinition, { readonly kind: 'language-model' }>,
  env: Environment,
): Promise<AgentFound> {
  const named = { name, title: name, from: 'settings' } as const;
  if (definition.kind === 'manual')
    return {
      ...named,
      kind: 'manual',
      program: null,
      version: null,
      licence: null,
      install: null,
      quirk: null,
    };
  const program = findProgram(definition.command[0], env);
  const preset = presetStartedBy(definition.command);
  return {
    ...named,
    title: preset?.name === name ? preset.title : name,
    kind: program === null ? null : definition.kind,
    program,
    version: preset === undefined || program === null ? null : await programVersion(program, env),
    licence: preset?.licence ?? null,
    install: program === null ? (preset?.install ?? null) : null,
    quirk: preset?.quirk ?? null,
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
    version: here === null ? null : await programVersion(here.program, env),
    licence,
    // Also where only the headless mode is there: the protocol tells more, and asks.
    install: here?.kind === 'acp' ? null : install,
    quirk,
  };
}
