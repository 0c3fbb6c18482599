import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { lstat, readdir, readFile, readlink } from '../../src/host/disk.ts';
import { openGitRepo } from './gitRepo.ts';

/** Paths and what stands there: a file by its bytes and mode, a link by its target. */
export type Snapshot = Readonly<Record<string, string>>;

/**
 * Everything of a repository that a refusal must leave as it was: its git directory but for objects, its files,
 * and what lies beside it.
 */
export async function snapshot(root: string): Promise<Snapshot> {
  const git = openGitRepo(root);
  const gitDir = await git.git('rev-parse', '--path-format=absolute', '--git-common-dir');
  return {
    ...(await walk(root, 'tree', (path) => path === '.git')),
    ...(await walk(gitDir, 'git', (path) => path === 'objects')),
    ...(await walk(`${root}.worktrees`, 'beside', () => false)),
  };
}

/** What differs between two snapshots, one line each. */
export function differences(before: Snapshot, after: Snapshot): readonly string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return paths
    .filter((path) => before[path] !== after[path])
    .map((path) => `${path in before ? (path in after ? 'changed' : 'gone') : 'new'} ${path}`);
}

/** Those of the differences that are not Cairn's own places in the git directory (FORMAT.md: *In the tree of the session branch*, *Refs*, *Beside the tree*). */
export function foreign(lines: readonly string[]): readonly string[] {
  return lines.filter(
    (line) =>
      !/^\w+ git\/(cairn|refs\/cairn|refs\/heads\/cairn|logs\/refs\/heads\/cairn|worktrees)(\/|$)/.test(line),
  );
}

async function walk(
  top: string,
  name: string,
  skip: (path: string) => boolean,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = async (folder: Buffer): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' }).catch(() => []);
    for (const entry of entries) {
      const path = Buffer.concat([folder, Buffer.from('/'), entry.name]);
      const shown = relative(top, path.toString('latin1'));
      if (skip(shown)) continue;
      found[`${name}/${shown}`] = entry.isDirectory() ? 'folder' : await lookAt(path);
      if (entry.isDirectory()) await visit(path);
    }
  };
  await visit(Buffer.from(top));
  return found;
}

async function lookAt(path: Buffer): Promise<string> {
  const stat = await lstat(path);
  if (stat.isSymbolicLink()) return `-> ${await readlink(path)}`;
  if (!stat.isFile()) return 'special';
  return `${stat.mode.toString(8)} ${createHash('sha256')
    .update(await readFile(path))
    .digest('hex')}`;
}
