import { lstat, rename } from '../host/disk.ts';
import { ifMissing } from '../host/systemError.ts';
import type { RepoPath } from '../model/names/ids.ts';
import { reachBelow } from './belowRoot.ts';

/** Gives a path a free name beside it, whatever it is, and returns that. Follows and reads nothing. */
export async function moveAside(root: string, path: string): Promise<RepoPath> {
  const { path: place } = await reachBelow(root, path);
  let n = 1;
  while ((await lstat(`${place}.replaced-${n}`).catch(ifMissing(null))) !== null) n += 1;
  await rename(place, `${place}.replaced-${n}`);
  return `${path}.replaced-${n}` as RepoPath;
}
