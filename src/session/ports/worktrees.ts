import type { CommitId, RefName, SessionId } from '../../model/names/ids.ts';

/** A linked working tree as git has it registered. */
export interface LinkedTree {
  readonly path: string;
  /** The folder is gone, or tied to a repository that is. */
  readonly missing: boolean;
  /** What lies there is a working tree of another repository, which is there: of the one that this is a copy of. */
  readonly isForeign: boolean;
  /** The session that it is marked for; null: a person's, or made before there were marks. */
  readonly session: SessionId | null;
  /** How much of it git wrote: less than the whole where it was cut off, `none`: nothing lies there. */
  readonly checkout: 'whole' | 'part' | 'none';
}

/** A repository, or a working tree of one, that lies in a working tree of ours and goes with it. */
export interface NestedRepository {
  /** From the root of that tree; of a submodule that is not checked out, below `.git`. */
  readonly path: string;
  /** How many commits no other ref of a repository that stays, or no remote-tracking branch, has. */
  readonly commits: number;
  /** How many paths are changed or untracked. */
  readonly uncommitted: number;
  /** Git cannot say. */
  readonly unreadable: boolean;
}

/** `followed`: the repository was moved. `aside`: where that is now which stood in the place of the file `.git`; null: nothing did. */
export type WorktreeRepair =
  | { readonly kind: 'whole' }
  | { readonly kind: 'followed' }
  | { readonly kind: 'tied'; readonly aside: string | null };

/** The linked working trees of a repository. */
export interface Worktrees {
  /** All registered working trees. */
  linkedTrees(): Promise<readonly LinkedTree[]>;
  /** Roots of the working trees that stand on a branch, the main one among them. */
  standingOn(branch: RefName): Promise<readonly string[]>;
  /** A linked working tree with a detached HEAD; no hook runs and no config is written. */
  addWorktree(path: string, at: CommitId): Promise<void>;
  /** Says for which session a linked working tree was made (null: for none); git's own moving of it keeps that. */
  markWorktree(path: string, session: SessionId | null): Promise<void>;
  /** Takes over that a linked working tree lies elsewhere now; false: what lies there is another one. */
  followWorktree(from: string, to: string): Promise<boolean>;
  /** Ties a registered working tree that lost its `.git`, or has another, to the repository again. */
  repairWorktree(path: string): Promise<WorktreeRepair>;
  /** The same for HEAD and index of a linked working tree of ours; answers the locks that are gone. */
  clearWorktreeLocks(path: string): Promise<readonly string[]>;
  /** Every repository and working tree that would go with a linked working tree, at any depth, ignored or not. */
  nestedIn(path: string): Promise<readonly NestedRepository[]>;
  /** Removes a linked working tree and its folder; links and junctions inside are not followed. */
  removeWorktree(path: string): Promise<void>;
}
