import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommitId, RefName } from '../model/names/ids.ts';

/** HEAD of a working tree; for a branch also its commit, if a ref file has it. */
export type HeadFile =
  | { readonly branch: RefName; readonly commit: CommitId | null }
  | { readonly commit: CommitId };

/**
 * Reads a `HEAD` file without a git process. Null if only git can tell: another ref store (whose file names `.invalid`), a
 * symbolic link, a symbolic ref to a branch, a missing file.
 *
 * Reads two small files synchronously: through the thread pool it took ten times as long on a busy machine, before each
 * checkpoint.
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

/** Where a branch of ours points, if a file of its own says so; null for a packed one, and where only git can tell. */
export function readRefFile(commonDir: string, ref: RefName): CommitId | null {
  if (!/^refs\/(?:heads|cairn)\/(?!\.)/.test(ref) || ref.includes('..')) return null;
  // After a power loss it may hold zeros.
  return (/^(?!0+\n)([0-9a-f]{40,64})\n$/.exec(readText(join(commonDir, ref)) ?? '')?.[1] ??
    null) as CommitId | null;
}

/** The same for all working trees of a repository; null if git must be asked about one of them. */
export function readHeadFiles(commonDir: string): readonly HeadFile[] | null {
  const above = join(commonDir, 'worktrees');
  const heads = [commonDir, ...namesIn(above).map((name) => join(above, name))].map((folder) =>
    readHeadFile(commonDir, join(folder, 'HEAD')),
  );
  return heads.every((head) => head !== null) ? heads : null;
}

/** The names in a folder; empty if there is none. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Missing or unreadable: git reports it better.
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
    // A packed branch has none.
    return null;
  }
}
