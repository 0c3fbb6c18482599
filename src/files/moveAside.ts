import { lstat, rename } from 'node:fs/promises';
import type { RepoPath } from '../model/names/ids.ts';
import { codeOf } from '../host/atomicWrite.ts';
import { reachBelow } from './belowRoot.ts';

/** Gives what lies there another name beside it, whatever it is, and answers that: nothing is followed, read or lost. */
export async function moveAside(root: string, path: string): Promise<RepoPath> {
  const found = await reachBelow(root, path);
  for (let n = 1; ; n += 1) {
    const name = `${path}.replaced-${n}` as RepoPath;
    if (await isThere(`${found.path}.replaced-${n}`)) continue;
    await rename(found.path, `${found.path}.replaced-${n}`);
    return name;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
