/** A working tree as a session sees it, through an index of our own. */
import type { Footing } from '../../model/capture/footing.ts';
import type { BlobId, CommitId, RefName, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { Mode } from './objects.ts';

export interface Head {
  /** null: no commit yet. */
  readonly commit: CommitId | null;
  /** null: detached. */
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
  /** Size on disk; 0 for what is deleted. */
  readonly bytes: number;
  readonly tracked: boolean;
}

/** What came of a `write`. */
export interface Written {
  /** What is not written, and why. */
  readonly skipped: readonly { readonly path: RepoPath; readonly why: string }[];
  /** Of these, those that git could not make. */
  readonly unmade: readonly RepoPath[];
  /** Where somebody saved a file of their own in the moment in which nothing lay there: that stays. */
  readonly stayed: readonly RepoPath[];
  /** What lay there and was replaced, and is no such thing to git here: it would not be given back. */
  readonly unlike: readonly {
    readonly path: RepoPath;
    readonly was: 'executable' | 'not executable' | 'link';
  }[];
}

/** A file that was saved after it had been captured and before it was moved aside, or while somebody held it open. */
export interface SavedMeanwhile {
  readonly path: RepoPath;
  readonly mode: Mode;
  /** As `git add` stores it. */
  readonly blob: BlobId;
  /** Its bytes, where git would not give them back. */
  readonly raw: BlobId | null;
}

/** `noted`: on disk is what will be moved. `moved`, `placed`: one file is. */
export type WriteStep = 'noted' | 'moved' | 'placed';

export interface WorkingTree {
  readonly root: string;
  head(): Promise<Head>;
  /** What it stands on: folder, git, HEAD, and what is in progress. No process of git where all is ordinary. */
  footing(): Promise<Footing>;
  /** What a plain `git status` counts: uncommitted and untracked files against HEAD. */
  uncommitted(): Promise<readonly RepoPath[]>;
  /** Paths marked skip-worktree or assume-unchanged that differ on disk or cannot be judged. */
  flagged(): Promise<readonly RepoPath[]>;

  /** Makes the private index hold this tree, keeping what it knows of unchanged files. */
  load(at: CommitId | TreeId): Promise<void>;
  /** As {@link load}, once this is done, which must not use the working tree; what the load needs is prepared meanwhile. */
  loadAfter<T>(at: CommitId | TreeId, first: () => Promise<T>): Promise<T>;
  /** True when the private index exists and was last loaded or captured with this tree. */
  holds(at: TreeId): Promise<boolean>;
  /** What differs from the private index and is not ignored; everything below `always`, ignored or not. Sorted. */
  pending(): Promise<readonly Pending[]>;
  /**
   * Takes these paths into the private index as `git add` would store them and answers the whole tree. Many are taken in
   * parts: between two of them `along` is told how many are, and ends it by throwing.
   */
  capture(paths: readonly RepoPath[], along?: (taken: number) => Promise<void>): Promise<Taken>;
  /** Untracked paths that git ignores; of a folder that is ignored as a whole only its name, with a slash at its end. */
  ignoredHere(): Promise<readonly RepoPath[]>;
  /** Of these captured paths, those that git's conversion would not give back byte for byte. */
  normalised(tree: TreeId, paths: readonly RepoPath[]): Promise<readonly RepoPath[]>;

  /**
   * Writes the files of `to` over those of `from` on disk: only paths that differ, links never followed, a
   * folder in the way never removed (answered in `skipped`). The private index is brought along.
   *
   * What lies in the way is moved aside, and stays there until `release`. Throws `machine/cannot-write` where a path is none
   * of a working tree, before anything is touched.
   *
   * @param raw files that get the bytes of a blob as they are, without git's conversions
   */
  write(
    from: TreeId,
    to: TreeId,
    only?: readonly RepoPath[],
    raw?: ReadonlyMap<RepoPath, BlobId>,
  ): Promise<Written>;
  /**
   * Ends what `write` did: what was moved aside is compared with the tree that it was written over, then removed. What was
   * saved since then is handed to `keep`, again and again until nothing is left; `keep` answers which of it may be kept
   * nowhere: that goes back to its place. Answers where files lie that could not even do that. Where `keep` is null all of it
   * is given up, and its bytes come into no object.
   */
  release(
    keep: ((saved: readonly SavedMeanwhile[]) => Promise<ReadonlySet<RepoPath>>) | null,
  ): Promise<readonly string[]>;
  /** Puts back what a process that died in `write` had moved aside and nothing came in the place of; answers those paths. */
  putBackCutOff(): Promise<readonly RepoPath[]>;
  /** Linked worktrees only: detached HEAD and own index brought to this commit, what was in progress ended, files left alone. */
  reset(commit: CommitId): Promise<void>;
  /** Waits until no other git holds the lock that `reset` needs; throws `git/locked` after 3 s. */
  unlocked(): Promise<void>;
}
