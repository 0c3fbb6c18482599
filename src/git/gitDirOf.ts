import { readFileSync, realpathSync, statSync, type BigIntStats } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { decodePath } from './bytes.ts';

/** Where `.git` in the root of a working tree leads; null if nowhere. */
export function gitDirOf(root: string): string | null {
  const file = join(root, '.git');
  if (identity(file) !== null) return file;
  const target = tieIn(file);
  return target === null ? null : realFrom(root, target);
}

/** Where a path in one of git's files leads. Links before a `..` are followed first, as git and the system do. */
export function realFrom(folder: string, path: string): string {
  try {
    return realpathSync.native(isAbsolute(path) ? path : `${folder}/${path}`);
  } catch {
    // It leads nowhere: this is for messages.
    return resolve(folder, path);
  }
}

/** Git refuses a larger one. */
const LARGEST_TIE = 1 << 20;

/** The path in a `.git` file, verbatim; null if there is none. */
export function tieIn(file: string): string | null {
  try {
    const found = statSync(file);
    // A pipe would never answer.
    if (!found.isFile() || found.size > LARGEST_TIE) return null;
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
export function looked(look: () => BigIntStats | undefined): BigIntStats | null {
  try {
    return look() ?? null;
  } catch {
    return null;
  }
}
