import { basename, dirname, join, resolve } from 'node:path';
import { chmod, readdir, realpath, rename, rm } from '../host/disk.ts';
import { CairnError } from '../base/cairnError.ts';
import type { CommitId, RefName } from '../model/names/ids.ts';
import { decodePath, splitNul } from './bytes.ts';
import type { Git } from './createGit.ts';
import { isFilterFailure } from './errors.ts';
import type { Passed } from './gate.ts';
import { readHeadFiles } from './headFile.ts';
import { onlyId } from './onlyId.ts';
import { ownsTree } from './ownsTree.ts';
import { POINTERS } from './pointers.ts';

/**
 * Roots of the working trees that are on a branch.
 *
 * Git locates the main one by cutting `.git` off its git directory, which for a submodule is below the superproject's `.git`.
 * `mainRoot` is right.
 */
export async function standingOn(
  git: Git,
  commonDir: string,
  mainRoot: string,
  branch: RefName,
): Promise<readonly string[]> {
  // Asked before each checkpoint, usually answered no: git's files tell that without a process.
  const heads = readHeadFiles(commonDir);
  if (heads !== null && !heads.some((head) => 'branch' in head && head.branch === branch)) return [];
  const records = await readRecords(git, commonDir);
  return records.flatMap((lines, at) => {
    if (!lines.includes(`branch ${branch}`)) return [];
    return [at === 0 ? mainRoot : resolve(lines[0]?.slice('worktree '.length) ?? '')];
  });
}

/** Root of the main working tree, seen from `root`; `root` itself if the main one is bare or gone. */
export async function findMainRoot(git: Git, root: string, commonDir: string): Promise<string> {
  const { out } = await git(['rev-parse', '--path-format=absolute', '--git-dir'], { cwd: root });
  if ((await realpath(out.toString('utf8').replace(/\n$/, ''))) === commonDir) return root;
  const configured = await git(['config', '--file', join(commonDir, 'config'), 'core.worktree'], {
    cwd: root,
    answers: [0, 1],
  });
  const [first = []] = await readRecords(git, root);
  const listed = first.includes('bare') ? null : (first[0]?.slice('worktree '.length) ?? null);
  const main =
    configured.code === 0 ? resolve(commonDir, configured.out.toString('utf8').replace(/\n$/, '')) : listed;
  if (main === null) return root;
  const there = await realpath(main).catch(() => root);
  // With `--separate-git-dir` git names its own folder instead.
  return (await ownsTree(commonDir, there)) ? there : root;
}

async function readRecords(git: Git, cwd: string): Promise<readonly (readonly string[])[]> {
  const { out } = await git(['worktree', 'list', '--porcelain', '-z'], { cwd });
  const records: string[][] = [];
  let lines: string[] = [];
  for (const piece of [...splitNul(out), Buffer.alloc(0)]) {
    if (piece.length > 0) {
      lines.push(decodePath(piece));
      continue;
    }
    if (lines.length > 0) records.push(lines);
    lines = [];
  }
  return records;
}

/**
 * Makes a linked working tree with a detached HEAD.
 *
 * Never uses `-b`, which writes the person's config with `branch.autoSetupMerge=always`. `-f` reuses a place that is registered
 * but gone; it never overwrites a non-empty folder.
 */
export async function addWorktree(git: Git, cwd: string, path: string, at: Passed<CommitId>): Promise<void> {
  const args = [
    '-c',
    'worktree.guessRemote=false',
    'worktree',
    'add',
    '-f',
    '--detach',
    '--',
    path,
    onlyId(at),
  ];
  try {
    await git(args, { cwd, writes: true });
  } catch (error) {
    if (!CairnError.is(error, 'git/failed') || !isFilterFailure(error.details.stderr)) throw error;
    // Offline, `git-lfs` cannot fetch: pointers are better than no worktree, and are captured as the files they stand for.
    await git(args, { cwd, writes: true, env: POINTERS });
  }
}

/**
 * Removes a linked working tree: first its folder, then git's record of it.
 *
 * We remove the folder ourselves: `rm` unlinks a symbolic link or junction instead of following it. We remove only this record
 * and never run `worktree prune`, which would forget the person's trees on absent drives.
 *
 * The folder is first renamed in one step: after a crash, half a tree would look as if a person had deleted the other half. The
 * next removal removes what a crash left.
 */
export async function removeWorktree(git: Git, cwd: string, path: string): Promise<void> {
  const away = join(dirname(path), `.cairn-tmp-removed-${basename(path)}`);
  await removeFolder(away);
  // Already gone; on Windows, somebody holds a file in it: then remove as much as possible.
  await rename(path, away).catch(() => removeFolder(path));
  await removeFolder(away);
  // `-f` twice, as a locked one needs: only a person can have locked ours, and they said delete.
  await git(['worktree', 'remove', '--force', '--force', '--', path], { cwd, writes: true });
}

async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch (error) {
    // Read-only folders, such as a package cache, must go too.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    await makeWritable(path);
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
  }
}
