import { lstatSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { looked } from '../gitDirOf.ts';
import { onDisk } from './place.ts';

/**
 * What is between the root and a path: `clear` if all its parents are folders or missing, else the parent that is a link or a
 * file. Following a link would mean writing somewhere else.
 */
export function parentInTheWay(
  root: string,
  path: string,
): { readonly path: string; readonly kind: 'link' | 'file' } | null {
  const names = path.split('/').slice(0, -1);
  for (let count = 1; count <= names.length; count += 1) {
    const parent = names.slice(0, count).join('/');
    const found = looked(() => lstatSync(onDisk(root, parent), { bigint: true }));
    if (found === null) return null;
    if (found.isSymbolicLink()) return { path: parent, kind: 'link' };
    if (!found.isDirectory()) return { path: parent, kind: 'file' };
  }
  return null;
}

/** Those of these paths that are not behind a link. Each folder is looked at once. */
export function notBehindLink<T extends string>(root: string, paths: readonly T[]): readonly T[] {
  const known = new Map<string, boolean>();
  return paths.filter((path) => {
    const folder = dirname(path);
    const isBehind = known.get(folder) ?? parentInTheWay(root, path)?.kind === 'link';
    known.set(folder, isBehind);
    return !isBehind;
  });
}
