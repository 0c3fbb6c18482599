import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommitId, RefName } from '../model/names/ids.ts';

/** What a working tree stands on; of a branch the commit too, where a file of its own says it. */
export type HeadFile =
  | { readonly branch: RefName; readonly commit: CommitId | null }
  | { readonly commit: CommitId };

/**
 * What a file `HEAD` says, without a process of git. Null where only git can say: another store of refs (whose file names
 * `.invalid`), a symbolic link, a branch that is but another name of one, a file that is not there.
 *
 * Two small files, read at once: by way of threads the same took ten times as long on a busy machine, before each checkpoint.
 */
export function readHeadFile(commonDir: string, file: string): HeadFile | null {
  const text = readPlain(file);
  if (text === null) return null;
  if (/^[0-9a-f]{40,64}$/.test(text)) return { commit: text as CommitId };
  const branch = /^ref: (refs\/heads\/(?!\.).+)$/.exec(text)?.[1] as RefName | undefined;
  if (branch === undefined) return null;
  const stored = readText(join(commonDir, branch)) ?? '';
  if (stored.startsWith('ref:')) return null;
  const commit = /^([0-9a-f]{40,64})\n$/.exec(stored)?.[1] as CommitId | undefined;
  return { branch, commit: commit ?? null };
}

/** The same of all working trees of a repository; null where git has to be asked about one of them. */
export function readHeadFiles(commonDir: string): readonly HeadFile[] | null {
  const above = join(commonDir, 'worktrees');
  const heads = [commonDir, ...namesIn(above).map((name) => join(above, name))].map((folder) =>
    readHeadFile(commonDir, join(folder, 'HEAD')),
  );
  return heads.every((head) => head !== null) ? heads : null;
}

/** What lies in a folder; nothing where there is none. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Not there, or not ours to read: git says so louder.
    return [];
  }
}

function readPlain(file: string): string | null {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true
    ? (readText(file)?.trimEnd() ?? null)
    : null;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A branch that is packed has none.
    return null;
  }
}
