import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './systemError.ts';

/** A name as it is on disk: text, or bytes that are no text. */
export type Name = string | Buffer;

/**
 * A folder that is held open: acts on it reach this very folder, wherever its path leads by then. Looking and acting are two
 * calls, and between them anybody may replace a folder by a link.
 *
 * Node has no `openat`; on Linux the open folder has a path of its own. Elsewhere we look at the path right before acting.
 */
export interface HeldFolder {
  in(name: Name): Name;
  close(): void;
}

/** `part`: how many parts of the path lead to the link or file. */
export type Held =
  | { readonly kind: 'held'; readonly folder: HeldFolder }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'blocked'; readonly part: number; readonly by: 'link' | 'file' };

/** The folder that the caller named: reached through links, if it chose that. */
export const holdFolder = (path: string): HeldFolder => open(path, 0);

/** A folder below one that is held; follows no link. `make`: makes missing folders. */
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

/** Runs an act and then closes the folder. */
function closing<T>(folder: HeldFolder | null, act: () => T): T {
  try {
    return act();
  } finally {
    folder?.close();
  }
}

function step(above: HeldFolder, part: Name, make: boolean): HeldFolder | 'nothing' | 'link' | 'file' {
  const path = above.in(part);
  // Several times: somebody may remove what we found, or make what we did not.
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
/** Linux's `O_PATH`: enough to act below the folder, and needs no right to list it. */
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
    if (codes.includes(codeOf(error))) return null;
    throw error;
  }
}
