import { dirname, join } from 'node:path';
import { lstat, mkdir, readdir, readFile, readlink, realpath, rmdir, unlink } from '../host/disk.ts';
import { CairnError } from '../base/cairnError.ts';
import type { RepoPath } from '../model/names/ids.ts';
import type { Files } from '../session/ports.ts';
import { atomicReplace, atomicWrite } from '../host/atomicWrite.ts';
import { freeBytes } from '../host/refusedBySystem.ts';
import { codeOf, ifMissing } from '../host/systemError.ts';
import { whereabouts } from '../host/whereabouts.ts';
import { onDisk, whyNotWritable } from './asCairnError.ts';
import { inFolderOf, lookBelow, reachBelow } from './belowRoot.ts';
import { moveAside } from './moveAside.ts';
import { sweep } from './sweep.ts';

/** Files on this machine's disk. */
export function createFiles(): Files {
  return {
    read: readBelow,
    async write(root, path, bytes) {
      const put = (place: string, mode: object) => atomicWrite(place, bytes, mode);
      await onDisk(join(root, path), () => putBelow(root, path, bytes, put));
    },
    replace: (root, path, over, bytes) =>
      onDisk(join(root, path), async () => {
        const put = (place: string, mode: object) => atomicReplace(place, bytes, over, mode);
        return (await putBelow(root, path, bytes, put)) ?? true;
      }),
    remove: (root, path) => onDisk(join(root, path), () => removeBelow(root, path)),
    kind: kindOf,
    stamp: stampOf,
    makeFolder: (root, path) => onDisk(join(root, path), () => makeFolder(root, path)),
    moveAside: (root, path) => onDisk(join(root, path), () => moveAside(root, path)),
    list: listBelow,
    sweep,
    copy: (from, to, path) => onDisk(join(to, path), () => copyBetween(from, to, path)),
    place: placeOf,
    whereabouts,
    exclude: (commonDir, pattern, present) =>
      onDisk(join(commonDir, 'info', 'exclude'), () => exclude(commonDir, pattern, present)),
    excludes: (commonDir, pattern) =>
      onDisk(join(commonDir, 'info', 'exclude'), async () => (await readExclude(commonDir, pattern)).isThere),
    free: async (path) => freeBytes(path),
    whyNotWritable,
  };
}

const NO_CONTENT = new Set(['ENOENT', 'EISDIR', 'EACCES', 'EPERM']);

const readBelow: Files['read'] = async (root, path) => {
  const found = await lookBelow(root, path);
  if (found.kind !== 'found' || !found.stats.isFile()) return null;
  try {
    return await readFile(found.path);
  } catch (error) {
    // It went away or changed its kind since we looked, or we may not read it: for us it has no content. Who captures
    // reports that it was not captured.
    if (NO_CONTENT.has(codeOf(error))) return null;
    throw new CairnError('machine/cannot-write', { path: found.path, why: codeOf(error) }, { cause: error });
  }
};

/** Null if its bytes are the same: it is left alone. */
async function putBelow<T>(
  root: string,
  path: string,
  bytes: Uint8Array | string,
  put: (place: string, how: { readonly mode?: number }) => Promise<T>,
): Promise<T | null> {
  const found = await reachBelow(root, path);
  if (found.kind === 'found') {
    if (found.stats.isDirectory()) throw new CairnError('machine/cannot-write', { path, why: 'is-a-folder' });
    if (found.stats.isFile() && (await holds(found.path, bytes))) return null;
  }
  await mkdir(root, { recursive: true });
  // A link at the end is replaced, never written through: rename does not follow it. Its target's mode is not ours to copy.
  const how = found.kind === 'found' && !found.stats.isFile() ? { mode: 0o644 } : {};
  return inFolderOf(root, path, true, (place) => put(place, how));
}

async function removeBelow(root: string, path: string): Promise<void> {
  const found = await reachBelow(root, path);
  if (found.kind === 'nothing') return;
  // Removes only an empty folder: callers name its files one by one.
  const remove = found.stats.isDirectory() ? rmdir : unlink;
  await inFolderOf(root, path, false, (place) => remove(place));
}

const kindOf: Files['kind'] = async (root, path) => {
  const found = await lookBelow(root, path);
  if (found.kind !== 'found') return null;
  const { stats } = found;
  if (stats.isFile()) return { kind: 'file', bytes: stats.size };
  if (stats.isDirectory()) return { kind: 'folder', bytes: 0 };
  if (stats.isSymbolicLink()) return { kind: 'link', bytes: Buffer.byteLength(await readlink(found.path)) };
  return { kind: 'special', bytes: 0 };
};

const stampOf: Files['stamp'] = async (root, path) => {
  const found = await lookBelow(root, path);
  return found.kind === 'found' ? `${found.stats.size} ${found.stats.mtimeMs}` : null;
};

async function makeFolder(root: string, path: string): Promise<void> {
  const found = await reachBelow(root, path);
  if (found.kind === 'nothing') await mkdir(found.path, { recursive: true });
  else if (!found.stats.isDirectory())
    throw new CairnError('machine/cannot-write', { path, why: 'not-a-folder' });
}

const listBelow: Files['list'] = async (root, folder) => {
  const found = await lookBelow(root, folder);
  if (found.kind !== 'found' || !found.stats.isDirectory()) return [];
  const entries = await readdir(found.path, { withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${folder}/${entry.name}` as RepoPath);
  return files.sort();
};

async function copyBetween(
  from: string,
  to: string,
  path: string,
): Promise<'copied' | 'kept' | 'absent' | 'no-file'> {
  const source = await lookBelow(from, path);
  if (source.kind === 'unreachable') return 'no-file';
  if (source.kind !== 'found') return 'absent';
  if (!source.stats.isFile()) return 'no-file';
  const bytes = await readFile(source.path);
  const target = await reachBelow(to, path);
  // Somebody may have changed it there, and no checkpoint has it.
  if (target.kind === 'found')
    return target.stats.isFile() && (await holds(target.path, bytes)) ? 'copied' : 'kept';
  await mkdir(dirname(target.path), { recursive: true });
  await atomicWrite(target.path, bytes, { mode: source.stats.mode & 0o777 });
  return 'copied';
}

const placeOf: Files['place'] = async (path) => {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return 'absent';
  if (!stats.isDirectory()) return 'occupied';
  return (await readdir(path)).length === 0 ? 'empty' : 'occupied';
};

async function readExclude(commonDir: string, pattern: string) {
  const file = join(commonDir, 'info', 'exclude');
  // People link this file to one that several repositories share: we keep the link and write its target.
  const target = await realpath(file).catch(ifMissing(file));
  // Latin-1 gives every byte back as it was, whatever encoding the other lines are in.
  const text = await readFile(target, 'latin1').catch(ifMissing(''));
  const line = Buffer.from(pattern).toString('latin1');
  const lines = text.split('\n');
  const others = lines.filter((other) => other.replace(/\r$/, '') !== line);
  return { target, text, line, others, isThere: others.length < lines.length };
}

async function exclude(commonDir: string, pattern: string, present: boolean): Promise<void> {
  const { target, text, line, others, isThere } = await readExclude(commonDir, pattern);
  if (isThere === present) return;
  await mkdir(dirname(target), { recursive: true });
  const open = text === '' || text.endsWith('\n') ? '' : '\n';
  const after = present ? `${text}${open}${line}\n` : others.join('\n');
  await atomicWrite(target, Buffer.from(after, 'latin1'));
}

async function holds(path: string, bytes: Uint8Array | string): Promise<boolean> {
  const wanted = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const stats = await lstat(path);
  if (stats.size !== wanted.byteLength) return false;
  return (await readFile(path)).equals(wanted);
}
