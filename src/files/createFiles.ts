import { OWNER_FILE } from './onlyOwner.ts';
import { lstat, mkdir, readdir, readFile, readlink, rmdir, realpath, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import type { RepoPath } from '../model/names/ids.ts';
import type { Files } from '../session/ports.ts';
import { freeBytes } from '../host/refusedBySystem.ts';
import { onDisk, whyNotWritable } from './asCairnError.ts';
import { atomicWrite, codeOf } from '../host/atomicWrite.ts';
import { inFolderOf, lookBelow, reachBelow } from './belowRoot.ts';
import { moveAside } from './moveAside.ts';
import { whereabouts } from '../host/whereabouts.ts';

/** Files on this machine's disk. */
export function createFiles(): Files {
  return {
    read: readBelow,
    write: (root, path, bytes, whose) => onDisk(join(root, path), () => writeBelow(root, path, bytes, whose)),
    remove: (root, path) => onDisk(join(root, path), () => removeBelow(root, path)),
    kind: kindOf,
    stamp: stampOf,
    makeFolder: (root, path) => onDisk(join(root, path), () => makeFolder(root, path)),
    moveAside: (root, path) => onDisk(join(root, path), () => moveAside(root, path)),
    list: listBelow,
    copy: (from, to, path) => onDisk(join(to, path), () => copyBetween(from, to, path)),
    place: placeOf,
    whereabouts,
    exclude: (commonDir, pattern, present) =>
      onDisk(join(commonDir, 'info', 'exclude'), () => exclude(commonDir, pattern, present)),
    excludes: (commonDir, pattern) =>
      onDisk(join(commonDir, 'info', 'exclude'), async () => {
        const { lines, isIt } = await readExclude(commonDir, pattern);
        return lines.some(isIt);
      }),
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
    // It went away or became something else since the look, or we may not read it: a file without content for
    // us. That it was not captured is told by who captures.
    if (NO_CONTENT.has(codeOf(error))) return null;
    throw new CairnError('machine/cannot-write', { path: found.path, why: codeOf(error) }, { cause: error });
  }
};

async function writeBelow(
  root: string,
  path: string,
  bytes: Uint8Array | string,
  whose?: 'owner',
): Promise<void> {
  const found = await reachBelow(root, path);
  if (found.kind === 'found') {
    if (found.stats.isDirectory()) throw new CairnError('machine/cannot-write', { path, why: 'is-a-folder' });
    if (found.stats.isFile() && (await holds(found.path, bytes))) return;
  }
  await mkdir(root, { recursive: true });
  // A link at the very end is replaced, never written through: rename does not follow it. Its target's mode is not ours.
  const how =
    whose === 'owner'
      ? { mode: OWNER_FILE }
      : found.kind === 'found' && !found.stats.isFile()
        ? { mode: 0o644 }
        : {};
  await inFolderOf(root, path, true, (place) => atomicWrite(place, bytes, how));
}

async function removeBelow(root: string, path: string): Promise<void> {
  const found = await reachBelow(root, path);
  if (found.kind === 'nothing') return;
  // A folder goes only when it is empty; what is in it is named by somebody, file by file.
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
  // Somebody may have mended it there, and it is in no checkpoint.
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

interface ExcludeFile {
  readonly target: string;
  readonly before: string;
  readonly line: string;
  readonly lines: readonly string[];
  /** True for a line that is the pattern. */
  readonly isIt: (line: string) => boolean;
}

async function readExclude(commonDir: string, pattern: string): Promise<ExcludeFile> {
  const file = join(commonDir, 'info', 'exclude');
  // People link this file to one they share between repositories: their link stays, its target is written.
  const target = await realpath(file).catch(absentAs(file));
  // Latin-1 gives every byte back as it was, whatever encoding the other lines are in.
  const before = await readFile(target, 'latin1').catch(absentAs(''));
  const line = Buffer.from(pattern).toString('latin1');
  const isIt = (other: string): boolean => other.replace(/\r$/, '') === line;
  return { target, before, line, lines: before.split('\n'), isIt };
}

async function exclude(commonDir: string, pattern: string, present: boolean): Promise<void> {
  const { target, before, line, lines, isIt } = await readExclude(commonDir, pattern);
  if (lines.some(isIt) === present) return;
  await mkdir(dirname(target), { recursive: true });
  const open = before === '' || before.endsWith('\n') ? '' : '\n';
  const after = present ? `${before}${open}${line}\n` : lines.filter((other) => !isIt(other)).join('\n');
  await atomicWrite(target, Buffer.from(after, 'latin1'));
}

/** What to answer where there is nothing; every other trouble is passed on. */
function absentAs<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) === 'ENOENT') return value;
    throw error;
  };
}

async function holds(path: string, bytes: Uint8Array | string): Promise<boolean> {
  const wanted = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  const stats = await lstat(path);
  if (stats.size !== wanted.byteLength) return false;
  return (await readFile(path)).equals(wanted);
}
