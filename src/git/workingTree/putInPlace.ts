import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { CairnError } from '../../base/cairnError.ts';
import type { HeldFolder, Name } from '../../host/heldFolder.ts';
import { ownTemporaryName } from '../../host/processMark.ts';

/**
 * Moves a complete file to a name in a folder if nothing has that name: readers see all of it or nothing, and a file that
 * somebody saved there stays. False if there was one. The file is gone from its old place.
 *
 * @param path for people, if the disk refuses
 */
export function putInPlace(file: Name, folder: HeldFolder, name: Name, path: string): boolean {
  try {
    if (!linked(file, folder, name)) return false;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CairnError('machine/cannot-write', { path, why: code }, { cause: error });
  }
  rmSync(file, { force: true });
  return true;
}

function linked(file: Name, folder: HeldFolder, name: Name): boolean {
  const place = folder.in(name);
  // On some systems a hard link to a symbolic link names its target.
  if (lstatSync(file).isSymbolicLink())
    return unlessThere(() => symlinkSync(readlinkSync(file, { encoding: 'buffer' }), place)) === true;
  const made = unlessThere(() => linkSync(file, place));
  return made === 'refused' ? copied(file, folder, place) : made;
}

/** For another disk, or one without hard links: only the instant after the check stays open. */
function copied(file: Name, folder: HeldFolder, place: Name): boolean {
  const beside = folder.in(ownTemporaryName());
  try {
    copyFileSync(file, beside, constants.COPYFILE_EXCL);
    const made = unlessThere(() => linkSync(beside, place));
    if (made !== 'refused') return made;
    if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) return false;
    renameSync(beside, place);
    return true;
  } finally {
    rmSync(beside, { force: true });
  }
}

function unlessThere(act: () => void): boolean | 'refused' {
  try {
    act();
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (ONE_NAME_ONLY.has(code)) return 'refused';
    throw error;
  }
}

const ONE_NAME_ONLY = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES']);
