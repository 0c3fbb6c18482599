import { readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { atomicWrite } from '../host/atomicWrite.ts';
import type { SessionId } from '../model/names/ids.ts';
import type { WorktreeRepair } from '../session/ports.ts';
import { decodePath } from './bytes.ts';
import { exists } from './exists.ts';
import { tieIn } from './gitDirOf.ts';
import { moveAside } from './moveAside.ts';

/** What git keeps of a linked working tree beside its files: a folder below `<common git dir>/worktrees/`. */
export interface LinkedFolder {
  readonly folder: string;
  /** Our mark: the session that it was made for. */
  readonly session: SessionId | null;
  /** False: git was cut off while it wrote the files; the index comes last. */
  readonly hasIndex: boolean;
}

/** In git's folder, so that it goes wherever git takes the working tree (`git worktree move`) and goes with it. */
const MARK = 'cairn-session';

/** The folders of all linked working trees, by the absolute path of each tree. */
export async function readLinkedFolders(commonDir: string): Promise<ReadonlyMap<string, LinkedFolder>> {
  const above = join(commonDir, 'worktrees');
  const found = new Map<string, LinkedFolder>();
  // Without any linked working tree there is no such folder.
  for (const name of await readdir(above).catch(() => [])) {
    const folder = join(above, name);
    const gitdir = await readLine(join(folder, 'gitdir'));
    if (gitdir === null) continue;
    found.set(dirname(resolve(folder, gitdir)), {
      folder,
      session: (await readLine(join(folder, MARK))) as SessionId | null,
      hasIndex: await exists(join(folder, 'index')),
    });
  }
  return found;
}

/** Says of a linked working tree for which session it was made; null: for none of ours. */
export async function markWorktree(
  commonDir: string,
  path: string,
  session: SessionId | null,
): Promise<void> {
  const folders = await readLinkedFolders(commonDir);
  // git names a tree by where it really is; `path` may lead through a link.
  const linked = folders.get(path) ?? folders.get(await realpath(path).catch(() => path));
  // Gone since it was looked for: whoever works there is told by the next act.
  if (linked === undefined) return;
  const mark = join(linked.folder, MARK);
  await (session === null ? rm(mark, { force: true }) : atomicWrite(mark, `${session}\n`));
}

/**
 * Writes the file that ties a linked working tree to the repository, where it is missing or says something else. Not
 * `git worktree repair`: that one goes on to everybody's.
 */
export async function repairWorktree(commonDir: string, path: string): Promise<WorktreeRepair> {
  const linked = (await readLinkedFolders(commonDir)).get(path);
  // Removed by somebody meanwhile: whoever works there is told by the next act.
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
 * Takes over that a linked working tree lies elsewhere now, together with its repository or by itself: what lies there was
 * tied to the same folder of git, or to one of its name in a repository that is gone. False: it is another one.
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
 * Where the file `.git` of a linked working tree leads. `gone`: to a folder of this name in a repository that is not there
 * any more, as after a move. `elsewhere`: to one that is there, as in a copy. `none`: nowhere, or it is no such file.
 */
export async function tieOf(file: string, folder: string): Promise<'ours' | 'gone' | 'elsewhere' | 'none'> {
  const target = tieIn(file);
  if (target === null) return 'none';
  // git itself may have written the path from the working tree, or through a link.
  const there = await realpath(resolve(dirname(file), target)).catch(() => null);
  if (there === null) return basename(target) === basename(folder) ? 'gone' : 'none';
  if (there === (await realpath(folder).catch(() => folder))) return 'ours';
  return (await exists(join(there, 'commondir'))) ? 'elsewhere' : 'none';
}

/** The text of a file of one line; null where there is none or nothing in it. */
async function readLine(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch(() => null);
  const line = bytes === null ? '' : decodePath(bytes).replace(/\r?\n$/, '');
  return line === '' ? null : line;
}
