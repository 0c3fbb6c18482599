import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { mkdtemp, rm, writeFile } from '../host/disk.ts';
import { CairnError } from '../base/cairnError.ts';
import { ownerOf, ownMark } from '../host/processMark.ts';
import type { CommitId, TreeId } from '../model/names/ids.ts';
import { TIMED_OUT } from './gitCall.ts';
import type { Git } from './createGit.ts';
import type { Passed } from './gate.ts';
import { readLinkedFolders } from './linkedFolders.ts';
import { addWorktree, removeWorktree } from './worktrees.ts';
import { onlyId } from './onlyId.ts';

/** Time limit for a pinentry that nobody sees, or a hook that runs a whole test suite. */
const TIMEOUT_MS = 10 * 60_000;
const AS_PERSON = { timeoutMs: TIMEOUT_MS };

export interface PersonsCommit {
  readonly tree: Passed<TreeId>;
  readonly message: string;
}

type Made = { readonly commits: readonly CommitId[] } | { readonly refused: string; readonly at: number };

/**
 * Commits as the person would, with their identity, hooks and signing, in a scratch worktree that is removed afterwards, also
 * on failure. Hooks are those of the main working tree. Moves no branch. If a hook or the signing program fails, that commit is
 * `refused`, and those after it are not tried.
 */
export async function commitAsPerson(
  git: Git,
  { commonDir, mainRoot }: { readonly commonDir: string; readonly mainRoot: string },
  of: { readonly parent: Passed<CommitId>; readonly commits: readonly PersonsCommit[] },
): Promise<Made> {
  const folder = await makeScratchTree(git, commonDir);
  const place = join(folder, 'tree');
  try {
    await addWorktree(git, commonDir, place, of.parent);
    try {
      return await commitEach(git, { folder, place, hooks: await hooksOf(git, mainRoot) }, of.commits);
    } finally {
      await removeWorktree(git, commonDir, place);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function commitEach(
  git: Git,
  { folder, place, hooks }: { readonly folder: string; readonly place: string; readonly hooks: string },
  commits: readonly PersonsCommit[],
): Promise<Made> {
  const made: CommitId[] = [];
  for (const [at, { tree, message }] of commits.entries()) {
    // `--reset`: what a hook of the commit before has left in the tree is in nobody's way.
    await git(['read-tree', '--reset', '-u', onlyId(tree)], { cwd: place, writes: true });
    const file = join(folder, 'message');
    await writeFile(file, message);
    // `whitespace`: a line of the message that begins with `#` is text, whatever the person's `commit.cleanup`.
    const args = ['commit', '--quiet', '--allow-empty', '--cleanup=whitespace', '-F', file];
    const ended = await git(['-c', `core.hooksPath=${hooks}`, ...args], {
      cwd: place,
      asPerson: AS_PERSON,
      answers: ANY,
    });
    if (ended.code !== 0) {
      const output = `${ended.out.toString('utf8')}${ended.stderr}`.trim();
      const late = `${output}\n(no answer in ${TIMEOUT_MS / 60_000} minutes)`.trim();
      return { refused: ended.code === TIMED_OUT ? late : output, at };
    }
    const { out } = await git(['rev-parse', '--verify', 'HEAD'], { cwd: place });
    made.push(out.toString('latin1').trim() as CommitId);
  }
  return { commits: made };
}

/**
 * The folder of the hooks that run in the tree at `root`. Git takes a relative `core.hooksPath` from where it commits, which here
 * would be files of the commit itself.
 */
async function hooksOf(git: Git, root: string): Promise<string> {
  const args = ['rev-parse', '--git-path', 'hooks/pre-commit'];
  const { out } = await git(args, { cwd: root, asPerson: AS_PERSON });
  return resolve(root, dirname(out.toString('utf8')));
}

/** A hook may exit with any code. */
const ANY = Array.from({ length: 256 }, (_value, code) => code);

/** `cairn-commit-<process>-<mark>-`: tells whoever finds such a folder whether its owner lives. */
const OWNED = /^cairn-commit-(\d+)-([0-9a-f]{16})-\w+$/;

/**
 * Makes a folder for a scratch working tree at `tree` in it. First removes what a dead owner left of another, which the
 * person's `git worktree list` would still show.
 */
async function makeScratchTree(git: Git, commonDir: string): Promise<string> {
  for (const path of (await readLinkedFolders(commonDir)).keys()) {
    const [, pid, mark] = OWNED.exec(basename(path) === 'tree' ? basename(dirname(path)) : '') ?? [];
    if (pid === undefined || mark === undefined || ownerOf(Number(pid), mark) !== 'dead') continue;
    try {
      await removeWorktree(git, commonDir, path);
    } catch (error) {
      // The dead owner's git may still be working there: the next commit finds it again.
      if (!(error instanceof CairnError)) throw error;
    }
    await rm(dirname(path), { recursive: true, force: true });
  }
  return mkdtemp(join(tmpdir(), `cairn-commit-${process.pid}-${ownMark()}-`));
}
