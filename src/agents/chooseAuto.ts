import { mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { parseAgentSettings } from '../model/agentSettings.ts';
import { autoOf, withAuto } from '../model/autoChoice.ts';

/** What `auto` means on this machine by a person's own word; null where nobody chose. */
export async function readAuto(configFolder: string): Promise<string | null> {
  const file = join(configFolder, 'agents.yaml');
  return autoOf(file, await textOf(file));
}

/**
 * Writes down what `auto` is to mean from now on, where terminal and window both look; null: the first that is there.
 *
 * @throws `usage/settings` when the file is broken: it is left as it is. `machine/cannot-write`
 */
export async function chooseAuto(configFolder: string, name: string | null): Promise<void> {
  const file = join(configFolder, 'agents.yaml');
  const text = await textOf(file);
  const read = parseAgentSettings(file, text);
  if (!read.ok) throw new CairnError('usage/settings', { file, problems: read.error });
  const changed = withAuto(file, text, name);
  if (changed === text) return;
  try {
    await mkdir(configFolder, { recursive: true });
    // People keep such files elsewhere and link to them: the link stays.
    const place = await realpath(file).catch(() => file);
    await writeFile(`${place}.${process.pid}`, changed, { mode: 0o600 });
    await rename(`${place}.${process.pid}`, place);
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new CairnError('machine/cannot-write', { path: file, why }, { cause });
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return '';
    throw new CairnError('usage/invalid', { what: file, why: code ?? 'unreadable' }, { cause });
  }
}
