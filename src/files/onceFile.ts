import { dirname, join } from 'node:path';
import { link, mkdir, rm, writeFile } from '../host/disk.ts';
import { ownTemporaryName } from '../host/processMark.ts';
import { codeOf } from '../host/systemError.ts';
import { OWNER_FILE, OWNER_FOLDER } from './onlyOwner.ts';

/** Writes a file that does not exist yet; true for exactly one of all who try, in whatever process. Readers see all of it or none. */
export async function writeOnce(path: string, text: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_FOLDER });
  const temporary = join(dirname(path), ownTemporaryName());
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: OWNER_FILE });
    await linkOrWrite(temporary, path, text);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Unlike a rename, a link never replaces an existing file. On file systems without links (FAT, some shares) this is an exclusive
 * create: there a reader may see the file empty for a moment.
 */
async function linkOrWrite(from: string, to: string, text: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'UNKNOWN', 'EISDIR'].includes(codeOf(error))) throw error;
    await writeFile(to, text, { flag: 'wx', mode: OWNER_FILE });
  }
}
