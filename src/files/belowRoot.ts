import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { holdBelow, holdFolder } from '../host/heldFolder.ts';
import { whyOutside } from '../model/names/outside.ts';

/** What lies at a path below a root when no link is followed on the way. */
export type Found =
  | { readonly kind: 'found'; readonly path: string; readonly stats: Stats }
  /** Nothing there; `parents` says whether the folder above exists. */
  | { readonly kind: 'nothing'; readonly path: string }
  /** `why`: the path leaves the root, or a part above the last one is a link or no folder. */
  | { readonly kind: 'unreachable'; readonly why: string };

/**
 * Looks below a root, one part after the other, and follows no link at all: not even one that stays inside,
 * because git stores nothing beyond a link, so what lies there could never be part of a checkpoint.
 */
export async function lookBelow(root: string, path: string): Promise<Found> {
  const parts = path === '' ? [] : path.split('/');
  if (parts.some(leaves)) return { kind: 'unreachable', why: 'leaves-root' };
  let at = root;
  let stats = await lstat(at).catch(nullIfAbsent);
  for (const [index, part] of parts.entries()) {
    // The root itself may be reached through a link (macOS: /tmp); whoever named it wanted that.
    if (index > 0 && stats?.isSymbolicLink() === true) return { kind: 'unreachable', why: 'through-a-link' };
    if (index > 0 && stats !== null && !stats.isDirectory())
      return { kind: 'unreachable', why: 'not-a-folder' };
    at = join(at, part);
    stats = await lstat(at).catch(nullIfAbsent);
  }
  return stats === null ? { kind: 'nothing', path: at } : { kind: 'found', path: at, stats };
}

/** As {@link lookBelow}, for those who are about to change something: what cannot be reached is thrown. */
export async function reachBelow(
  root: string,
  path: string,
): Promise<Exclude<Found, { kind: 'unreachable' }>> {
  const outside = whyOutside(path);
  if (outside !== null && path !== '') throw new CairnError('machine/cannot-write', { path, why: outside });
  const found = await lookBelow(root, path);
  if (found.kind === 'unreachable') throw new CairnError('machine/cannot-write', { path, why: found.why });
  return found;
}

/**
 * Does something in the folder that a path lies in, which stays this very folder meanwhile: what was looked at before may be
 * a link by now. `make`: folders that are not there are made.
 */
export async function inFolderOf<T>(
  root: string,
  path: string,
  make: boolean,
  act: (place: string) => Promise<T>,
): Promise<T | null> {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const top = holdFolder(root);
  const held = holdBelow(top, parts, make);
  try {
    if (held.kind === 'nothing') return null;
    if (held.kind === 'blocked')
      throw new CairnError('machine/cannot-write', {
        path,
        why: held.by === 'link' ? 'through-a-link' : 'not-a-folder',
      });
    return await act(String(held.folder.in(name)));
  } finally {
    if (held.kind === 'held') held.folder.close();
    top.close();
  }
}

/** Empty parts, `.` and `..` never leave `RepoPath`; a drive (`C:`) or a stream (`a:b`) means another place on Windows. */
function leaves(part: string): boolean {
  if (part === '' || part === '.' || part === '..') return true;
  return process.platform === 'win32' && (part.includes('\\') || part.includes(':'));
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
