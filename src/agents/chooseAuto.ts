import { mkdir, realpath, rename, writeFile } from 'node:fs/promises';
import { CairnError } from '../base/cairnError.ts';
import { withAuto } from '../model/autoChoice.ts';
import { readAgentSettings } from './readAgentSettings.ts';

/**
 * Writes down what `auto` is to mean from now on, where terminal and window both look; null: the first that is there.
 *
 * @throws `usage/settings` when the file is broken: it is left as it is. `machine/cannot-write`
 */
export async function chooseAuto(configFolder: string, name: string | null): Promise<void> {
  const { file, text } = await readAgentSettings(configFolder);
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
