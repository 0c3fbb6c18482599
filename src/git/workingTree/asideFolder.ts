import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
  type BigIntStats,
} from 'node:fs';
import { join, relative } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import { holdBelow, holdFolder, type HeldFolder, type Name } from '../../host/heldFolder.ts';
import type { BlobId, RepoPath } from '../../model/names/ids.ts';
import { ASIDE_FOLDER } from '../../model/names/temporaryName.ts';
import type { Mode } from '../../session/ports.ts';
import { isMovedOnly, isUntouched, type ContentLook } from './contentLook.ts';
import { folderOf } from './folderOf.ts';
import { onDisk, type Place } from './place.ts';

/** A file to replace or remove, and what was captured of it. */
export interface Noted {
  readonly path: RepoPath;
  readonly mode: Mode;
  /** Its entry in a tree. */
  readonly blob: BlobId;
  /** The blob id of its bytes without conversion; null if that is unknown, so it counts as saved since. */
  readonly was: string | null;
}

/** A file that may have been moved aside. */
export interface Moved extends Noted {
  readonly n: number;
  /** What it held, as far as known without reading it again. */
  look: ContentLook | null;
  /** Its contents were kept, as these. */
  kept: string | null;
  /** True if its write was completed. */
  written: boolean;
  /** True if it cannot be kept and its place is taken: it stays here. */
  stuck: boolean;
}

/**
 * Where files go that are replaced or removed: moved in one step, and found again after a crash. It is in the state folder,
 * hidden from `git status`; files on another disk go into an ignored folder beside them.
 *
 * A note says where each of them belongs. It is on disk before the first is moved.
 */
export interface AsideFolder {
  /** Where files are made before they go to their places. */
  readonly stage: string;
  /** What this or an earlier write has noted and not released. */
  readonly moved: readonly Moved[];
  note(files: readonly (Noted & { readonly look: ContentLook | null })[]): void;
  /** Our file as this process put it there; null if none. */
  placed(path: RepoPath): BigIntStats | null;
  place(path: RepoPath, stats: BigIntStats): void;
  /** Notes of the current write. */
  entry(path: RepoPath): Moved | null;
  /** Moves what is there, whatever it is by now; false if there was nothing. */
  take(moved: Moved, folder: HeldFolder, name: Name): boolean;
  /** Where it is, if it was moved. */
  whereIs(moved: Moved): Name | null;
  /** The write is complete: nothing of it is missing any more. */
  end(): void;
  /** Forgets those that belong elsewhere by now. */
  forget(moved: Moved): void;
  clear(): void;
}

export function createAsideFolder(place: Pick<Place, 'commonDir' | 'root' | 'zero'>): AsideFolder {
  const name = createHash('sha256').update(relative(place.commonDir, place.root)).digest('hex').slice(0, 16);
  const folder = join(place.commonDir, 'cairn', `.aside-${name}`);
  const file = join(folder, 'note');
  let moved: Moved[] | null = null;
  let ongoing = new Map<RepoPath, Moved>();
  const placed = new Map<RepoPath, BigIntStats>();
  const all = (): Moved[] => (moved ??= readNote(file));
  const append = (lines: readonly unknown[]): void => {
    const isNew = !existsSync(file);
    if (isNew) mkdirSync(folder, { recursive: true });
    const fd = openSync(file, 'a', 0o600);
    writeSync(fd, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    fsyncSync(fd);
    closeSync(fd);
    if (isNew && process.platform !== 'win32') flushFolder(folder);
  };
  return {
    stage: join(folder, 'new'),
    get moved() {
      return all();
    },
    note(files) {
      let n = all().reduce((most, entry) => Math.max(most, entry.n), 0);
      const fresh = files.map((one): Moved => ({
        ...one,
        n: (n += 1),
        kept: null,
        written: false,
        stuck: false,
      }));
      if (fresh.length > 0) append(fresh.map(({ n, path, mode, blob, was }) => [n, path, mode, blob, was]));
      all().push(...fresh);
      ongoing = new Map(fresh.map((entry) => [entry.path, entry]));
    },
    placed: (path) => placed.get(path) ?? null,
    place: (path, stats) => void placed.set(path, stats),
    entry: (path) => ongoing.get(path) ?? null,
    take: (entry, from, name) => takeAside(folder, entry, from, name),
    whereIs: (entry) => whereIs(place.root, folder, entry),
    end() {
      ongoing = new Map();
      if (all().some((entry) => !entry.written)) append(['written']);
      for (const entry of all()) entry.written = true;
    },
    forget(entry) {
      moved = all().filter((other) => other !== entry);
    },
    clear() {
      moved = [];
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function takeAside(folder: string, entry: Moved, from: HeldFolder, name: Name): boolean {
  const path = from.in(name);
  const before = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (before === undefined) return false;
  const known = entry.look !== null && isUntouched(entry.look, before) ? entry.look : null;
  const moved = renamed(path, join(folder, String(entry.n)), entry);
  const after = moved === 'another disk' ? renamedBeside(from, path, entry) : moved;
  if (after === null) return false;
  entry.look = known !== null && isMovedOnly(known, after) ? { ...known, stats: after } : null;
  return true;
}

/** Its entry under the new name; null if there was nothing any more. */
function renamed(from: Name, to: Name, { path }: Moved): BigIntStats | 'another disk' | null {
  try {
    renameSync(from, to);
    return lstatSync(to, { bigint: true });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'EXDEV') return 'another disk';
    throw new CairnError('machine/cannot-write', { path, why: code }, { cause: error });
  }
}

/** On the same disk because it is in the same folder; its own `.gitignore` hides it from git. Links there are not followed. */
function renamedBeside(folder: HeldFolder, from: Name, entry: Moved): BigIntStats | null {
  const { path, n } = entry;
  const aside = holdBelow(folder, [ASIDE_FOLDER], true);
  if (aside.kind !== 'held') throw new CairnError('machine/cannot-write', { path, why: 'through-a-link' });
  try {
    hide(aside.folder, path);
    const moved = renamed(from, aside.folder.in(String(n)), entry);
    if (moved === 'another disk') throw new CairnError('machine/cannot-write', { path, why: 'EXDEV' });
    return moved;
  } finally {
    aside.folder.close();
  }
}

function hide(folder: HeldFolder, path: string): void {
  try {
    writeFileSync(folder.in('.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new CairnError('machine/cannot-write', { path, why: code }, { cause: error });
  }
}

function whereIs(root: string, folder: string, entry: Moved): Name | null {
  const here = join(folder, String(entry.n));
  if (isThere(here)) return here;
  const path = `${entry.path.replace(/[^/]*$/, '')}${ASIDE_FOLDER}/${entry.n}`;
  const beside = onDisk(root, path);
  return isThere(beside) && isBelow(root, path) ? beside : null;
}

const isThere = (file: Name): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/** No link leads there. */
function isBelow(root: string, path: string): boolean {
  const top = holdFolder(root);
  const { held } = folderOf(top, path, false);
  if (held.kind === 'held') held.folder.close();
  top.close();
  return held.kind === 'held';
}

/** A torn line was being written before anything was moved. */
function readNote(file: string): Moved[] {
  const found: Moved[] = [];
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const line of text.split('\n').slice(0, -1)) {
    const value: unknown = parsed(line);
    if (value === 'written') for (const entry of found) entry.written = true;
    if (!Array.isArray(value)) continue;
    const [n, path, mode, blob, was] = value as readonly unknown[];
    if (typeof n !== 'number' || typeof path !== 'string') continue;
    const known = { n, path: path as RepoPath, mode: mode as Mode, blob: blob as BlobId };
    found.push({
      ...known,
      was: typeof was === 'string' ? was : null,
      look: null,
      kept: null,
      written: false,
      stuck: false,
    });
  }
  return found;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function flushFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}
