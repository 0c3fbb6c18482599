import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** A file that holds more than this is not read whole; that it has bytes at all must do. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Moves loose objects that a power loss has emptied or cut short out of the way, into `cairn/damaged/` of the git
 * directory; answers how many. git takes a file of that name for the object, and so would never write the same
 * content again, although it still lies in a working tree. Reads every loose object: for a repair that a person asked for.
 */
export async function setDamagedAside(commonDir: string): Promise<number> {
  const objects = join(commonDir, 'objects');
  const aside = join(commonDir, 'cairn', 'damaged');
  let moved = 0;
  for (const folder of await readdir(objects)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of await readdir(join(objects, folder))) {
      const file = join(objects, folder, name);
      if (!/^[0-9a-f]{38,62}$/.test(name) || (await isWhole(file))) continue;
      await mkdir(aside, { recursive: true });
      await rename(file, join(aside, `${folder}${name}`));
      moved += 1;
    }
  }
  return moved;
}

async function isWhole(file: string): Promise<boolean> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    // git packed or pruned it meanwhile; what cannot be read by us is not ours to judge.
    if (error.code === 'ENOENT' || error.code === 'EACCES') return null;
    throw error;
  });
  if (bytes === null) return true;
  if (bytes.length === 0) return false;
  if (bytes.length > MOST_BYTES) return true;
  try {
    inflateSync(bytes);
    return true;
  } catch {
    // Cut short, or not what git wrote: that is the question.
    return false;
  }
}
