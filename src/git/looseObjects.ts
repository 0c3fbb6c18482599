import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, deflate, deflateSync } from 'node:zlib';
import { refusedBySystem } from '../host/refusedBySystem.ts';
import { orDiskFull } from './orDiskFull.ts';

export type ObjectType = 'blob' | 'tree' | 'commit';

/**
 * Stores objects as git does, one file each: header and contents, deflated, named by their hash
 * (git-scm.com/docs/gitformat-loose). Starts no process: one that stored thirty small objects cost more than the rest of a
 * checkpoint.
 */
export interface LooseObjects {
  /** The object id of these bytes. */
  nameOf(type: ObjectType, bytes: Uint8Array): string;
  fileOf(id: string): string;
  /** True if the object has a file. Renews its time, so that `git prune` leaves it alone. */
  freshen(id: string): boolean;
  /** Does not flush. A crash leaves a `tmp_obj_…`, which `git gc` removes in time. */
  write(id: string, type: ObjectType, bytes: Uint8Array): Promise<void>;
}

/** Larger objects are deflated in the thread pool. */
const SMALL = 256 * 1024;
/** Git's default `core.looseCompression`. */
const FAST = { level: constants.Z_BEST_SPEED };

export function createLooseObjects(commonDir: string, algorithm: 'sha1' | 'sha256'): LooseObjects {
  const objects = join(commonDir, 'objects');
  const folderOf = (id: string): string => join(objects, id.slice(0, 2));
  const fileOf = (id: string): string => join(folderOf(id), id.slice(2));
  return {
    nameOf: (type, bytes) => createHash(algorithm).update(headOf(type, bytes)).update(bytes).digest('hex'),
    fileOf,
    freshen(id) {
      // Most are new: an error would cost more than this look.
      if (!existsSync(fileOf(id))) return false;
      try {
        const now = Date.now() / 1000;
        utimesSync(fileOf(id), now, now);
        return true;
      } catch (error) {
        // Somebody else's in a shared repository, or on a read-only disk.
        return (error as NodeJS.ErrnoException).code !== 'ENOENT';
      }
    },
    async write(id, type, bytes) {
      const plain = Buffer.concat([headOf(type, bytes), bytes]);
      const packed = plain.length <= SMALL ? deflateSync(plain, FAST) : await promisify(deflate)(plain, FAST);
      try {
        putFile(objects, folderOf(id), fileOf(id), packed);
      } catch (error) {
        const told = orDiskFull(error, 'git hash-object');
        throw told === error ? (refusedBySystem(error) ?? error) : told;
      }
    },
  };
}

function headOf(type: ObjectType, bytes: Uint8Array): Buffer {
  return Buffer.from(`${type} ${bytes.length}\0`, 'latin1');
}

/** Written beside and then renamed: the file is complete from the start. */
function putFile(objects: string, folder: string, file: string, bytes: Uint8Array): void {
  const { mode } = statSync(objects);
  // In a repository shared by a group, folders and files are the group's, whatever the umask says.
  const shared = (mode & 0o020) !== 0;
  const fresh = join(folder, `tmp_obj_${randomBytes(6).toString('hex')}`);
  try {
    writeReadOnly(fresh, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(folder, { recursive: true });
    if (shared) chmodSync(folder, mode & 0o7777);
    writeReadOnly(fresh, bytes);
  }
  try {
    if (shared) chmodSync(fresh, mode & 0o444);
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

function writeReadOnly(file: string, bytes: Uint8Array): void {
  const handle = openSync(file, 'wx', 0o444);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
    // A read-only file cannot be flushed later there (`flushFile`).
    if (process.platform === 'win32') fsyncSync(handle);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}
