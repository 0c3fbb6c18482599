import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { mkdir, readdir, readFile, rename } from '../host/disk.ts';

/** Larger files are not read; having bytes at all must suffice. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Moves loose objects that a power loss emptied or truncated into `cairn/damaged/` of the git directory; answers how many. Git
 * takes such a file for the object and would never write the same content again, even if a working tree still has it. Reads
 * every loose object, so it is only for repairs.
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
    // Packed or pruned meanwhile, or unreadable and so not ours to judge.
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
    // Truncated, or not written by git.
    return false;
  }
}
