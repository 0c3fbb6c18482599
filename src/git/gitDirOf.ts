import { readFileSync, statSync, type BigIntStats } from 'node:fs';
import { join, resolve } from 'node:path';
import { decodePath } from './bytes.ts';

/** Where `.git` in the root of a working tree leads to; null: nowhere. */
export function gitDirOf(root: string): string | null {
  const file = join(root, '.git');
  if (identity(file) !== null) return file;
  const target = tieIn(file);
  return target === null ? null : resolve(root, target);
}

/** What a file `.git` names, as it is written there; null: nothing, or it is no such file. */
export function tieIn(file: string): string | null {
  try {
    return /^gitdir: ([^]+?)[\r\n]*$/.exec(decodePath(readFileSync(file)))?.[1] ?? null;
  } catch {
    // Gone, or nobody's to read: it leads nowhere.
    return null;
  }
}

/** Which folder lies there, as the file system tells folders apart; null: none. */
export function identity(path: string): string | null {
  const found = looked(() => statSync(path, { bigint: true }));
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : null;
}

/** Null: it is not there, nor can anybody get there. */
export function looked(look: () => BigIntStats): BigIntStats | null {
  try {
    return look();
  } catch {
    return null;
  }
}
