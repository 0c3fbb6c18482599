import { mkdir, realpath } from '../host/disk.ts';
import { CairnError } from '../base/cairnError.ts';
import { atomicWrite } from '../host/atomicWrite.ts';
import { codeOf } from '../host/systemError.ts';
import { withAuto } from '../model/agent/autoChoice.ts';
import { readAgentSettings } from './readAgentSettings.ts';

/**
 * Saves what `auto` means from now on, where terminal and window both look; null means the first available agent.
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
    await atomicWrite(place, changed, { mode: 0o600 });
  } catch (cause) {
    throw new CairnError('machine/cannot-write', { path: file, why: codeOf(cause) }, { cause });
  }
}
