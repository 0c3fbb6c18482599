import { readFileSync, statSync, type BigIntStats } from 'node:fs';
import { join, resolve } from 'node:path';
import { decodePath } from './bytes.ts';

/** Where `.git` in the root of a working tree leads to; null: nowhere. */
export function gitDirOf(root: string): string | null {
  const file = join(root, '.git');
  if (identity(file) !== null) return file;
  const text = textOf(file);
  if (text === null) return null;
  const target = /^gitdir: ([^]+?)[\r\n]*$/.exec(text)?.[1];
  return target === undefined ? null : resolve(root, target);
}

/** Which folder lies there, as the file system tells folders apart; null: none. */
export function identity(path: string): string | null {
  const found = looked(() => statSync(path, { bigint: true }));
  return found?.isDirectory() ? `${found.dev}:${found.ino}` : null;
}

function textOf(file: string): string | null {
  try {
    return decodePath(readFileSync(file));
  } catch {
    // Gone, or nobody's to read: it leads nowhere.
    return null;
  }
}

/** Null: it is not there, nor can anybody get there. */
export function looked(look: () => BigIntStats): BigIntStats | null {
  try {
    return look();
  } catch {
    return null;
  }
}
