import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RepoPath } from '../../model/names/ids.ts';
import type { Log, WriteStep } from '../../session/ports.ts';
import { encodePath } from '../bytes.ts';
import { filesAtOnce } from '../../host/openFiles.ts';
import type { Git } from '../createGit.ts';
import type { GitProgram } from '../gitCall.ts';
import { gitDirOf } from '../gitDirOf.ts';
import type { Gate } from '../gate.ts';
import type { Objects } from '../objects.ts';
import type { Trees } from '../trees.ts';

/** What the parts of a working tree share. */
export interface Place {
  readonly program: GitProgram;
  readonly git: Git;
  readonly objects: Objects;
  readonly trees: Trees;
  /** Every tree that is written here or loaded into an index passes it. */
  readonly gate: Gate;
  readonly log: Log;
  readonly root: string;
  /** The git folder that all working trees share. */
  readonly commonDir: string;
  /** Where the person's config may be. */
  readonly configFiles: readonly string[];
  /** The private index. */
  readonly index: string;
  readonly always: readonly RepoPath[];
  /** Untracked files to leave alone. */
  readonly never?: readonly RepoPath[];
  /** Called before each file that is written or removed; throws to stop. */
  readonly fence?: () => Promise<void>;
  /** Called after each step of a write at which a process may die. */
  readonly step?: (step: WriteStep) => void;
  /** The id that means "none" in this repository. */
  readonly zero: string;
  /** Absolute path of `index`, `HEAD` or another of the git files that each working tree has for itself. */
  gitPath(name: string): Promise<string>;
}

/**
 * Where `.git` leads; where that leaves something open, `rev-parse --git-path`. Once per name: the path does not change while a
 * working tree exists.
 */
export function createGitPaths(git: Git, root: string): (name: string) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  const find = async (name: string): Promise<string> => {
    const gitDir = gitDirOf(root);
    if (gitDir !== null) return join(gitDir, name);
    const { out } = await git(['rev-parse', '--path-format=absolute', '--git-path', name], { cwd: root });
    return out.toString('utf8').replace(/\n$/, '');
  };
  return (name) => {
    const asked = known.get(name) ?? find(name);
    known.set(name, asked);
    return asked;
  };
}

/** A path on disk, as bytes if the name is not text. Without `join`, which looks at each letter of each file's whole path. */
export function onDisk(root: string, path: string): string | Buffer {
  const at = path === '' ? root : `${root}/${path}`;
  return path.isWellFormed() ? at : Buffer.concat([Buffer.from(`${root}/`), encodePath(path)]);
}

/** Changes whenever the file does, as far as its inode shows; null if there is no file. */
export function signatureOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.size} ${found.mtimeNs} ${found.ino}`;
}

/** Runs a task for each item, a bounded number at a time; answers in order. */
export async function mapBounded<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  while (results.length < items.length) {
    const at = results.length;
    const together = await filesAtOnce(Math.min(128, items.length - at));
    results.push(...(await Promise.all(items.slice(at, at + together).map(task))));
  }
  return results;
}
