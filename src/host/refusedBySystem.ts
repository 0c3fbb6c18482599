import { lstatSync, statfsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { CairnError, type ErrorDetails } from '../base/cairnError.ts';
import { tooManyOpen } from './fileLimit.ts';
import { codeOf } from './systemError.ts';

type Foreign = NonNullable<ErrorDetails['machine/cannot-write']['foreign']>;

const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** Not allowed, or not possible on this disk: somebody must change that first. */
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * What the system refused, as a `CairnError`; null for any other error.
 *
 * @param path where we acted, if the system names no path
 */
export function refusedBySystem(error: unknown, path?: string): CairnError | null {
  const full = tooManyOpen(error);
  if (full !== null) return full;
  if (error instanceof CairnError || !(error instanceof Error) || !('code' in error)) return null;
  const why = codeOf(error);
  const place = 'path' in error && typeof error.path === 'string' ? error.path : path;
  if (place === undefined) return null;
  if (REFUSED.has(why)) return cannotWrite(place, why, error);
  if (!FULL.has(why)) return null;
  const details = { folder: dirname(place), free: freeBytes(place), needed: 0 };
  return new CairnError('machine/no-space', details, { cause: error });
}

/** The error for a path that cannot be read or written; names its owner if that is the reason. */
export function cannotWrite(path: string, why: string, cause: unknown): CairnError {
  const foreign = REFUSED.has(why) ? belongsTo(path) : null;
  return new CairnError(
    'machine/cannot-write',
    { path, why, ...(foreign === null ? {} : { foreign }) },
    { cause },
  );
}

/**
 * The highest folder or file on a path that belongs to somebody else while the folder above is ours: what one `sudo` left behind.
 * Null if there is none, as on Windows, whose files have no such owner.
 */
function belongsTo(path: string): Foreign | null {
  const me = process.getuid?.();
  if (me === undefined) return null;
  let found: Foreign | null = null;
  for (let at = path; dirname(at) !== at; at = dirname(at)) {
    const uid = ownerOf(at);
    if (uid === me) return found;
    if (uid !== null) found = { path: at, owner: uid === 0 ? 'root' : `user ${uid}`, me: myName() };
  }
  return null; // The whole path is somebody else's, as `/tmp` is: no single command gives it back.
}

/** Null if it does not exist, or if we may not look. */
function ownerOf(path: string): number | null {
  try {
    return lstatSync(path).uid;
  } catch {
    return null;
  }
}

/** The user's name, for a command that gives them something back. */
function myName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? ''); // A user without a name, as in a container.
  }
}

/** How many bytes this user may still write where `path` is or would be; 0 if the system does not say. */
export const freeBytes = (path: string): number => roomAt(path) ?? 0;

/** The same; null if the system does not say. */
export function roomAt(path: string): number | null {
  for (let at = path; ; at = dirname(at)) {
    try {
      const { bavail, bsize } = statfsSync(at);
      return bavail * bsize;
    } catch {
      if (dirname(at) === at) return null;
    }
  }
}
