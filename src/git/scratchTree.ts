import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { ownerOf, ownMark } from '../host/processMark.ts';
import type { Git } from './createGit.ts';
import { readLinkedFolders } from './linkedFolders.ts';
import { removeWorktree } from './worktrees.ts';

/** `cairn-commit-<process>-<mark>-`: who finds such a folder can tell whether its owner lives. */
const OWNED = /^cairn-commit-(\d+)-([0-9a-f]{16})-\w+$/;

/**
 * Makes a folder for a scratch working tree, whose place is `tree` in it. What an owner that died left of another is
 * removed first: until then the person's `git worktree list` shows it.
 */
export async function makeScratchTree(git: Git, commonDir: string): Promise<string> {
  for (const path of (await readLinkedFolders(commonDir)).keys()) {
    const [, pid, mark] = OWNED.exec(basename(path) === 'tree' ? basename(dirname(path)) : '') ?? [];
    if (pid === undefined || mark === undefined || ownerOf(Number(pid), mark) !== 'dead') continue;
    try {
      await removeWorktree(git, commonDir, path);
    } catch (error) {
      // A git of the dead one's may still be at work there: the next commit finds it again.
      if (!(error instanceof CairnError)) throw error;
    }
    await rm(dirname(path), { recursive: true, force: true });
  }
  return mkdtemp(join(tmpdir(), `cairn-commit-${process.pid}-${ownMark()}-`));
}
