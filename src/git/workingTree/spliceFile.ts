import { readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import type { BlobId } from '../../model/ids.ts';
import type { Mode } from '../../session/ports.ts';
import { encodePath } from '../bytes.ts';
import { entryBytes } from './indexEntry.ts';
import type { Place } from './place.ts';
import { spliceIndex } from './spliceIndex.ts';

/** By path; null removes. `bytes`: the entry as git made it. */
export type Replacements = ReadonlyMap<
  string,
  { readonly mode: Mode; readonly blob: BlobId; readonly bytes?: Buffer } | null
>;

/** Replaces entries of the private index without a process; false where only git can do it. */
export async function spliceFile(
  place: Place,
  replacements: Replacements,
  seenAt: number | undefined,
): Promise<boolean> {
  const found = await readIndex(place.index);
  if (found === null) return false;
  const edits = [...replacements].map(([path, entry]) =>
    entry === null
      ? { name: encodePath(path), bytes: null }
      : { name: encodePath(path), bytes: entry.bytes ?? entryBytes(path, entry).bytes },
  );
  const time = seenAt ?? found.time;
  // git believes what it knows of a file only if the file is older than the index. So the time of an index is when its
  // entries were seen; where that makes it younger, those that were in doubt before must stay so.
  const racyFrom = time > found.time ? Math.floor(found.time / 1000) : null;
  const spliced = spliceIndex(found.bytes, edits, place.zero.length / 2, racyFrom);
  if (spliced === null) return false;
  const fresh = `${place.index}.new`;
  await writeFile(fresh, spliced);
  await setTime(fresh, time);
  await rename(fresh, place.index);
  return true;
}

/** Rounded down: at worst a few more files are compared. */
export async function setTime(file: string, ms: number): Promise<void> {
  const seconds = Math.floor(ms) / 1000;
  await utimes(file, seconds, seconds);
}

async function readIndex(file: string): Promise<{ readonly bytes: Buffer; readonly time: number } | null> {
  try {
    const [bytes, { mtimeMs }] = await Promise.all([readFile(file), stat(file)]);
    return { bytes, time: mtimeMs };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
