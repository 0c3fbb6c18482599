import { lstatSync, statfsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { CairnError, type ErrorDetails } from '../base/cairnError.ts';
import { tooManyOpen } from './fileLimit.ts';

type Foreign = NonNullable<ErrorDetails['machine/cannot-write']['foreign']>;

const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** Not allowed, or not possible on this disk: what somebody must change before it can go on. */
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * What the system refused, as one of our errors; null where it refused nothing and the fault is another one.
 *
 * @param path what was to be done there; default: the path that the system names
 */
export function refusedBySystem(error: unknown, path?: string): CairnError | null {
  const full = tooManyOpen(error);
  if (full !== null) return full;
  if (error instanceof CairnError || !(error instanceof Error) || !('code' in error)) return null;
  const why = String(error.code);
  const named = 'path' in error && typeof error.path === 'string' ? error.path : null;
  const place = named ?? path;
  if (place === undefined || !(FULL.has(why) || REFUSED.has(why))) return null;
  return FULL.has(why)
    ? new CairnError(
        'machine/no-space',
        { folder: dirname(place), free: freeBytes(place), needed: 0 },
        { cause: error },
      )
    : cannotWrite(place, why, error);
}

/** The error for a place that cannot be read or written, with whose it is where that is the reason. */
export function cannotWrite(path: string, why: string, cause: unknown): CairnError {
  const foreign = REFUSED.has(why) ? belongsTo(path) : null;
  return new CairnError(
    'machine/cannot-write',
    { path, why, ...(foreign === null ? {} : { foreign }) },
    { cause },
  );
}

/**
 * The highest folder or file on the way to a place that is somebody else's while what it lies in is not: what one `sudo`
 * left behind. Null where nothing is, as on Windows, whose files have no such owner.
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
  return null; // all of the way is somebody else's, as `/tmp` is: nothing that one command gives back
}

/** Null: not there, or below what may not be looked into. */
function ownerOf(path: string): number | null {
  try {
    return lstatSync(path).uid;
  } catch {
    return null;
  }
}

/** For a command that gives them something back. */
function myName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? ''); // a number without a name, as in a container
  }
}

/** Bytes that this user may still write where `path` is or would be; 0 where the system does not say. */
export function freeBytes(path: string): number {
  for (let at = path; ; at = dirname(at)) {
    try {
      const { bavail, bsize } = statfsSync(at);
      return bavail * bsize;
    } catch {
      if (dirname(at) === at) return 0;
    }
  }
}
