import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep, isAbsolute } from 'node:path';
import type { Whereabouts } from '../model/permission.ts';
import { codeOf } from './atomicWrite.ts';

/** Where a path leads that is taken from `root`, with every link on the way followed, whether or not it exists. */
export async function whereabouts(root: string, path: string): Promise<Whereabouts> {
  const [top, place] = [await realpath(root), await realPlace(resolve(root, path))];
  if (place === null) return 'outside';
  const from = relative(top, place);
  if (isAbsolute(from) || from === '..' || from.startsWith(`..${sep}`)) return 'outside';
  return from.split(sep).some((name) => name.toLowerCase() === '.git') ? 'git' : 'inside';
}

/** The real path of the nearest ancestor that exists, and the rest below it; null where a link leads nowhere or in circles. */
async function realPlace(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    const above = dirname(path);
    // A link whose target is missing would be written through: where to, its name does not say.
    if (above === path || (await isLink(path))) return null;
    const place = await realPlace(above);
    return place === null ? null : join(place, basename(path));
  }
}

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false, // Nothing is there.
  );
