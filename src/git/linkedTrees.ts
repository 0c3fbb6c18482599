import { join } from 'node:path';
import { readdir } from '../host/disk.ts';
import type { LinkedTree } from '../session/ports.ts';
import { clearStaleLock } from './clearStaleLock.ts';
import { exists } from './exists.ts';
import { readLinkedFolders, tieOf } from './linkedFolders.ts';

/**
 * All linked working trees, by path. Reads git's own folder instead of running `worktree list`, which would be the only process
 * that a resume decision waits for.
 */
export async function listLinkedTrees(commonDir: string): Promise<readonly LinkedTree[]> {
  const folders = [...(await readLinkedFolders(commonDir))].sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    folders.map(async ([path, { folder, name, hasIndex }]) => {
      const file = join(path, '.git');
      const tie = await tieOf(file, folder);
      return {
        path,
        name,
        // Not git's "prunable", which includes moved trees and locked ones on absent drives.
        missing: tie === 'gone' || (tie === 'none' && !(await exists(file))),
        isForeign: tie === 'elsewhere',
        checkout: hasIndex ? 'whole' : await howFar(path),
      };
    }),
  );
}

/** How much git wrote of a worktree that it did not finish. */
async function howFar(path: string): Promise<'part' | 'none'> {
  // An unreadable folder may hold something.
  const names = await readdir(path).catch(() => ['?']);
  return names.every((name) => name === '.git') ? 'none' : 'part';
}

/** The locks of HEAD and index of a linked working tree. */
const LOCKS = ['HEAD.lock', 'index.lock'];

/** Removes the locks that a dead process left there; answers their paths. */
export async function clearWorktreeLocks(commonDir: string, path: string): Promise<readonly string[]> {
  const folder = (await readLinkedFolders(commonDir)).get(path)?.folder;
  if (folder === undefined) return [];
  const cleared: string[] = [];
  for (const lock of LOCKS.map((name) => join(folder, name)))
    if (await clearStaleLock(commonDir, lock)) cleared.push(lock);
  return cleared;
}
