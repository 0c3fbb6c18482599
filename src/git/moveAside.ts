import { join } from 'node:path';
import { rename } from '../host/disk.ts';
import { exists } from './exists.ts';

/** Moves a file or folder in our place into git's folder of the working tree: it may be somebody's. */
export async function moveAside(file: string, folder: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const place = join(folder, `found-${n}`);
    if (await exists(place)) continue;
    await rename(file, place);
    return place;
  }
}
