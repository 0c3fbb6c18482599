import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { access, lstat } from '../../host/disk.ts';
import type { Pending } from '../../session/ports.ts';
import { isPlainPath } from '../bytes.ts';
import { onDisk } from './place.ts';

/** What is at a path on disk, without following links. Null if nothing. */
export async function diskKind(
  root: string,
  path: string,
): Promise<{ readonly kind: Pending['kind'] | 'folder'; readonly bytes: number } | null> {
  const file = onDisk(root, path);
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    return 'unreadable' as const;
  });
  if (found === null) return null;
  if (found === 'unreadable') return { kind: 'unreadable', bytes: 0 };
  return { kind: await kindOf(file, path, found), bytes: found.isDirectory() ? 0 : found.size };
}

async function kindOf(
  file: string | Buffer,
  path: string,
  found: Stats,
): Promise<Pending['kind'] | 'folder'> {
  if (found.isDirectory()) return 'folder';
  if (found.isSymbolicLink()) return isPlainPath(path) ? 'link' : 'unreadable';
  if (!found.isFile()) return 'special';
  // A name that is not text cannot be shown, scanned or listed: reported as not covered.
  if (!isPlainPath(path)) return 'unreadable';
  return access(file, constants.R_OK).then(
    () => 'file' as const,
    () => 'unreadable' as const,
  );
}
