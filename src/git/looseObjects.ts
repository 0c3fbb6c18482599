import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
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
  /** Moves the objects of another folder of the same disk here, but for some, and answers their ids. Does not flush. */
  takeOver(from: string, but: ReadonlySet<string>): readonly string[];
}

/** Larger objects are deflated in the thread pool. */
const SMALL = 256 * 1024;
/** Git's default `core.looseCompression`. */
const FAST = { level: constants.Z_BEST_SPEED };

/** For what it is deflated to. By default zlib takes 16 KB, which a tree of some lines then keeps. */
const roomFor = ({ length }: Buffer): number => Math.min(length + 64, constants.Z_DEFAULT_CHUNK);

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
      const packed =
        plain.length <= SMALL
          ? deflateSync(plain, { ...FAST, chunkSize: roomFor(plain) })
          : await promisify(deflate)(plain, FAST);
      try {
        putFile(objects, folderOf(id), fileOf(id), packed);
      } catch (error) {
        throw toldOf(error);
      }
    },
    takeOver(from, but) {
      const files = objectFiles(from).filter(({ id }) => !but.has(id));
      try {
        // Somebody may have stored the same meanwhile.
        for (const { id, file } of files) if (!existsSync(fileOf(id))) moveIn(objects, file, fileOf(id));
      } catch (error) {
        throw toldOf(error);
      }
      return files.map(({ id }) => id);
    },
  };
}

function toldOf(error: unknown): unknown {
  const told = orDiskFull(error, 'git hash-object');
  return told === error ? (refusedBySystem(error) ?? error) : told;
}

/** The loose objects of a folder. */
function objectFiles(objects: string): readonly { readonly id: string; readonly file: string }[] {
  const folders = readdirSync(objects).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return folders.flatMap((folder) =>
    readdirSync(join(objects, folder))
      .filter((name) => /^(?:[0-9a-f]{38}|[0-9a-f]{62})$/.test(name))
      .map((name) => ({ id: `${folder}${name}`, file: join(objects, folder, name) })),
  );
}

function headOf(type: ObjectType, bytes: Uint8Array): Buffer {
  return Buffer.from(`${type} ${bytes.length}\0`, 'latin1');
}

/** Written beside and then renamed: the file is complete from the start. */
function putFile(objects: string, folder: string, file: string, bytes: Uint8Array): void {
  const fresh = join(folder, `tmp_obj_${randomBytes(6).toString('hex')}`);
  try {
    writeReadOnly(fresh, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeFolder(objects, folder);
    writeReadOnly(fresh, bytes);
  }
  try {
    moveIn(objects, fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

function moveIn(objects: string, from: string, file: string): void {
  const { mode } = statSync(objects);
  if (isShared(mode)) chmodSync(from, mode & 0o444);
  try {
    renameSync(from, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makeFolder(objects, dirname(file));
    renameSync(from, file);
  }
}

function makeFolder(objects: string, folder: string): void {
  const { mode } = statSync(objects);
  mkdirSync(folder, { recursive: true });
  if (isShared(mode)) chmodSync(folder, mode & 0o7777);
}

/** In a repository shared by a group, folders and files are the group's, whatever the umask says. */
const isShared = (mode: number): boolean => (mode & 0o020) !== 0;

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
