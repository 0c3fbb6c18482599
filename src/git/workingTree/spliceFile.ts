import { readFile, rename, writeFile } from 'node:fs/promises';
import type { BlobId } from '../../model/names/ids.ts';
import type { Mode } from '../../session/ports.ts';
import { encodePath } from '../bytes.ts';
import { entryBytes } from './indexEntry.ts';
import type { Place } from './place.ts';
import { spliceIndex } from './spliceIndex.ts';

/** By path; null removes. `bytes`: the entry with what is known of the file. */
export type Replacements = ReadonlyMap<
  string,
  { readonly mode: Mode; readonly blob: BlobId; readonly bytes?: Buffer } | null
>;

/** Replaces entries of the private index without a process; false where only git can do it. */
export async function spliceFile(place: Place, replacements: Replacements): Promise<boolean> {
  const found = await readFile(place.index).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return false;
  const edits = [...replacements].map(([path, entry]) =>
    entry === null
      ? { name: encodePath(path), bytes: null }
      : { name: encodePath(path), bytes: entry.bytes ?? entryBytes(path, entry).bytes },
  );
  const spliced = spliceIndex(found, edits, place.zero.length / 2);
  if (spliced === null) return false;
  const fresh = `${place.index}.new`;
  await writeFile(fresh, spliced);
  await rename(fresh, place.index);
  return true;
}
