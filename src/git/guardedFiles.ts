import { createHash } from 'node:crypto';
import { lstatSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readdir, readFile, readlink } from '../host/disk.ts';
import { includedConfigs } from './includedConfigs.ts';
import { readLinkedFolders } from './linkedFolders.ts';

/** In the shared git directory, and in one tree's own. */
const CONFIGS = ['config', 'config.worktree'];
const FILES = [...CONFIGS, 'info/attributes', 'info/exclude', 'info/grafts', 'objects/info/alternates'];

/**
 * The files of a git directory that decide what git runs and how it reads files, by the name people know
 * (`.git/hooks/pre-commit`), each with a value that changes with it, and what a config includes. But for such a file they are in no tree.
 */
export async function readGuarded(commonDir: string, root: string): Promise<ReadonlyMap<string, string>> {
  const own = (await readLinkedFolders(commonDir)).get(root)?.folder;
  const folders = [commonDir, ...(own === undefined ? [] : [own])];
  const hooks = (await readdir(join(commonDir, 'hooks')).catch(() => []))
    // Nobody runs the samples that `git init` puts there.
    .filter((name) => !name.endsWith('.sample'))
    .map((name) => join(commonDir, 'hooks', name));
  const included = await Promise.all(
    folders.flatMap((folder) => CONFIGS.map((name) => includedConfigs(join(folder, name)))),
  );
  const files = [
    ...folders.flatMap((folder) => FILES.map((name) => join(folder, name))),
    ...hooks,
    ...included.flat(),
  ];
  const found = new Map<string, string>();
  for (const file of files) {
    const look = await lookAt(file);
    if (look !== null) found.set(nameOf(file, commonDir), look);
  }
  return found;
}

/** As people know it: from the folder that the git directory is in, if it is there. */
function nameOf(file: string, commonDir: string): string {
  const name = join('.git', relative(commonDir, file));
  return name.startsWith('..') ? file : name;
}

/** Null if nothing is there, or nothing that could be run. A link changes with where it leads, and with what is there. */
async function lookAt(file: string): Promise<string | null> {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    const link = stat.isSymbolicLink() ? `-> ${await readlink(file)}` : null;
    // Opening what is no file may take for ever.
    if (!(link === null ? stat : statSync(file)).isFile()) return link;
    const sum = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    return `${link ?? stat.mode.toString(8)} ${sum}`;
  } catch {
    // Missing, gone meanwhile, or unreadable: nothing to compare.
    return null;
  }
}
