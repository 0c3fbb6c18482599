import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readLinkedFolders } from './linkedFolders.ts';

/** Of the git directory that all working trees share, and of one tree's own. */
const FILES = [
  'config',
  'config.worktree',
  'info/attributes',
  'info/exclude',
  'info/grafts',
  'objects/info/alternates',
];

/**
 * The files of a git directory that decide what git runs and what it takes a file for, by the name that people know
 * (`.git/hooks/pre-commit`), each with what says whether it changed. Nothing of them is in any tree.
 */
export async function readGuarded(commonDir: string, root: string): Promise<ReadonlyMap<string, string>> {
  const own = (await readLinkedFolders(commonDir)).get(root)?.folder;
  const hooks = (await readdir(join(commonDir, 'hooks')).catch(() => []))
    // What `git init` lays there as examples is run by nobody.
    .filter((name) => !name.endsWith('.sample'))
    .map((name) => join('hooks', name));
  const files = [
    ...[...FILES, ...hooks].map((name) => join(commonDir, name)),
    ...(own === undefined ? [] : FILES.map((name) => join(own, name))),
  ];
  const found = new Map<string, string>();
  for (const file of files) {
    const look = await lookAt(file);
    if (look !== null) found.set(`.git/${relative(commonDir, file)}`, look);
  }
  return found;
}

/** Null: nothing is there, or nothing that a program could be. */
async function lookAt(file: string): Promise<string | null> {
  try {
    const stat = await lstat(file);
    if (stat.isSymbolicLink()) return `-> ${await readlink(file)}`;
    if (!stat.isFile()) return null;
    const sum = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return `${stat.mode.toString(8)} ${sum}`;
  } catch {
    // Not there, gone meanwhile, or not ours to read: then there is nothing to compare.
    return null;
  }
}
