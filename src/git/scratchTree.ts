import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CairnError } from '../base/cairnError.ts';
import { sha256 } from '../host/hashes.ts';
import { ownIdentity } from '../host/machineId.ts';
import { processStart } from '../host/processStart.ts';
import type { Git } from './createGit.ts';
import { readLinkedFolders } from './linkedFolders.ts';
import { removeWorktree } from './worktrees.ts';

/** `cairn-commit-<where process numbers mean the same>-<process>-`: who finds such a folder can tell whether its owner lives. */
const prefixOf = (pid: number | string): string => {
  const { host, pidNamespace } = ownIdentity();
  return `cairn-commit-${sha256(`${host} ${pidNamespace}`).slice(0, 8)}-${pid}-`;
};

/**
 * Makes a folder for a scratch working tree, whose place is `tree` in it. What an owner that died left of another is
 * removed first: until then the person's `git worktree list` shows it.
 */
export async function makeScratchTree(git: Git, commonDir: string): Promise<string> {
  const mark = new RegExp(`^${prefixOf('(\\d+)')}\\w+$`);
  for (const path of (await readLinkedFolders(commonDir)).keys()) {
    const pid = basename(path) === 'tree' ? mark.exec(basename(dirname(path)))?.[1] : undefined;
    if (pid === undefined || processStart(Number(pid)).kind !== 'dead') continue;
    try {
      await removeWorktree(git, commonDir, path);
    } catch (error) {
      // A git of the dead one's may still be at work there: the next commit finds it again.
      if (!(error instanceof CairnError)) throw error;
    }
    await rm(dirname(path), { recursive: true, force: true });
  }
  return mkdtemp(join(tmpdir(), prefixOf(process.pid)));
}
