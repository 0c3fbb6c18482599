import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RefName } from '../model/names/ids.ts';
import { clearStaleLock } from './clearStaleLock.ts';

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
