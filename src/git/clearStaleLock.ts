import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RefName } from '../model/names/ids.ts';
import { lockOwner } from './lockOwner.ts';

/** How long a lock must have stood before it is given up. Milliseconds. */
export interface Patience {
  /** Where the system shows that nobody here owns it: git holds one for milliseconds, also on another machine. */
  readonly shown: number;
  /** Where the system shows nothing. */
  readonly hidden: number;
}

const PATIENCE: Patience = { shown: 2_000, hidden: 60_000 };
const LOOK_MS = 100;

/**
 * Removes a lock of git's on something of our own that a process left when it died; false when there is none to remove. Waits
 * for one that is about to be old enough. Only the holder of the session's lease may call this: nobody else of ours
 * works there meanwhile.
 *
 * A git lock does not say whose it is. One whose owner may be seen alive on this machine stays, however old it is: a git
 * that was stopped, or waits for a hook. Owners in another container or on another machine are seen by nobody, so what
 * shows no owner must be old as well.
 */
export async function clearStaleLock(
  commonDir: string,
  lock: string,
  patience: Patience = PATIENCE,
): Promise<boolean> {
  const first = await look(lock);
  if (first === null) return false;
  // Clocks of files may be ahead: what was seen to stand here counts, too.
  const age = Math.max(0, Date.now() - first.mtimeMs);
  const began = performance.now();
  for (;;) {
    const now = await look(lock);
    // Gone, or another one: somebody is at work.
    if (now?.ino !== first.ino || now.mtimeMs !== first.mtimeMs) return false;
    const ageMs = age + performance.now() - began;
    const owner = await lockOwner(commonDir, lock, ageMs);
    if (owner === 'may live' || (owner === 'unseen' && ageMs < patience.hidden)) return false;
    if (ageMs >= patience.shown) break;
    await sleep(LOOK_MS);
  }
  await rm(lock, { force: true });
  return true;
}

/** Null: not there, the ordinary case. */
async function look(lock: string): Promise<{ readonly ino: number; readonly mtimeMs: number } | null> {
  const found = await lstat(lock).catch(() => null);
  return found?.isFile() === true ? found : null;
}

const LOCK = '.lock';

/**
 * Removes the locks that processes left on refs when they died; answers those refs. Stores of refs other than files lock
 * otherwise, and free themselves.
 *
 * @param refs full names; one that ends with a slash means all below
 */
export async function clearRefLocks(commonDir: string, refs: readonly string[]): Promise<readonly RefName[]> {
  const cleared: RefName[] = [];
  for (const name of refs)
    for (const ref of name.endsWith('/') ? await lockedBelow(commonDir, name) : [name])
      if (await clearStaleLock(commonDir, join(commonDir, `${ref}${LOCK}`))) cleared.push(ref as RefName);
  return cleared;
}

async function lockedBelow(commonDir: string, prefix: string): Promise<readonly string[]> {
  // No such folder: nothing was ever kept there, or it is packed.
  const names = await readdir(join(commonDir, prefix), { recursive: true }).catch(() => []);
  return names
    .filter((name) => name.endsWith(LOCK))
    .map((name) => `${prefix}${name.slice(0, -LOCK.length).replaceAll('\\', '/')}`);
}
