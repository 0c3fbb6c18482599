import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodePath, isPlainPath } from './bytes.ts';
import { identity, realFrom, tieIn } from './gitDirOf.ts';
import type { Environment } from './env.ts';
import { readPlainFormat, type ObjectFormat } from './repositoryFormat.ts';

/** Where a repository is, as git's own files say. Paths are absolute, links in them not followed. */
export interface FoundRepository {
  readonly root: string;
  /** Git's folder of this working tree. */
  readonly gitDir: string;
  /** The one that all its working trees share. */
  readonly commonDir: string;
  readonly format: ObjectFormat;
}

/** They change where git looks, or what it makes of what it finds. */
const DECIDES =
  /^(GIT_DISCOVERY_ACROSS_FILESYSTEM|GIT_CONFIG_PARAMETERS|GIT_CONFIG_COUNT|GIT_TEST_ASSUME_DIFFERENT_OWNER|SUDO_UID)$/i;

/**
 * Finds the repository of a folder as git does, without a process. Null wherever anything is out of the ordinary (a bare one, a
 * working tree that its config names, an unknown extension, another owner, another disk on the way up): then git says what it is.
 *
 * @param folder a real path
 */
export function findPlainRepository(folder: string, env: Environment): FoundRepository | null {
  // Whose a file is decides whether git trusts it, and Windows says that elsewhere.
  const owner = process.geteuid?.();
  if (owner === undefined || Object.keys(env).some((name) => DECIDES.test(name))) return null;
  try {
    return findFrom(folder, owner);
  } catch {
    // Unreadable, or gone meanwhile.
    return null;
  }
}

/** The git folder of the repository around a folder, links resolved; null where {@link findPlainRepository} finds none. */
export function plainCommonDir(folder: string, env: Environment): string | null {
  try {
    const found = findPlainRepository(realpathSync(folder), env);
    return found === null ? null : realpathSync(found.commonDir);
  } catch {
    // It is no folder, or gone meanwhile.
    return null;
  }
}

function findFrom(folder: string, owner: number): FoundRepository | null {
  const disk = lstatSync(folder).dev;
  for (let root = folder; ; root = dirname(root)) {
    const found = lstatSync(root);
    if (found.dev !== disk || looksBare(root)) return null;
    const tie = lstatSync(join(root, '.git'), { throwIfNoEntry: false });
    if (tie === undefined) {
      if (dirname(root) === root) return null;
      continue;
    }
    return [found.uid, tie.uid].every((uid) => uid === owner) && !tie.isSymbolicLink()
      ? behind(root, tie.isDirectory(), owner)
      : null;
  }
}

const HEAD = /^(ref:\s*refs\/\S+|[0-9a-f]{40,64})\n?$/;

/** Otherwise git goes on above. */
const isGitFolder = (gitDir: string, commonDir: string): boolean =>
  HEAD.test(readText(join(gitDir, 'HEAD')) ?? '') &&
  identity(join(commonDir, 'objects')) !== null &&
  identity(join(commonDir, 'refs')) !== null;

function behind(root: string, isFolder: boolean, owner: number): FoundRepository | null {
  const tie = isFolder ? '.git' : tieIn(join(root, '.git'));
  // Node would write another name in the place of one that is no text.
  if (tie === null || !isPlainPath(tie)) return null;
  const gitDir = isFolder ? join(root, tie) : realFrom(root, tie);
  const commonDir = sharedBy(gitDir);
  if (commonDir === null) return null;
  if (lstatSync(gitDir).uid !== owner || !isGitFolder(gitDir, commonDir)) return null;
  // Helpers of git take paths line by line.
  if (`${root}${commonDir}`.includes('\n')) return null;
  const format = readPlainFormat(readFileSync(join(commonDir, 'config'), 'utf8'));
  return format === null ? null : { root, gitDir, commonDir, format };
}

/** The folder that a git folder shares with others, or itself; null if its name is no text. */
function sharedBy(gitDir: string): string | null {
  const said = readText(join(gitDir, 'commondir'));
  if (said === null) return gitDir;
  // A space at its end is part of the name.
  return isPlainPath(said) ? realFrom(gitDir, said.replace(/[\r\n]+$/, '')) : null;
}

/** Inside `.git`, or of a bare repository. */
const looksBare = (folder: string): boolean =>
  identity(join(folder, 'objects')) !== null &&
  identity(join(folder, 'refs')) !== null &&
  readText(join(folder, 'HEAD')) !== null;

function readText(file: string): string | null {
  try {
    return decodePath(readFileSync(file));
  } catch {
    return null;
  }
}
