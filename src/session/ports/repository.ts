import type { CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { Ancestry } from './ancestry.ts';
import type { Objects, ObjectWriter } from './objects.ts';
import type { Person } from './person.ts';
import type { Refs, RefWriter } from './refs.ts';
import type { WorkingTree, WriteStep } from './workingTree.ts';
import type { Worktrees } from './worktrees.ts';

/** A repository's places, and any of its working trees. */
export interface Places {
  /** Root of the caller's working tree, links resolved. */
  readonly root: string;
  /** The git directory shared by all working trees. */
  readonly commonDir: string;
  /** Root of the main working tree. */
  readonly mainRoot: string;
  /** True if a working tree of this repository is there. */
  owns(root: string): Promise<boolean>;
  /**
   * Files that decide what git runs in a working tree and that are in no tree (config, hooks, attributes, of the repository and
   * of a linked working tree): by the names people know, each with a value that changes with it.
   */
  guarded(root: string): Promise<ReadonlyMap<string, string>>;
  /** All branches and tags with what they point at, without a process of git; none where that cannot be read so. */
  namedRefs(): Promise<ReadonlyMap<string, string>>;
  /** True if git there may run a program that lies in the working tree itself, as its config or a file that this includes says. */
  runsFromTree(root: string): Promise<boolean>;
  /** Which of these paths git ignores in a working tree; a tracked path is never ignored. */
  ignored(root: string, paths: readonly RepoPath[]): Promise<readonly RepoPath[]>;
  /**
   * The differences at these paths as `git diff` writes them: between two trees, or from a tree to the files of a working tree.
   */
  patch(
    from: CommitId | TreeId,
    to: { readonly tree: CommitId | TreeId } | { readonly root: string },
    paths: readonly RepoPath[],
  ): Promise<Uint8Array>;
  /** A working tree seen through an index of our own. */
  workingTree(at: {
    readonly root: string;
    readonly index: string;
    readonly always: readonly RepoPath[];
    /** Untracked files that are not the session's, such as those copied into a worktree: never pending. */
    readonly never?: readonly RepoPath[];
    /** Called before each file that is written or removed; throws to stop. */
    readonly fence?: () => Promise<void>;
    /** Called after each step of a write at which a process may die. */
    readonly step?: (step: WriteStep) => void;
  }): WorkingTree;
}

/**
 * All ports of one repository, whatever working tree it was opened from. Callers take the port they need.
 *
 * Every member that writes the files of a tree, or loads it into an index, throws `data/unsafe-tree` before the first byte if
 * git or some machine's file system must not get it.
 */
export interface Repository
  extends Places, Objects, ObjectWriter, Refs, RefWriter, Ancestry, Worktrees, Person {
  /** Ends helper processes. */
  dispose(): Promise<void>;
}
