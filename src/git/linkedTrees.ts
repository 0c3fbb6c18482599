import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LinkedTree } from '../session/ports.ts';
import { clearStaleLock } from './clearStaleLock.ts';
import { exists } from './exists.ts';
import { readLinkedFolders, tieOf } from './linkedFolders.ts';

/**
 * All linked working trees, by path. Read from git's own folder instead of `worktree list`: a decision to resume waits
 * for nothing else of a process.
 */
export async function listLinkedTrees(commonDir: string): Promise<readonly LinkedTree[]> {
  const folders = [...(await readLinkedFolders(commonDir))].sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(
    folders.map(async ([path, { folder, session, hasIndex }]) => {
      const file = join(path, '.git');
      const tie = await tieOf(file, folder);
      return {
        path,
        session,
        // Not git's "prunable": that also means a moved or a locked one on a drive that is not there.
        missing: tie === 'gone' || (tie === 'none' && !(await exists(file))),
        isForeign: tie === 'elsewhere',
        checkout: hasIndex ? 'whole' : await howFar(path),
      };
    }),
  );
}

/** How far git came with the files of a worktree that it did not finish. */
async function howFar(path: string): Promise<'part' | 'none'> {
  // What cannot be read may hold something.
  const names = await readdir(path).catch(() => ['?']);
  return names.every((name) => name === '.git') ? 'none' : 'part';
}

/** What locks HEAD and index of a linked working tree while they are brought to a checkpoint. */
const LOCKS = ['HEAD.lock', 'index.lock'];

/** Removes the locks that a process left there when it died; answers their paths. */
export async function clearWorktreeLocks(commonDir: string, path: string): Promise<readonly string[]> {
  const folder = (await readLinkedFolders(commonDir)).get(path)?.folder;
  if (folder === undefined) return [];
  const cleared: string[] = [];
  for (const lock of LOCKS.map((name) => join(folder, name)))
    if (await clearStaleLock(commonDir, lock)) cleared.push(lock);
  return cleared;
}
