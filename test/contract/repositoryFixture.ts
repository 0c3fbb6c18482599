import { expect } from 'vitest';
import type { BlobId, CommitId, RefName, RepoPath, Timestamp, TreeId } from '../../src/model/names/ids.ts';
import type { Mode, Repository, WorkingTree } from '../../src/session/ports.ts';
import type { Store } from '../support/hostileTrees.ts';

/** The files of one working tree, whatever they are kept on. */
export interface Disk {
  write(path: string, text: string): Promise<void>;
  link(path: string, target: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Contents, `-> target` of a link, `/` of a folder, null where nothing is. */
  look(path: string): Promise<string | null>;
}

export interface TreeOptions {
  readonly root?: string;
  readonly always?: readonly string[];
  readonly never?: readonly string[];
}

export interface Fixture {
  readonly repository: Repository;
  readonly disk: Disk;
  /** A private index of its own for each call. */
  readonly tree: (options?: TreeOptions) => WorkingTree;
  readonly diskAt: (root: string) => Disk;
  /** Stores an object as it is, unlooked at. */
  readonly store: Store;
  /** Where a linked worktree may be made. */
  readonly place: string;
}

export type OpenFixture = (files: Readonly<Record<string, string>>) => Promise<Fixture>;

export const AT = '2026-11-20T10:01:22.000Z' as Timestamp;
export const path = (text: string): RepoPath => text as RepoPath;
export const ref = (text: string): RefName => text as RefName;

export const text = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('utf8');

export async function edit(
  repository: Repository,
  base: TreeId | CommitId | null,
  files: Readonly<Record<string, string | null>>,
): Promise<TreeId> {
  const edits = new Map<RepoPath, { blob: BlobId; mode: Mode } | null>();
  for (const [name, content] of Object.entries(files)) {
    edits.set(
      path(name),
      content === null ? null : { blob: await repository.writeBlob(Buffer.from(content)), mode: '100644' },
    );
  }
  return repository.compose(base, edits);
}

export async function filesOf(
  repository: Repository,
  at: TreeId | CommitId,
): Promise<Record<string, string | null>> {
  const entries = await repository.list(at, '');
  return Object.fromEntries(
    await Promise.all(
      entries.map(async (entry) => [entry.path, text(await repository.readBlob(entry.blob))]),
    ),
  );
}

/** The id of something that is not there, as long as this repository's ids are. */
export async function nowhere(repository: Repository): Promise<CommitId & BlobId> {
  return (await headOf(repository)).replaceAll(/./g, '7') as CommitId & BlobId;
}

export async function headOf(repository: Repository): Promise<CommitId> {
  const found = await repository.resolve('HEAD');
  if (found === null) throw new Error('no commit');
  return found;
}

/** A commit on top of `parent`, published on `name`. */
export async function publish(
  repository: Repository,
  name: string,
  parent: CommitId,
  message: string,
  tree?: TreeId,
): Promise<CommitId> {
  const from = await repository.tip(ref(name));
  const commit = await repository.commit({
    tree: tree ?? (await repository.commitEntry(parent)).tree,
    parents: [parent],
    message,
    at: AT,
  });
  expect(await repository.moveRef(ref(name), { from, to: commit, why: 'test' })).toBe(true);
  return commit;
}
