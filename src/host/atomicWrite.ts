import { lstatSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chmod, open, readdir, rename, rm, stat, type OpenFile } from './disk.ts';
import { temporaryOwner } from '../model/names/temporaryName.ts';
import { ownerOf, ownTemporaryName } from './processMark.ts';
import { processStart } from './processStart.ts';
import { codeOf } from './systemError.ts';

/**
 * Replaces a file so that a reader sees the old bytes or the new ones, also after a power cut [L19, L20].
 *
 * Writes a temporary file beside it, flushes, renames, flushes the folder. We do not use the package `atomically`: it resolves
 * the target first and so writes *through* a link out of the tree, does not flush the folder (the rename may be lost), and does
 * not let us name the temporary file, which a checkpoint must be able to leave out.
 */
export async function atomicWrite(
  path: string,
  bytes: Uint8Array | string,
  options: WriteOptions = {},
): Promise<void> {
  await replaceFile(path, bytes, undefined, options);
}

interface WriteOptions {
  readonly mode?: number;
  readonly flush?: boolean;
}

/** The same over these bytes alone (null: where nothing is); false if something else lies there by now. */
export const atomicReplace = (
  path: string,
  bytes: Uint8Array | string,
  over: Uint8Array | null,
  options: WriteOptions = {},
): Promise<boolean> => replaceFile(path, bytes, over, options);

async function replaceFile(
  path: string,
  bytes: Uint8Array | string,
  over: Uint8Array | null | undefined,
  options: WriteOptions,
): Promise<boolean> {
  const { flush = true } = options;
  await clearTemporary(dirname(path));
  const isWritten = await retrying(async () => {
    const temporary = join(dirname(path), ownTemporaryName());
    try {
      await writeWhole(temporary, bytes, options.mode ?? (await modeOf(path)), flush);
      if (over === undefined) await rename(temporary, path);
      else if (!renamedOver(temporary, path, over)) {
        await rm(temporary, { force: true });
        return false;
      }
      return true;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  });
  if (flush && isWritten) await flushFolder(dirname(path));
  return isWritten;
}

/** With nothing in between but the system itself: whoever saves has microseconds, not a flush. */
function renamedOver(temporary: string, path: string, over: Uint8Array | null): boolean {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (over === null ? there !== undefined : there?.isFile() !== true) return false;
  if (over !== null && !readFileSync(path).equals(over)) return false;
  renameSync(temporary, path);
  return true;
}

/** Makes the names in a folder durable. Windows has no such call, and some network file systems refuse it. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  let handle: OpenFile | null = null;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (!UNSUPPORTED.has(codeOf(error))) throw error;
  } finally {
    await handle?.close();
  }
}

const UNSUPPORTED = new Set(['EINVAL', 'EISDIR', 'ENOTSUP', 'EBADF', 'ENOSYS']);
/** On Windows a rename over a file that somebody reads or scans fails for a moment. ENOENT: our temporary file was cleared. */
const PASSING = new Set(
  process.platform === 'win32' ? ['EPERM', 'EACCES', 'EBUSY', 'ENOENT'] : ['EPERM', 'EBUSY'],
);
const WAITS_MS = [5, 10, 20, 40, 80, 160, 320];

async function retrying<T>(act: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await act();
    } catch (error) {
      if (!PASSING.has(codeOf(error))) throw error;
      await sleep(wait);
    }
  }
  return act();
}

async function writeWhole(
  path: string,
  bytes: Uint8Array | string,
  mode: number | undefined,
  flush: boolean,
): Promise<void> {
  const handle = await open(path, 'wx', mode ?? 0o666);
  try {
    await handle.writeFile(bytes);
    if (flush) await handle.sync();
  } finally {
    await handle.close();
  }
  // The umask cuts the mode of `open`; an existing file keeps exactly the mode it had.
  if (mode !== undefined && process.platform !== 'win32') await chmod(path, mode);
}

async function modeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() === true ? found.mode & 0o777 : undefined;
}

/** No write takes this long: for owners that we cannot look at. */
const UNSEEN_MS = 60 * 60 * 1000;

/** Removes the temporary files of killed processes from a folder, and none of a living one. */
export async function clearTemporary(folder: string): Promise<void> {
  // A folder that cannot be listed refuses the write itself, with a better reason.
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = temporaryOwner(name);
    if (owner !== null && (await isAbandoned(join(folder, name), owner)))
      // On Windows somebody may scan it: then it goes with the next write.
      await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

async function isAbandoned(
  path: string,
  { pid, mark }: { readonly pid: number; readonly mark: string | null },
): Promise<boolean> {
  if (mark === null) return processStart(pid).kind === 'dead';
  const owner = ownerOf(pid, mark);
  if (owner !== 'unseen') return owner === 'dead';
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > UNSEEN_MS;
}
