import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../host/atomicWrite.ts';

/** What files of a folder hold whose names end so, as far as `read` understands them, in the order of their names. */
export async function readJsonFolder<T>(
  folder: string,
  ending: string,
  read: (text: string) => T | null,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (const name of (await namesIn(folder)).sort()) {
    if (!name.endsWith(ending)) continue;
    const value = read((await readText(join(folder, name))) ?? '');
    if (value !== null) found.push(value);
  }
  return found;
}

/** Oldest first. */
export const byTime = (a: { readonly at: string }, b: { readonly at: string }): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : 0;

/** Null where there is no such file. */
export async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** None where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
