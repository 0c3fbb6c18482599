import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** A name as it is on disk: text, or bytes that are none. */
export type Name = string | Buffer;

/**
 * A folder that is held open: what is done in it is done in this very folder, whatever its path leads to by then. Look and
 * act are two calls, and between them anybody may put a link in the place of a folder.
 *
 * Node has no `openat`; on Linux the open folder has a path of its own. Elsewhere the path is looked at right before.
 */
export interface HeldFolder {
  in(name: Name): Name;
  close(): void;
}

/** `part`: how many parts of the path lead to what is no folder. */
export type Held =
  | { readonly kind: 'held'; readonly folder: HeldFolder }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'blocked'; readonly part: number; readonly by: 'link' | 'file' };

/** The folder that whoever calls named: reached through links, if they wanted that. */
export const holdFolder = (path: string): HeldFolder => open(path, 0);

/** A folder below one that is held; no link is followed. `make`: those that are not there are made. */
export function holdBelow(root: HeldFolder, parts: readonly Name[], make: boolean): Held {
  let folder = root;
  for (const [at, part] of parts.entries()) {
    const next = closing(folder === root ? null : folder, () => step(folder, part, make));
    if (next === 'nothing') return { kind: 'nothing' };
    if (next === 'link' || next === 'file') return { kind: 'blocked', part: at + 1, by: next };
    folder = next;
  }
  return { kind: 'held', folder: folder === root ? { ...root, close() {} } : folder };
}

/** Whatever comes of it, the folder is held no longer. */
function closing<T>(folder: HeldFolder | null, act: () => T): T {
  try {
    return act();
  } finally {
    folder?.close();
  }
}

function step(above: HeldFolder, part: Name, make: boolean): HeldFolder | 'nothing' | 'link' | 'file' {
  const path = above.in(part);
  // Twice: somebody may remove what was found, or make what was not.
  for (let tries = 0; tries < 5; tries += 1) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) return 'link';
    if (found !== undefined && !found.isDirectory()) return 'file';
    if (found === undefined) {
      if (!make) return 'nothing';
      ignoring(['EEXIST'], () => mkdirSync(path));
      continue;
    }
    const held = ignoring(['ENOENT', 'ENOTDIR', 'ELOOP'], () => open(path, constants.O_NOFOLLOW));
    if (held !== null) return held;
  }
  return 'file';
}

const HAS_PATHS = process.platform === 'linux' && existsSync('/proc/self/fd');
/** Enough to go on from, and possible without the right to list it. */
const O_PATH = 0o10000000;

function open(path: Name, flags: number): HeldFolder {
  if (!HAS_PATHS) return { in: (name) => below(path, name), close() {} };
  const fd = openSync(path, O_PATH | constants.O_DIRECTORY | flags);
  return { in: (name) => below(`/proc/self/fd/${fd}`, name), close: () => closeSync(fd) };
}

function below(folder: Name, name: Name): Name {
  if (typeof folder === 'string' && typeof name === 'string') return join(folder, name);
  return Buffer.concat([Buffer.from(folder), Buffer.from('/'), Buffer.from(name)]);
}

function ignoring<T>(codes: readonly string[], act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
