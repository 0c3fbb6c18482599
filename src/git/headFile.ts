import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitId, RefName } from '../model/ids.ts';

/** What a working tree stands on. */
export type HeadFile = { readonly branch: RefName } | { readonly commit: CommitId };

/**
 * What a file `HEAD` says, without a process of git. Null where only git can say: another store of refs (whose file names
 * `.invalid`), a symbolic link, a branch that is but another name of one, a file that is not there.
 */
export async function readHeadFile(commonDir: string, file: string): Promise<HeadFile | null> {
  const text = await readPlain(file);
  if (text === null) return null;
  if (/^[0-9a-f]{40,64}$/.test(text)) return { commit: text as CommitId };
  const branch = /^ref: (refs\/heads\/(?!\.).+)$/.exec(text)?.[1] as RefName | undefined;
  if (branch === undefined) return null;
  const stored = await readFile(join(commonDir, branch), 'utf8').catch(() => '');
  return stored.startsWith('ref:') ? null : { branch };
}

/** The same of all working trees of a repository; null where git has to be asked about one of them. */
export async function readHeadFiles(commonDir: string): Promise<readonly HeadFile[] | null> {
  const above = join(commonDir, 'worktrees');
  const linked = await readdir(above).catch(() => []);
  const heads = await Promise.all(
    [commonDir, ...linked.map((name) => join(above, name))].map((folder) =>
      readHeadFile(commonDir, join(folder, 'HEAD')),
    ),
  );
  return heads.every((head) => head !== null) ? heads : null;
}

async function readPlain(file: string): Promise<string | null> {
  try {
    return (await lstat(file)).isFile() ? (await readFile(file, 'utf8')).trimEnd() : null;
  } catch {
    return null;
  }
}
