import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { plainCommonDir } from '../../git/plainRepository.ts';
import { searchPath, type Environment } from '../../host/searchPath.ts';

/**
 * The same environment with a PATH of which no part belongs to this folder, its repository or that repository's working trees, and
 * each is absolute: what is found on it is of the machine.
 */
export function withSafePath(env: Environment, folder: string | null): Environment {
  const theirs = folder === null ? [] : ownedBy(folder, env);
  const safe = searchPath(env).filter((entry) => isAbsolute(entry) && !isBelow(realPlace(entry), theirs));
  const others = Object.entries(env).filter(([name]) => name.toUpperCase() !== 'PATH');
  return { ...Object.fromEntries(others), PATH: safe.join(delimiter) };
}

/** Real paths of the folders whose programs are the repository's. */
function ownedBy(folder: string, env: Environment): readonly string[] {
  const place = realPlace(folder);
  const common = plainCommonDir(place, env);
  const main = common !== null && basename(common) === '.git' ? [dirname(common)] : [];
  const folders = [topOf(place), ...main, ...main.map((root) => `${root}.worktrees`)];
  // What holds a person's home, as `/` or a repository of their settings does, holds what they have installed.
  const home = realPlace(homedir());
  return folders.filter((owned) => !isBelow(home, [owned]));
}

/** The folder above that is a repository's, by the look of it; else the folder itself. */
function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

const isBelow = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => {
    const from = relative(folder, path);
    return !isAbsolute(from) && from !== '..' && !/^\.\.[\\/]/.test(from);
  });

function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // It is not there, so nothing is found in it.
  }
}
