import { readFileSync, statSync, type BigIntStats } from 'node:fs';
import { join, resolve } from 'node:path';
import { decodePath } from './bytes.ts';

/** Where `.git` in the root of a working tree leads; null if nowhere. */
export function gitDirOf(root: string): string | null {
  const file = join(root, '.git');
  if (identity(file) !== null) return file;
  const target = tieIn(file);
  return target === null ? null : resolve(root, target);
}

/** The path in a `.git` file, verbatim; null if there is none. */
export function tieIn(file: string): string | null {
  try {
    return /^gitdir: ([^]+?)[\r\n]*$/.exec(decodePath(readFileSync(file)))?.[1] ?? null;
  } catch {
    // Gone or unreadable: it leads nowhere.
    return null;
  }
}

/** The identity of a folder in its file system; null if there is none. */
export function identity(path: string): string | null {
  const found = looked(() => statSync(path, { bigint: true }));
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : null;
}

/** Null if it is missing or unreachable. */
export function looked(look: () => BigIntStats): BigIntStats | null {
  try {
    return look();
  } catch {
    return null;
  }
}
