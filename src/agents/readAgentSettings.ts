import { homedir } from 'node:os';
import { join } from 'node:path';
import { readFile } from '../host/disk.ts';
import { CairnError } from '../base/cairnError.ts';
import type { Environment } from '../host/searchPath.ts';
import { parseAgentSettings, type AgentSettings } from '../model/agent/agentSettings.ts';

/** `agents.yaml` as it is on this machine. */
export interface SettingsFile extends AgentSettings {
  readonly file: string;
  readonly text: string;
}

/**
 * Reads `agents.yaml` of a config folder; without a file, nothing is set.
 *
 * @throws `usage/settings` when it is broken, `usage/invalid` when it cannot be read
 */
export async function readAgentSettings(configFolder: string): Promise<SettingsFile> {
  const file = join(configFolder, 'agents.yaml');
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '';
    throw new CairnError('usage/invalid', { what: file, why: cause.code ?? 'unreadable' }, { cause });
  });
  const read = parseAgentSettings(file, text);
  if (!read.ok) throw new CairnError('usage/settings', { file, problems: read.error });
  return { ...read.value, file, text };
}

/** `$XDG_CONFIG_HOME/cairn`, `~/.config/cairn`, on Windows `%APPDATA%\cairn`. Never in a repository: it names executables. */
export function agentSettingsFolder(env: Environment): string {
  if (process.platform === 'win32')
    return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'cairn');
  const config = env['XDG_CONFIG_HOME'];
  // The XDG base directory specification says to ignore a relative path.
  return join(config?.startsWith('/') === true ? config : join(env['HOME'] ?? homedir(), '.config'), 'cairn');
}
