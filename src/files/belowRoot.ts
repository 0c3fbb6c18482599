import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { holdBelow, holdFolder } from '../host/heldFolder.ts';
import { ifMissing } from '../host/systemError.ts';
import { whyOutside } from '../model/names/outside.ts';

/** What is at a path below a root when no link is followed on the way. */
type Found =
  | { readonly kind: 'found'; readonly path: string; readonly stats: Stats }
  | { readonly kind: 'nothing'; readonly path: string }
  /** `why`: the path leaves the root, or a part above the last one is a link or no folder. */
  | { readonly kind: 'unreachable'; readonly why: string };

/**
 * Looks below a root, one part after the other, and follows no link, not even one that stays inside: git stores nothing beyond a
 * link, so what is there could never be part of a checkpoint.
 */
export async function lookBelow(root: string, path: string): Promise<Found> {
  const parts = path === '' ? [] : path.split('/');
  if (parts.some(leaves)) return { kind: 'unreachable', why: 'leaves-root' };
  let at = root;
  let stats = lookAt(at);
  for (const [index, part] of parts.entries()) {
    // The root itself may be reached through a link (macOS: /tmp): the caller chose it.
    if (index > 0 && stats?.isSymbolicLink() === true) return { kind: 'unreachable', why: 'through-a-link' };
    if (index > 0 && stats !== null && !stats.isDirectory())
      return { kind: 'unreachable', why: 'not-a-folder' };
    at = join(at, part);
    stats = lookAt(at);
  }
  return stats === null ? { kind: 'nothing', path: at } : { kind: 'found', path: at, stats };
}

/** Without a thread: a path has five parts or more, and the system answers each in microseconds. */
function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return ifMissing(null, 'ENOTDIR')(error);
  }
}

/** As {@link lookBelow}, for callers about to change something: throws if the path cannot be reached. */
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
 * Acts on a path while its folder is held open: what was a folder when we looked may be a link by now. Null if the folder does
 * not exist; with `make`, missing folders are made.
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

/** A `RepoPath` has no empty part, `.` or `..`; on Windows a drive (`C:`) or a stream (`a:b`) means another place. */
function leaves(part: string): boolean {
  if (part === '' || part === '.' || part === '..') return true;
  return process.platform === 'win32' && (part.includes('\\') || part.includes(':'));
}
