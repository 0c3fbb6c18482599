import type { CommitId, RefName } from '../../model/names/ids.ts';
import type { CommitEntry } from './objects.ts';

export interface Ref extends Omit<CommitEntry, 'parents' | 'tree'> {
  readonly name: RefName;
}

/** One move of a ref, as this machine's reflog has it. */
export interface RefMoved {
  readonly to: CommitId;
  /** The reason given: `cairn: <kind>` for a checkpoint published from here. */
  readonly why: string;
}

/** `commit` is null if the ref itself is torn. */
export interface DamagedRef {
  readonly name: RefName;
  readonly commit: CommitId | null;
}

/** Reads where names point. */
export interface Refs {
  /**
   * All refs that match (git's pattern rules), with their commits' messages, by one process. Reports to `damaged` those with no
   * commit or an unreadable one, as a power loss leaves them.
   */
  refs(patterns: readonly string[], damaged?: (ref: DamagedRef) => void): Promise<readonly Ref[]>;
  tip(ref: RefName): Promise<CommitId | null>;
  /** The same without a process of its own. Also null if the commit is missing, so nothing critical may depend on it. */
  glance(ref: RefName): Promise<CommitId | null>;
  /** The commit that a revision names, or null. */
  resolve(revision: string): Promise<CommitId | null>;
  /** How it came there, oldest first, as far as this clone's reflog goes. Nothing from elsewhere can write it. */
  moves(ref: RefName): Promise<readonly RefMoved[]>;
}

/** Moves names. Only the holder of the lease may move ours. */
export interface RefWriter {
  /** Null if git accepts the name, else why not. */
  whyNotBranch(branch: string): Promise<string | null>;
  /**
   * Compare-and-swap, flushed; `from: null` = must not exist, `to: null` = delete. False: somebody was faster. @throws
   * `repo/ref-in-the-way`
   *
   * @param move `drops`: a ref that is deleted in the same transaction, after this one has moved to a commit of the caller's own. Where
   *   that fails this one moves alone.
   */
  moveRef(
    ref: RefName,
    move: {
      readonly from: CommitId | null;
      readonly to: CommitId | null;
      readonly why: string;
      readonly drops?: { readonly ref: RefName; readonly from: CommitId } | null;
    },
  ): Promise<boolean>;
  /** Gives a torn ref a commit again. False if it was not torn, or somebody else holds its lock. */
  mendRef(ref: RefName, to: CommitId): Promise<boolean>;
  /**
   * Removes old locks of our refs whose owner is not seen alive; answers those refs. A name that ends with a slash means all
   * below it. Only for the holder of the lease.
   */
  clearLocks(refs: readonly string[]): Promise<readonly RefName[]>;
}
