import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RefName } from '../model/ids.ts';
import { mayHoldLock } from './gitAtWork.ts';

/** Git holds the lock of a ref for milliseconds; whoever left one for this long is gone. */
const STALE_MS = 60_000;

/**
 * Removes the lock of one of our own refs that a process left when it died; false when there is none to remove.
 * Only the holder of the session's lease may call this: nobody else of ours moves the ref meanwhile.
 *
 * A git lock does not say whose it is. One whose owner may be seen alive on this machine stays, however old it is: a git
 * that was stopped, or waits for a hook. Owners in another container or on another machine are seen by nobody, so what
 * shows no owner must be old as well.
 */
export async function clearRefLock(commonDir: string, ref: RefName, staleMs = STALE_MS): Promise<boolean> {
  const lock = join(commonDir, `${ref}.lock`);
  const found = await lstat(lock).catch(() => null); // not there: the ordinary case
  if (found === null || !found.isFile()) return false;
  const ageMs = Date.now() - found.mtimeMs;
  if (ageMs < staleMs || (await mayHoldLock(commonDir, lock, ageMs))) return false;
  await rm(lock, { force: true });
  return true;
}
