import type { CommitId, RefName, TreeName } from '../../model/names/ids.ts';

/** A linked working tree as git has it registered. */
export interface LinkedTree {
  readonly path: string;
  /** The folder is gone, or its repository is. */
  readonly missing: boolean;
  /** The folder is a working tree of another existing repository, the one that this is a copy of. */
  readonly isForeign: boolean;
  /** The working tree of a session that it is marked as; null if it is a person's, or was made before there were marks. */
  readonly name: TreeName | null;
  /** How much of it git wrote; incomplete if git was interrupted, `none` if nothing is there. */
  readonly checkout: 'whole' | 'part' | 'none';
}

/** A repository or working tree inside a working tree of ours, which would go with it. */
export interface NestedRepository {
  /** Relative to the root of that tree; below `.git` for a submodule that is not checked out. */
  readonly path: string;
  /** Number of commits that no other ref of a remaining repository, and no remote-tracking branch, has. */
  readonly commits: number;
  /** Number of changed or untracked paths. */
  readonly uncommitted: number;
  /** Git cannot say. */
  readonly unreadable: boolean;
}

/**
 * `followed`: the repository was moved. `aside`: where whatever stood in place of the `.git` file is now; null if nothing did.
 */
export type WorktreeRepair =
  | { readonly kind: 'whole' }
  | { readonly kind: 'followed' }
  | { readonly kind: 'tied'; readonly aside: string | null };

/** The linked working trees of a repository. */
export interface Worktrees {
  /** All registered working trees. */
  linkedTrees(): Promise<readonly LinkedTree[]>;
  /** Roots of the working trees that are on a branch, including the main one. */
  standingOn(branch: RefName): Promise<readonly string[]>;
  /** A linked working tree with a detached HEAD; no hook runs and no config is written. */
  addWorktree(path: string, at: CommitId): Promise<void>;
  /** Marks a linked working tree as one of a session (null for none). The mark survives when git moves the worktree. */
  markWorktree(path: string, name: TreeName | null): Promise<void>;
  /** Registers a linked working tree's new place; false if another one is there. */
  followWorktree(from: string, to: string): Promise<boolean>;
  /** Where the linked working tree that lies at `place` now is registered: it, or a copy of it, was moved there. Null for none. */
  registeredAs(place: string): Promise<string | null>;
  /** Forgets a linked working tree that is not where it is registered; nothing on disk is touched but git's record. */
  forgetWorktree(path: string): Promise<void>;
  /** Reconnects a registered working tree that lost its `.git`, or has another one, to the repository. */
  repairWorktree(path: string): Promise<WorktreeRepair>;
  /** Removes stale locks of HEAD and index of a linked working tree of ours; answers those locks. */
  clearWorktreeLocks(path: string): Promise<readonly string[]>;
  /** Every repository and working tree that would go with a linked working tree, at any depth, ignored or not. */
  nestedIn(path: string): Promise<readonly NestedRepository[]>;
  /** Removes a linked working tree and its folder; does not follow links and junctions inside. */
  removeWorktree(path: string): Promise<void>;
}
