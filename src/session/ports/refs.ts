import type { CommitId, RefName } from '../../model/names/ids.ts';
import type { CommitEntry } from './objects.ts';

export interface Ref extends Omit<CommitEntry, 'parents' | 'tree'> {
  readonly name: RefName;
}

/** One move of a ref, as git on this machine wrote it down. */
export interface RefMoved {
  readonly to: CommitId;
  /** What moved it said: `cairn: <kind>` of a checkpoint that was published from here. */
  readonly why: string;
}

/** `commit` null: the ref itself is torn and says none. */
export interface DamagedRef {
  readonly name: RefName;
  readonly commit: CommitId | null;
}

/** Where names point. */
export interface Refs {
  /**
   * All refs that match (git's own pattern rules), with the message of their commits: one process. `damaged` is told those
   * that say no commit or one that cannot be read: what a power loss leaves.
   */
  refs(patterns: readonly string[], damaged?: (ref: DamagedRef) => void): Promise<readonly Ref[]>;
  tip(ref: RefName): Promise<CommitId | null>;
  /** The same without a process of its own; null also where the commit is missing, so it decides nothing that must be sure. */
  glance(ref: RefName): Promise<CommitId | null>;
  /** Commit that a revision names, or null. */
  resolve(revision: string): Promise<CommitId | null>;
  /** How it came there, oldest first, as far as git keeps that here; written by nothing that comes from elsewhere. */
  moves(ref: RefName): Promise<readonly RefMoved[]>;
}

/** Moves names; what is ours only for the holder of the lease. */
export interface RefWriter {
  /** Null when git takes the name, else why not. */
  whyNotBranch(branch: string): Promise<string | null>;
  /** Compare-and-swap, flushed; `from: null` = must not exist, `to: null` = delete. False: somebody was faster. @throws `repo/ref-in-the-way` */
  moveRef(
    ref: RefName,
    move: { readonly from: CommitId | null; readonly to: CommitId | null; readonly why: string },
  ): Promise<boolean>;
  /** Gives a ref that was torn a commit again. False: it was not torn, or somebody else holds its lock. */
  mendRef(ref: RefName, to: CommitId): Promise<boolean>;
  /**
   * Removes locks of our refs that are old and whose owner is not seen alive; answers those refs. A name that ends with a
   * slash means all below. For the holder of the lease only.
   */
  clearLocks(refs: readonly string[]): Promise<readonly RefName[]>;
}
