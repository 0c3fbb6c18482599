import { join } from 'node:path';
import { agentSettingsFolder, readAgentSettings } from '../../agents/readAgentSettings.ts';
import { CairnError, type Problem } from '../../base/cairnError.ts';
import { lstat, readFile } from '../../host/disk.ts';
import type { Environment } from '../../host/searchPath.ts';
import { codeOf } from '../../host/systemError.ts';
import type { SettingsFact } from '../../model/machine/machineFacts.ts';
import { CONFIG_FILE } from '../../model/names/places.ts';
import { parseConfig } from '../../model/workflow/config.ts';

/** The agent settings of the terminal, which need not be there. */
export async function readTerminalSettings(env: Environment): Promise<SettingsFact> {
  const folder = agentSettingsFolder(env);
  try {
    const { file, text } = await readAgentSettings(folder);
    return { ...READ, file, isThere: text !== '' };
  } catch (error) {
    const fact = error instanceof CairnError ? unread(error) : null;
    if (fact === null) throw error;
    return fact;
  }
}

/** What keeps settings from being read; null for any other error. */
export function unread(error: CairnError): SettingsFact | null {
  if (CairnError.is(error, 'usage/settings')) return { ...READ, ...error.details };
  if (!CairnError.is(error, 'usage/invalid') || typeof error.details.what !== 'string') return null;
  return { ...READ, file: error.details.what, refused: error.details.why };
}

/** What the repository says of itself; null where it says nothing. */
export async function readRepositoryConfig(root: string): Promise<SettingsFact | null> {
  const fact = { ...READ, file: CONFIG_FILE };
  const path = join(root, CONFIG_FILE);
  try {
    const found = await lstat(path);
    if (!found.isFile()) return { ...fact, problems: [unfit('it must be a file')] };
    if (found.size > MOST_BYTES)
      return { ...fact, problems: [unfit(`it has ${found.size} bytes, at most ${MOST_BYTES} are read`)] };
    const read = parseConfig(CONFIG_FILE, await readFile(path, 'utf8'));
    return read.ok ? fact : { ...fact, problems: read.error };
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : { ...fact, refused: codeOf(error) };
  }
}

const READ = { isThere: true, problems: [], refused: null } as const;
const MOST_BYTES = 64 * 1024;

const unfit = (message: string): Problem => ({ file: CONFIG_FILE, line: 1, column: 1, message });
