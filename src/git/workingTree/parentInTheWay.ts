import { lstat } from 'node:fs/promises';
import { onDisk } from './place.ts';

/**
 * What is between the root and a path: `clear` if all its parents are folders or missing, else the parent that is a link or a
 * file. Following a link would mean writing somewhere else.
 */
export async function parentInTheWay(
  root: string,
  path: string,
): Promise<{ readonly path: string; readonly kind: 'link' | 'file' } | null> {
  const names = path.split('/').slice(0, -1);
  for (let count = 1; count <= names.length; count += 1) {
    const parent = names.slice(0, count).join('/');
    const found = await lstat(onDisk(root, parent)).catch(() => null);
    if (found === null) return null;
    if (found.isSymbolicLink()) return { path: parent, kind: 'link' };
    if (!found.isDirectory()) return { path: parent, kind: 'file' };
  }
  return null;
}
