import { VSCODE } from '../model/agent/agentNames.ts';
import type { AgentDefinition } from '../model/agent/agentSettings.ts';
import type { Environment } from '../host/searchPath.ts';
import type { ModelSelector } from '../model/chat/chat.ts';
import type { ChatModels } from '../session/ports.ts';
import type { AgentFound } from '../session/results.ts';
import type { AgentsOptions } from './agentsOptions.ts';
import { findProgram, soughtAt } from './findProgram.ts';
import { presetStartedBy, PRESETS, soughtOf, startHere, type Preset } from './presets.ts';
import { loginOf } from './logins.ts';
import { programVersion, type Asking } from './programVersion.ts';

/**
 * The agents that could do the work on this machine, in the order in which `auto` looks. Starts each known program once for
 * its version, but never a person's own, since nobody knows what it does with `--version`.
 */
export async function surveyAgents({
  agentSettings: settings,
  env,
  chatModels = null,
  folder = null,
  asking = {},
}: AgentsOptions): Promise<readonly AgentFound[]> {
  const own = await Promise.all(
    [...settings].map(async ([name, definition]) =>
      definition.kind === 'language-model'
        ? ofModel({ name, title: name, from: 'settings' }, definition.model, chatModels)
        : ofSettings(name, definition, { env, folder, asking }),
    ),
  );
  const known = PRESETS.filter(({ name }) => !settings.has(name));
  const presets = await Promise.all(known.map((preset) => ofPreset(preset, env, asking)));
  if (chatModels === null || settings.has(VSCODE)) return [...own, ...presets];
  const title = 'Language model of VS Code';
  const model = await ofModel({ name: VSCODE, title, from: 'known' }, {}, chatModels);
  // It comes with another extension: no command installs it, so there is nothing to offer.
  return [...own, ...presets, ...(model.kind === null ? [] : [model])];
}

async function ofModel(
  named: Pick<AgentFound, 'name' | 'title' | 'from'>,
  selector: ModelSelector,
  chatModels: ChatModels | null,
): Promise<AgentFound> {
  const model = (await chatModels?.find(selector)) ?? null;
  // Only the window knows whether it is there; elsewhere we do not call it missing.
  const there = chatModels === null || model !== null;
  return {
    ...named,
    kind: there ? 'language-model' : null,
    program: null,
    sought: there ? [] : ['a language model in VS Code'],
    version: model?.id ?? null,
    licence: null,
    install: null,
    quirk: 'works in the window of VS Code only, and stops with it',
  };
}

const NOTHING_KNOWN = { version: null, licence: null, install: null, quirk: null };

/** What is unusual about it, and about how we run it. */
function quirkOf({ quirk }: Preset, kind: AgentFound['kind']): string | null {
  if (kind !== 'command') return quirk;
  return [quirk, 'headless it asks nobody: what its own rules do not allow is denied']
    .filter((one) => one !== null)
    .join('; ');
}

/** An agent of the settings shares what is known about its program, whatever the settings add. */
async function ofSettings(
  name: string,
  definition: Exclude<AgentDefinition, { readonly kind: 'language-model' }>,
  {
    env,
    folder,
    asking,
  }: { readonly env: Environment; readonly folder: string | null; readonly asking: Partial<Asking> | null },
): Promise<AgentFound> {
  const named = { name, title: name, from: 'settings' } as const;
  if (definition.kind === 'manual')
    return { ...named, kind: 'manual', program: null, sought: [], ...NOTHING_KNOWN };
  const program = findProgram(definition.command[0], env, folder);
  const preset = presetStartedBy(definition.command);
  const { licence, install } = preset ?? NOTHING_KNOWN;
  const quirk = preset === undefined ? null : quirkOf(preset, definition.kind);
  const title = preset?.name === name ? preset.title : name;
  const login = preset === undefined ? {} : { login: loginOf(preset, { ...env, ...definition.env }) };
  const known = { ...named, title, licence, quirk };
  if (program === null)
    return {
      ...known,
      kind: null,
      program,
      sought: [soughtAt(definition.command[0])],
      version: null,
      install,
    };
  const version = preset === undefined || asking === null ? null : await programVersion(program, env, asking);
  return { ...known, ...login, kind: definition.kind, program, sought: [], version, install: null };
}

async function ofPreset(
  preset: Preset,
  env: Environment,
  asking: Partial<Asking> | null,
): Promise<AgentFound> {
  const { name, title, licence, install } = preset;
  const here = startHere(preset, env);
  return {
    name,
    title,
    from: 'known',
    ...(here === null
      ? { kind: null, program: null, sought: [soughtOf(preset)], version: null }
      : {
          kind: here.kind,
          program: here.program,
          sought: [],
          version: asking && (await programVersion(here.program, env, asking)),
          login: loginOf(preset, env),
        }),
    licence,
    // Offered even if the headless mode is there: the protocol reports more, and asks.
    install: here?.kind === 'acp' ? null : install,
    quirk: quirkOf(preset, here?.kind ?? null),
  };
}
