import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where things that are large and the same for every checkout live: outside the repository, so that a fresh clone
 * finds them again and `git clean` does not cost a minute.
 */
export function cacheFolder(): string {
  const chosen = process.env['CAIRN_CACHE'];
  if (chosen) return chosen;
  const local = process.env['LOCALAPPDATA'];
  if (process.platform === 'win32' && local) return join(local, 'cairn');
  return join(homedir(), '.cache', 'cairn');
}
