import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { readdir, readFile } from '../host/disk.ts';
import { ifMissing } from '../host/systemError.ts';

/** The files of a folder with this ending, as `read` understands them, in the order of their names; skips those it cannot read. */
export async function readJsonFolder<T>(
  folder: string,
  ending: string,
  read: (text: string, name: string) => T | null | Promise<T | null>,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (const name of (await namesIn(folder)).sort()) {
    if (!name.endsWith(ending)) continue;
    const value = await read((await readText(join(folder, name))) ?? '', name);
    if (value !== null) found.push(value);
  }
  return found;
}

/** Oldest first. */
export const byTime = (a: { readonly at: string }, b: { readonly at: string }): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : 0;

/** Null if there is no such file. */
export const readText = async (path: string): Promise<string | null> =>
  isThere(path) ? readFile(path, 'utf8').catch(ifMissing(null)) : null;

/** Empty if there is no such folder. */
export const namesIn = async (folder: string): Promise<string[]> =>
  isThere(folder) ? readdir(folder).catch(ifMissing<string[]>([])) : [];

/** Most are not, and to make an error of each takes five times as long as to look. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
