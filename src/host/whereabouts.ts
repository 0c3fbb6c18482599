import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { lstat, realpath } from './disk.ts';
import type { Whereabouts } from '../model/agent/permission.ts';
import { codeOf } from './systemError.ts';

/** Where a path, relative to `root` or absolute, leads once every link is followed; it need not exist. */
export async function whereabouts(root: string, path: string): Promise<Whereabouts> {
  return (await placeOf(root, path)).where;
}

/** The same with the absolute real path; null if a link leads nowhere or in circles. */
export async function placeOf(
  root: string,
  path: string,
): Promise<{ readonly where: Whereabouts; readonly real: string | null }> {
  const [top, real] = [await realpath(root), await realPlace(resolve(root, path))];
  if (real === null) return { where: 'outside', real };
  const from = relative(top, real);
  if (isAbsolute(from) || from === '..' || from.startsWith(`..${sep}`)) return { where: 'outside', real };
  const inGit = from.split(sep).some((name) => name.toLowerCase() === '.git');
  return { where: inGit ? 'git' : 'inside', real };
}

/** The real path of the nearest existing ancestor, with the rest appended; null if a link leads nowhere or in circles. */
async function realPlace(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    const above = dirname(path);
    // Writing to a link whose target is missing would create the target, wherever that is.
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
