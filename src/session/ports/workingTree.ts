/** A working tree as a session sees it, through an index of our own. */
import type { Footing } from '../../model/capture/footing.ts';
import type { BlobId, CommitId, RefName, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { Mode } from './objects.ts';

export interface Head {
  /** Null if there is no commit yet. */
  readonly commit: CommitId | null;
  /** Null if detached. */
  readonly branch: RefName | null;
}

/** What a capture took, and the paths that it could not: unreadable by then, or a filter of the user's that fails. */
export interface Taken {
  readonly tree: TreeId;
  readonly notTaken: readonly { readonly path: RepoPath; readonly why: string }[];
}

/** Something in the working tree that differs from the private index. */
export interface Pending {
  readonly path: RepoPath;
  readonly change: 'added' | 'modified' | 'deleted';
  readonly kind: 'file' | 'link' | 'submodule' | 'nested-repository' | 'special' | 'unreadable';
  /** Size on disk; 0 if deleted. */
  readonly bytes: number;
  readonly tracked: boolean;
}

/** The result of a `write`. */
export interface Written {
  /** What was not written, and why. */
  readonly skipped: readonly { readonly path: RepoPath; readonly why: string }[];
  /** Those that git could not make. */
  readonly unmade: readonly RepoPath[];
  /** Where somebody saved a file of their own while nothing was there: it stays. */
  readonly stayed: readonly RepoPath[];
  /** What was replaced and is not a thing that git could give back here. */
  readonly unlike: readonly {
    readonly path: RepoPath;
    readonly was: 'executable' | 'not executable' | 'link';
  }[];
}

/** A file saved between its capture and its being moved aside, or while somebody held it open. */
export interface SavedMeanwhile {
  readonly path: RepoPath;
  readonly mode: Mode;
  /** As `git add` stores it. */
  readonly blob: BlobId;
  /** Its bytes, if git would not give them back. */
  readonly raw: BlobId | null;
}

/** `noted`: the list of files to move is on disk. `moved`, `placed`: one file is. */
export type WriteStep = 'noted' | 'moved' | 'placed';

export interface WorkingTree {
  readonly root: string;
  head(): Promise<Head>;
  /** What it stands on: folder, git, HEAD, and operations in progress. Ordinarily takes no git process. */
  footing(): Promise<Footing>;
  /** What a plain `git status` counts against HEAD, as it lists them: tracked files first, then untracked ones, each by path. */
  uncommitted(): Promise<readonly RepoPath[]>;
  /** Paths marked skip-worktree or assume-unchanged that differ on disk or cannot be judged. */
  flagged(): Promise<readonly RepoPath[]>;

  /** Makes the private index hold this tree, keeping what it knows of unchanged files. */
  load(at: CommitId | TreeId): Promise<void>;
  /** Runs `first`, then loads as {@link load} does; prepares the load meanwhile. `first` must not use this working tree. */
  loadAfter<T>(at: CommitId | TreeId, first: () => Promise<T>): Promise<T>;
  /** True if the private index exists and was last loaded or captured with this tree. */
  holds(at: TreeId): Promise<boolean>;
  /** Files that differ from the private index and are not ignored; below `always`, ignored ones too. Sorted. */
  pending(): Promise<readonly Pending[]>;
  /**
   * Takes these paths into the private index as `git add` would store them, and answers the whole tree. Works in batches:
   * between two of them it calls `along` with the number taken so far, which may throw to stop.
   */
  capture(paths: readonly RepoPath[], along?: (taken: number) => Promise<void>): Promise<Taken>;
  /** Untracked paths that git ignores. A folder ignored as a whole is one entry with a trailing slash. */
  ignoredHere(): Promise<readonly RepoPath[]>;
  /** Those of these captured paths that git's conversion would not give back byte for byte. */
  normalised(tree: TreeId, paths: readonly RepoPath[]): Promise<readonly RepoPath[]>;

  /**
   * Writes the files of `to` over those of `from` on disk: only paths that differ. Never follows links, never removes a folder
   * in the way (it is in `skipped`). Updates the private index.
   *
   * Moves what is in the way aside, where it stays until `release`. Throws `machine/cannot-write` before touching anything if a
   * path does not belong in a working tree.
   *
   * @param raw files that get the bytes of a blob verbatim, without git's conversions
   */
  write(
    from: TreeId,
    to: TreeId,
    only?: readonly RepoPath[],
    raw?: ReadonlyMap<RepoPath, BlobId>,
  ): Promise<Written>;
  /**
   * Finishes a `write`: compares what was moved aside with the tree that was overwritten, then removes it. Hands what was saved
   * since to `keep`, repeatedly until nothing is left. What `keep` answers as impossible to keep goes back to its place;
   * answers where files are that could not. If `keep` is null, gives all of it up; its bytes come into no object.
   */
  release(
    keep: ((saved: readonly SavedMeanwhile[]) => Promise<ReadonlySet<RepoPath>>) | null,
  ): Promise<readonly string[]>;
  /** Puts back what a process that died in `write` had moved aside without replacing it; answers those paths. */
  putBackCutOff(): Promise<readonly RepoPath[]>;
  /**
   * Linked worktrees only: brings the detached HEAD and the worktree's index to this commit, ends operations in progress,
   * leaves files alone.
   */
  reset(commit: CommitId): Promise<void>;
  /** Waits until no other git holds the lock that `reset` needs; throws `git/locked` after 3 s. */
  unlocked(): Promise<void>;
}
