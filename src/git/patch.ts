import { constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { access, lstat, mkdtemp, rm } from '../host/disk.ts';
import type { CommitId, RepoPath, TreeId } from '../model/names/ids.ts';
import type { Git } from './createGit.ts';
import type { GitCall } from './gitCall.ts';
import type { Gate, Passed } from './gate.ts';
import type { Trees } from './trees.ts';
import { askWhatDiffers } from './workingTree/filters.ts';

/** `git diff` without anybody's config or programs. */
const DIFF =
  'diff --no-ext-diff --no-textconv --no-renames --no-color --no-relative --src-prefix=a/ --dst-prefix=b/ -U3 --inter-hunk-context=0 -O/dev/null --submodule=short --ignore-submodules=none'.split(
    ' ',
  );
/** Otherwise a file with only a changed time gets a header of its own. */
const CONFIG = [['diff.autoRefreshIndex', 'true']] as const;

/** Bytes of arguments that every system accepts. */
const MOST_ARGUMENTS = 24_000;

interface Reading {
  readonly git: Git;
  readonly cwd: string;
  readonly trees: Trees;
  readonly gate: Gate;
}

/**
 * The differences at these paths as `git apply` reads them: between two trees, or from a tree to the files of a working tree.
 */
export async function patch(
  { git, cwd, trees, gate }: Reading,
  from: CommitId | TreeId,
  to: { readonly tree: CommitId | TreeId } | { readonly root: string },
  paths: readonly RepoPath[],
): Promise<Buffer> {
  if ('root' in to) return patchOfDisk(git, trees, await gate.pass(from), to.root, paths);
  return inParts(paths, async (part) => {
    const { out } = await git([...DIFF, from, to.tree, '--', ...part], { cwd, config: CONFIG });
    return out;
  });
}

/**
 * Files count as git would store them. Writes nothing into the repository: git gets an index of these paths alone, where a new
 * file has an entry without contents.
 */
async function patchOfDisk(
  git: Git,
  trees: Trees,
  from: Passed<CommitId | TreeId>,
  root: string,
  paths: readonly RepoPath[],
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-diff-'));
  const call: GitCall = { cwd: root, index: join(folder, 'index'), config: CONFIG };
  try {
    const [held, others] = await entriesOf(trees, from, root, paths);
    await git(['update-index', '-z', '--index-info'], { ...call, input: Buffer.from(held) });
    if (others.length > 0)
      await git(['add', '--intent-to-add', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'], {
        ...call,
        // It would store the empty blob in a repository that we only read.
        env: { GIT_OBJECT_DIRECTORY: folder },
        input: Buffer.from(others.join('\0')),
      });
    return await inParts(
      paths,
      async (part) => (await askWhatDiffers(git, [...DIFF, '--', ...part], call)).out,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The tree's entries as `update-index` reads them, and new readable files and links. */
async function entriesOf(
  trees: Trees,
  from: CommitId | TreeId,
  root: string,
  paths: readonly RepoPath[],
): Promise<readonly [held: string, others: readonly RepoPath[]]> {
  let held = '';
  const others: RepoPath[] = [];
  for (const path of paths) {
    const node = await trees.find(from, path);
    if (node !== null) held += `${node.mode} ${node.id} 0\t${path}\0`;
    else if (await isReadable(join(root, path))) others.push(path);
  }
  return [held, others];
}

async function isReadable(file: string): Promise<boolean> {
  const stat = await lstat(file).catch(() => null);
  if (stat?.isSymbolicLink() === true) return true;
  if (stat?.isFile() !== true) return false;
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** Runs one process per batch of paths that fits its arguments; without a path git would diff all of them. */
async function inParts(
  paths: readonly RepoPath[],
  diff: (part: readonly RepoPath[]) => Promise<Buffer>,
): Promise<Buffer> {
  const parts: RepoPath[][] = [];
  let room = 0;
  for (const path of paths) {
    room -= Buffer.byteLength(path) + 1;
    if (room < 0) {
      parts.push([]);
      room = MOST_ARGUMENTS;
    }
    parts.at(-1)?.push(path);
  }
  const found: Buffer[] = [];
  for (const part of parts) found.push(await diff(part));
  return Buffer.concat(found);
}
