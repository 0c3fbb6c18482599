import type { CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { Ancestry } from './ancestry.ts';
import type { Objects, ObjectWriter } from './objects.ts';
import type { Person } from './person.ts';
import type { Refs, RefWriter } from './refs.ts';
import type { WorkingTree, WriteStep } from './workingTree.ts';
import type { Worktrees } from './worktrees.ts';

/** Where a repository is, and any working tree of it. */
export interface Places {
  /** Root of the working tree that the caller stands in, links resolved. */
  readonly root: string;
  /** The git directory shared by all working trees. */
  readonly commonDir: string;
  /** Root of the main working tree. */
  readonly mainRoot: string;
  /** True: a working tree of this repository lies there. */
  owns(root: string): Promise<boolean>;
  /**
   * What decides what git runs in a working tree and is in no tree (config, hooks, attributes, of the repository and of a
   * linked working tree): the names that people know, each with what says whether it changed.
   */
  guarded(root: string): Promise<ReadonlyMap<string, string>>;
  /** Which of these paths git ignores in a working tree; a tracked path is never ignored. */
  ignored(root: string, paths: readonly RepoPath[]): Promise<readonly RepoPath[]>;
  /** What differs at these paths, as `git diff` writes it: between two trees, or up to the files of a working tree. */
  patch(
    from: CommitId | TreeId,
    to: { readonly tree: CommitId | TreeId } | { readonly root: string },
    paths: readonly RepoPath[],
  ): Promise<Uint8Array>;
  /** Git's view of one working tree through an index of our own. */
  workingTree(at: {
    readonly root: string;
    readonly index: string;
    readonly always: readonly RepoPath[];
    /** Untracked files that are none of the session's, such as those copied into a worktree: never pending. */
    readonly never?: readonly RepoPath[];
    /** Asked before each file that is written or removed: throws where nothing more may be. */
    readonly fence?: () => Promise<void>;
    /** Told after each step of a write that a process may die behind. */
    readonly step?: (step: WriteStep) => void;
  }): WorkingTree;
}

/**
 * One repository, whatever working tree it was opened from: its ports put together. Who needs one takes that one.
 *
 * Whatever would write the files of a tree, or load it into an index, throws `data/unsafe-tree` before the first byte where
 * git, or a file system of some machine, must not be given it.
 */
export interface Repository
  extends Places, Objects, ObjectWriter, Refs, RefWriter, Ancestry, Worktrees, Person {
  /** Ends helper processes. */
  dispose(): Promise<void>;
}
