import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitId, TreeId } from '../model/names/ids.ts';
import { TIMED_OUT, type Git } from './createGit.ts';
import type { Passed } from './gate.ts';
import { makeScratchTree } from './scratchTree.ts';
import { addWorktree, removeWorktree } from './worktrees.ts';
import { onlyId } from './onlyId.ts';

/** A pinentry that nobody sees, or a hook that runs a whole test suite, ends here. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Makes a commit as the person would, with their identity, hooks and signing, in a scratch worktree that is gone
 * afterwards, also on failure. No branch moves. What a hook or the signing program says no to is `refused`.
 */
export async function commitAsPerson(
  git: Git,
  commonDir: string,
  of: { readonly tree: Passed<TreeId>; readonly parent: Passed<CommitId>; readonly message: string },
): Promise<{ readonly commit: CommitId } | { readonly refused: string }> {
  const folder = await makeScratchTree(git, commonDir);
  const place = join(folder, 'tree');
  try {
    await addWorktree(git, commonDir, place, of.parent);
    try {
      await git(['read-tree', '-m', '-u', onlyId(of.parent), onlyId(of.tree)], { cwd: place, writes: true });
      const message = join(folder, 'message');
      await writeFile(message, of.message);
      // `whitespace`: a line of the message that begins with `#` is text, whatever the person's `commit.cleanup`.
      const args = ['commit', '--quiet', '--allow-empty', '--cleanup=whitespace', '-F', message];
      const made = await git(args, { cwd: place, asPerson: { timeoutMs: TIMEOUT_MS }, answers: ANY });
      if (made.code !== 0) {
        const output = `${made.out.toString('utf8')}${made.stderr}`.trim();
        return {
          refused:
            made.code === TIMED_OUT
              ? `${output}\n(no answer in ${TIMEOUT_MS / 60_000} minutes)`.trim()
              : output,
        };
      }
      const { out } = await git(['rev-parse', '--verify', 'HEAD'], { cwd: place });
      return { commit: out.toString('latin1').trim() as CommitId };
    } finally {
      await removeWorktree(git, commonDir, place);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A hook may exit as it likes. */
const ANY = Array.from({ length: 256 }, (_value, code) => code);
