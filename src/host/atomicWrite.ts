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
  options: { readonly mode?: number; readonly flush?: boolean } = {},
): Promise<void> {
  const flush = options.flush ?? true;
  await clearTemporary(dirname(path));
  await retrying(async () => {
    const temporary = join(dirname(path), ownTemporaryName());
    try {
      await writeWhole(temporary, bytes, options.mode ?? (await modeOf(path)), flush);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  });
  if (flush) await flushFolder(dirname(path));
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

async function retrying(act: () => Promise<void>): Promise<void> {
  for (const wait of WAITS_MS) {
    try {
      return await act();
    } catch (error) {
      if (!PASSING.has(codeOf(error))) throw error;
      await sleep(wait);
    }
  }
  await act();
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
