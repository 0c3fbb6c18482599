import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { onDisk, type Place } from './place.ts';

/** Name of the blob that the bytes on disk would be without any conversion; null where no file or link can be read. */
export async function rawBlobId(place: Pick<Place, 'root' | 'zero'>, path: string): Promise<string | null> {
  const file = onDisk(place.root, path);
  const hash = createHash(place.zero.length === 64 ? 'sha256' : 'sha1');
  try {
    const found = await lstat(file);
    if (found.isSymbolicLink()) {
      const target = await readlink(file, { encoding: 'buffer' });
      return hash.update(`blob ${target.length}\0`).update(target).digest('hex');
    }
    if (!found.isFile()) return null;
    hash.update(`blob ${found.size}\0`);
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch (error) {
    // Gone or closed to us since it was listed: nobody can say what its bytes are.
    if (
      ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
    )
      return null;
    throw error;
  }
}
