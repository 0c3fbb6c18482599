import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lstat, readdir, rm } from '../host/disk.ts';
import type { RefName } from '../model/names/ids.ts';
import { lockOwner } from './lockOwner.ts';

/** Age at which a lock counts as stale. Milliseconds. */
export interface Patience {
  /** If the system shows that nobody here owns it: git holds a lock for milliseconds, on other machines too. */
  readonly shown: number;
  /** If the system cannot tell. */
  readonly hidden: number;
}

const PATIENCE: Patience = { shown: 2_000, hidden: 60_000 };
const LOOK_MS = 100;

/**
 * Removes a git lock on something of our own that a dead process left; false if there is none. Waits for one that is almost old
 * enough. Only the holder of the session's lease may call this: no other Cairn works there meanwhile.
 *
 * A git lock does not name its owner. If an owner may be alive on this machine, the lock stays however old it is: git may be
 * suspended or waiting for a hook. Owners in another container or on another machine are invisible, so a lock without a visible
 * owner must also be old.
 */
export async function clearStaleLock(
  commonDir: string,
  lock: string,
  patience: Patience = PATIENCE,
): Promise<boolean> {
  const first = await look(lock);
  if (first === null) return false;
  // File clocks may be ahead, so the time we have watched the lock counts too.
  const age = Math.max(0, Date.now() - first.mtimeMs);
  const began = performance.now();
  for (;;) {
    const now = await look(lock);
    // Gone, or a different lock: somebody is at work.
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

/** Null if it is not there, the usual case. */
async function look(lock: string): Promise<{ readonly ino: number; readonly mtimeMs: number } | null> {
  const found = await lstat(lock).catch(() => null);
  return found?.isFile() === true ? found : null;
}

const LOCK = '.lock';

/**
 * Removes the locks that dead processes left on refs; answers those refs. Ref stores other than files lock differently, and
 * free themselves.
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
  // No such folder: the refs are packed, or there never were any.
  const names = await readdir(join(commonDir, prefix), { recursive: true }).catch(() => []);
  return names
    .filter((name) => name.endsWith(LOCK))
    .map((name) => `${prefix}${name.slice(0, -LOCK.length).replaceAll('\\', '/')}`);
}
