import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CairnError, type Problem } from '../base/cairnError.ts';
import { ok, type Result } from '../base/result.ts';
import { parseAgentSettings, type AgentDefinition } from '../model/agentSettings.ts';

/** `agents.yaml` of a config folder, by name in file order; no file = no agents. */
export async function readAgentSettings(
  configFolder: string,
): Promise<Result<ReadonlyMap<string, AgentDefinition>, readonly Problem[]>> {
  const file = join(configFolder, 'agents.yaml');
  try {
    return parseAgentSettings(file, await readFile(file, 'utf8'));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return ok(new Map());
    throw new CairnError('usage/invalid', { what: file, why: code ?? 'unreadable' }, { cause });
  }
}

/** `$XDG_CONFIG_HOME/cairn`, `~/.config/cairn`, on Windows `%APPDATA%\cairn`. Machine-wide, never in a repository: it names executables. */
export function agentSettingsFolder(env: Readonly<Record<string, string | undefined>>): string {
  if (process.platform === 'win32')
    return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'cairn');
  const config = env['XDG_CONFIG_HOME'];
  // The base directory specification: a relative path is to be ignored.
  return join(config?.startsWith('/') === true ? config : join(env['HOME'] ?? homedir(), '.config'), 'cairn');
}
