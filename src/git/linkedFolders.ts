import { basename, dirname, join, resolve } from 'node:path';
import { readdir, readFile, realpath, rm, writeFile } from '../host/disk.ts';
import { atomicWrite } from '../host/atomicWrite.ts';
import type { TreeName } from '../model/names/ids.ts';
import type { WorktreeRepair } from '../session/ports.ts';
import { decodePath } from './bytes.ts';
import { exists } from './exists.ts';
import { gitDirOf, tieIn } from './gitDirOf.ts';
import { moveAside } from './moveAside.ts';

/** Git's administrative folder of a linked working tree, below `<common git dir>/worktrees/`. */
export interface LinkedFolder {
  readonly folder: string;
  /** Our mark: which working tree of a session it is. */
  readonly name: TreeName | null;
  /** False if git was interrupted while writing the files: the index comes last. */
  readonly hasIndex: boolean;
}

/** In git's folder, so that it follows `git worktree move` and is removed with the working tree. */
const MARK = 'cairn-session';

/** The administrative folders of all linked working trees, by the absolute path of each tree. */
export async function readLinkedFolders(commonDir: string): Promise<ReadonlyMap<string, LinkedFolder>> {
  const above = join(commonDir, 'worktrees');
  const found = new Map<string, LinkedFolder>();
  // There is no such folder without linked working trees.
  for (const name of await readdir(above).catch(() => [])) {
    const folder = join(above, name);
    const gitdir = await readLine(join(folder, 'gitdir'));
    if (gitdir === null) continue;
    found.set(dirname(resolve(folder, gitdir)), {
      folder,
      name: (await readLine(join(folder, MARK))) as TreeName | null,
      hasIndex: await exists(join(folder, 'index')),
    });
  }
  return found;
}

/** Marks a linked working tree as one of a session; null for none of ours. */
export async function markWorktree(commonDir: string, path: string, name: TreeName | null): Promise<void> {
  const folders = await readLinkedFolders(commonDir);
  // Git names a tree by its real path; `path` may lead through a link.
  const linked = folders.get(path) ?? folders.get(await realpath(path).catch(() => path));
  // Gone meanwhile: the next act reports it.
  if (linked === undefined) return;
  const mark = join(linked.folder, MARK);
  await (name === null ? rm(mark, { force: true }) : atomicWrite(mark, `${name}\n`));
}

/**
 * Writes the `.git` file of a linked working tree if it is missing or wrong. `git worktree repair` would go on to everybody's.
 */
export async function repairWorktree(commonDir: string, path: string): Promise<WorktreeRepair> {
  const linked = (await readLinkedFolders(commonDir)).get(path);
  // Removed meanwhile: the next act reports it.
  if (linked === undefined) return { kind: 'whole' };
  const file = join(path, '.git');
  const tie = await tieOf(file, linked.folder);
  if (tie === 'ours') return { kind: 'whole' };
  if (tie === 'gone') {
    await atomicWrite(file, `gitdir: ${linked.folder}\n`);
    return { kind: 'followed' };
  }
  const aside = (await exists(file)) ? await moveAside(file, linked.folder) : null;
  await writeFile(file, `gitdir: ${linked.folder}\n`, { flag: 'wx' });
  return { kind: 'tied', aside };
}

/**
 * Registers the new place of a linked working tree that was moved, with its repository or alone. True if its `.git` file leads
 * to the same administrative folder, or to one of the same name in a repository that is gone.
 */
export async function followWorktree(commonDir: string, from: string, to: string): Promise<boolean> {
  const linked = (await readLinkedFolders(commonDir)).get(from);
  if (linked === undefined) return false;
  const file = join(to, '.git');
  const tie = await tieOf(file, linked.folder);
  if (tie !== 'ours' && tie !== 'gone') return false;
  await atomicWrite(file, `gitdir: ${linked.folder}\n`);
  await atomicWrite(join(linked.folder, 'gitdir'), `${file}\n`);
  return true;
}

/**
 * Under which path a linked working tree is registered that lies at `place` now: it was moved, or copied together with its
 * repository. Null if its `.git` file leads to none that is registered here.
 */
export async function registeredAs(commonDir: string, place: string): Promise<string | null> {
  const file = join(place, '.git');
  for (const [path, { folder }] of await readLinkedFolders(commonDir)) {
    const tie = await tieOf(file, folder);
    if (tie === 'ours') return path;
    if (tie === 'gone' && !(await exists(join(path, '.git')))) return path;
    if (tie === 'elsewhere' && gitDirOf(path) === gitDirOf(place)) return path;
  }
  return null;
}

/** Removes git's record of a linked working tree, and nothing of its folder. */
export async function forgetWorktree(commonDir: string, path: string): Promise<void> {
  const linked = (await readLinkedFolders(commonDir)).get(path);
  if (linked !== undefined) await rm(linked.folder, { recursive: true, force: true });
}

/**
 * Where the `.git` file of a linked working tree leads. `gone`: to a folder of this name in a repository that no longer exists,
 * as after a move. `elsewhere`: to one that exists, as in a copy. `none`: nowhere.
 */
export async function tieOf(file: string, folder: string): Promise<'ours' | 'gone' | 'elsewhere' | 'none'> {
  const target = tieIn(file);
  if (target === null) return 'none';
  // Git may have written a path relative to the working tree, or through a link.
  const there = await realpath(resolve(dirname(file), target)).catch(() => null);
  if (there === null) return basename(target) === basename(folder) ? 'gone' : 'none';
  if (there === (await realpath(folder).catch(() => folder))) return 'ours';
  // Git writes `commondir` after the `.git` file.
  const isLinked = basename(dirname(there)) === 'worktrees' || (await exists(join(there, 'commondir')));
  return isLinked ? 'elsewhere' : 'none';
}

/** The text of a one-line file; null if it is missing or empty. */
async function readLine(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch(() => null);
  const line = bytes === null ? '' : decodePath(bytes).replace(/\r?\n$/, '');
  return line === '' ? null : line;
}
