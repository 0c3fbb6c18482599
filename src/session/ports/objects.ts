import type { BlobId, CommitId, RepoPath, Timestamp, TreeId } from '../../model/names/ids.ts';
import type { MergeConflict } from '../../model/merge/conflict.ts';
import type { MergeLabels } from '../../model/merge/markers.ts';
import type { Fault } from '../../model/names/faultWords.ts';

export type Mode = '100644' | '100755' | '120000' | '160000';

export interface TreeEntry {
  readonly path: RepoPath;
  readonly mode: Mode;
  readonly blob: BlobId;
}

export interface Change {
  readonly path: RepoPath;
  readonly kind: 'added' | 'modified' | 'deleted';
  readonly before: { readonly mode: Mode; readonly blob: BlobId } | null;
  readonly after: { readonly mode: Mode; readonly blob: BlobId } | null;
}

/** A tree entry that must reach no disk and no index. */
export interface UnsafeEntry {
  /** Empty for the folder of the tree itself. */
  readonly path: RepoPath;
  readonly why: Fault;
}

export interface CommitEntry {
  readonly commit: CommitId;
  readonly parents: readonly CommitId[];
  readonly tree: TreeId;
  readonly at: Timestamp;
  /** `Name <mail>` */
  readonly by: string;
  readonly message: string;
}

/** Reads what git has stored. Ignores replace refs and user formatting; answers unsafe trees as they are. */
export interface Objects {
  commitEntry(commit: CommitId): Promise<CommitEntry>;
  /** The bytes of a file at a commit or tree; null if there is no regular file or link of that name. */
  read(at: CommitId | TreeId, path: RepoPath): Promise<Uint8Array | null>;
  readBlob(blob: BlobId): Promise<Uint8Array>;
  /** Its size in bytes; null if it is not here. */
  blobBytes(blob: BlobId): Promise<number | null>;
  entry(at: CommitId | TreeId, path: RepoPath): Promise<TreeEntry | null>;
  /** What is directly at the top and no folder, sorted by path (bytes). */
  entries(at: CommitId | TreeId): Promise<readonly TreeEntry[]>;
  /** Everything below a folder, recursively, sorted by path (bytes); '' for all. */
  list(at: CommitId | TreeId, folder: RepoPath | ''): Promise<readonly TreeEntry[]>;
  /** Differences between two trees (no renames), sorted by path, optionally only below some paths. */
  changes(
    from: CommitId | TreeId,
    to: CommitId | TreeId,
    under?: readonly RepoPath[],
  ): Promise<readonly Change[]>;
  /** Answers the tree, or throws `data/unsafe-tree` with the first entries that must reach no disk and no index. */
  refuseUnsafe<T extends CommitId | TreeId>(at: T): Promise<T>;
}

/** A three-way merge. Whatever is open is told: git itself picks a side of what has no markers. */
export type Merged =
  | { readonly tree: TreeId }
  | {
      readonly conflicts: readonly MergeConflict[];
      /** With all that merged, markers where a conflict has them, else one of its sides or both beside each other. */
      readonly marked: TreeId;
    };

/** Stores objects; nothing points at them yet. */
export interface ObjectWriter {
  writeBlob(bytes: Uint8Array): Promise<BlobId>;
  /** The tree `base` with these paths replaced; null removes a file or a whole folder. `base: null` is the empty tree. */
  compose(
    base: TreeId | CommitId | null,
    edits: ReadonlyMap<RepoPath, { readonly blob: BlobId; readonly mode: Mode } | null>,
  ): Promise<TreeId>;
  /**
   * Three-way merge of trees without touching any working tree. Nobody's configuration has a say, only the attributes of `ours`,
   * of whose merge drivers `text`, `binary` and `union` count: a file of another one that both sides changed is a conflict.
   * Throws `data/unsafe-tree`.
   */
  merge(
    base: CommitId | TreeId,
    ours: CommitId | TreeId,
    theirs: CommitId | TreeId,
    labels?: MergeLabels,
  ): Promise<Merged>;
  /** A commit object with Cairn's identity (or the person's), unsigned, without hooks. Nothing points at it yet. */
  commit(of: {
    readonly tree: TreeId;
    readonly parents: readonly CommitId[];
    readonly message: string;
    readonly at: Timestamp;
  }): Promise<CommitId>;
}
