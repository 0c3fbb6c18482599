import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RefName } from '../model/ids.ts';

/** Git holds the lock of a ref for milliseconds; whoever left one for this long is gone. */
const STALE_MS = 60_000;

/**
 * Removes the lock of one of our own refs that a process left when it died; false when there is none to remove.
 * Only the holder of the session's lease may call this: nobody else of ours moves the ref meanwhile.
 */
export async function clearRefLock(commonDir: string, ref: RefName): Promise<boolean> {
  const lock = join(commonDir, `${ref}.lock`);
  const found = await lstat(lock).catch(() => null); // not there: the ordinary case
  if (found === null || !found.isFile() || Date.now() - found.mtimeMs < STALE_MS) return false;
  await rm(lock, { force: true });
  return true;
}
