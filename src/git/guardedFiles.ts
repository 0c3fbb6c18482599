import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readdir, readFile, readlink } from '../host/disk.ts';
import { readLinkedFolders } from './linkedFolders.ts';

/** In the shared git directory, and in one tree's own. */
const FILES = [
  'config',
  'config.worktree',
  'info/attributes',
  'info/exclude',
  'info/grafts',
  'objects/info/alternates',
];

/**
 * The files of a git directory that decide what git runs and how it reads files, by the name people know
 * (`.git/hooks/pre-commit`), each with a value that changes with it. They are in no tree.
 */
export async function readGuarded(commonDir: string, root: string): Promise<ReadonlyMap<string, string>> {
  const own = (await readLinkedFolders(commonDir)).get(root)?.folder;
  const hooks = (await readdir(join(commonDir, 'hooks')).catch(() => []))
    // Nobody runs the samples that `git init` puts there.
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

/** Null if nothing is there, or nothing that could be run. */
async function lookAt(file: string): Promise<string | null> {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (stat.isSymbolicLink()) return `-> ${await readlink(file)}`;
    if (!stat.isFile()) return null;
    const sum = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return `${stat.mode.toString(8)} ${sum}`;
  } catch {
    // Missing, gone meanwhile, or unreadable: nothing to compare.
    return null;
  }
}
