import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobId, RepoPath, TreeId } from '../../src/model/names/ids.ts';
import type { Mode, Repository } from '../../src/session/ports.ts';
import { openGitRepo, temporaryFolder, type GitRepo } from './gitRepo.ts';

/** A file of a tree: text, bytes, or something else than a plain file. */
export type TreeFile =
  | string
  | Uint8Array
  | { readonly run: string }
  | { readonly link: string }
  | { readonly submodule: string };
export type TreeFiles = Readonly<Record<string, TreeFile>>;

/** Three sides of a merge: the base, and what each side changed of it; null: it removed that. */
export interface ThreeSides {
  readonly base: TreeFiles;
  readonly ours: Readonly<Record<string, TreeFile | null>>;
  readonly theirs: Readonly<Record<string, TreeFile | null>>;
}

export interface ThreeTrees {
  readonly base: TreeId;
  readonly ours: TreeId;
  readonly theirs: TreeId;
}

/** Stores the trees. */
export async function threeTrees(repository: Repository, sides: ThreeSides): Promise<ThreeTrees> {
  const edited = async (
    on: TreeId | null,
    files: Readonly<Record<string, TreeFile | null>>,
  ): Promise<TreeId> => {
    const edits = new Map<RepoPath, { blob: BlobId; mode: Mode } | null>();
    for (const [path, file] of Object.entries(files))
      edits.set(path as RepoPath, file === null ? null : await stored(repository, file));
    return repository.compose(on, edits);
  };
  const base = await edited(null, sides.base);
  return { base, ours: await edited(base, sides.ours), theirs: await edited(base, sides.theirs) };
}

async function stored(repository: Repository, file: TreeFile): Promise<{ blob: BlobId; mode: Mode }> {
  const blob = (bytes: string | Uint8Array): Promise<BlobId> => repository.writeBlob(Buffer.from(bytes));
  if (typeof file === 'string' || file instanceof Uint8Array)
    return { blob: await blob(file), mode: '100644' };
  if ('run' in file) return { blob: await blob(file.run), mode: '100755' };
  if ('link' in file) return { blob: await blob(file.link), mode: '120000' };
  return { blob: file.submodule as BlobId, mode: '160000' };
}

/** What git alone makes of three trees: in a repository of its own, without any config, with `ours` checked out. */
export async function mergedByGit(of: GitRepo): Promise<(trees: ThreeTrees) => Promise<TreeId | 'conflict'>> {
  const root = join(await temporaryFolder(), 'alone');
  await mkdir(root);
  const alone = openGitRepo(root);
  await alone.git('init', '-q');
  await writeFile(join(root, '.git/objects/info/alternates'), `${of.root}/.git/objects\n`);
  return async ({ base, ours, theirs }) => {
    const root = await alone.git('commit-tree', '-m', 'base', base);
    const [left, right] = await Promise.all(
      [ours, theirs].map((tree) => alone.git('commit-tree', '-p', root, '-m', 'side', tree)),
    );
    await alone.git('read-tree', '--reset', '-u', ours);
    return alone.git('merge-tree', '--write-tree', '--name-only', left!, right!).then(
      (tree) => tree as TreeId,
      (error: { readonly cause?: { readonly code?: number } }) => {
        if (error.cause?.code === 1) return 'conflict';
        throw error;
      },
    );
  };
}
