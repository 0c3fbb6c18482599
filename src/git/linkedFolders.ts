import { readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { atomicWrite } from '../host/atomicWrite.ts';
import type { SessionId } from '../model/ids.ts';
import type { WorktreeRepair } from '../session/ports.ts';
import { decodePath } from './bytes.ts';
import { exists } from './exists.ts';
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

/** Says of a linked working tree for which session it was made. */
export async function markWorktree(commonDir: string, path: string, session: SessionId): Promise<void> {
  const folders = await readLinkedFolders(commonDir);
  // git names a tree by where it really is; `path` may lead through a link.
  const linked = folders.get(path) ?? folders.get(await realpath(path).catch(() => path));
  // Gone since it was looked for: whoever works there is told by the next act.
  if (linked === undefined) return;
  await atomicWrite(join(linked.folder, MARK), `${session}\n`);
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
  if (await leadsTo(file, linked.folder)) return { kind: 'whole' };
  const aside = (await exists(file)) ? await moveAside(file, linked.folder) : null;
  await writeFile(file, `gitdir: ${linked.folder}\n`, { flag: 'wx' });
  return { kind: 'tied', aside };
}

/** git itself may have written the path from the working tree, or through a link. */
async function leadsTo(file: string, folder: string): Promise<boolean> {
  const target = /^gitdir: (.+)$/.exec((await readLine(file)) ?? '')?.[1];
  if (target === undefined) return false;
  const [there, here] = await Promise.all(
    [resolve(dirname(file), target), folder].map((one) => realpath(one).catch(() => one)),
  );
  return there === here;
}

/** The text of a file of one line; null where there is none or nothing in it. */
async function readLine(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch(() => null);
  const line = bytes === null ? '' : decodePath(bytes).replace(/\r?\n$/, '');
  return line === '' ? null : line;
}
