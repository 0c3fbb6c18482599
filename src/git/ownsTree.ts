import { dirname, join } from 'node:path';
import { realpath } from '../host/disk.ts';
import { gitDirOf } from './gitDirOf.ts';

/** True if a folder is the root of a working tree of this repository, main or linked. */
export async function ownsTree(commonDir: string, root: string): Promise<boolean> {
  const gitDir = gitDirOf(root);
  if (gitDir === null) return false;
  const there = await realpath(gitDir).catch(() => null);
  return there !== null && (there === commonDir || dirname(there) === join(commonDir, 'worktrees'));
}
