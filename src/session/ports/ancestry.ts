import type { BlobId, CommitId, RepoPath } from '../../model/names/ids.ts';
import type { CommitEntry } from './objects.ts';

export interface Brought {
  readonly path: RepoPath;
  readonly blob: BlobId;
  readonly bytes: number;
}

/** How commits follow each other. */
export interface Ancestry {
  /**
   * First-parent history, newest first, until (without) `until`, at most `limit`. Missing objects throw `data/missing-object`.
   * `about`: how many there are, as far as the caller knows; few need no process of their own.
   */
  history(
    tip: CommitId,
    options?: { readonly until?: CommitId; readonly limit?: number; readonly about?: number },
  ): Promise<readonly CommitEntry[]>;
  isAncestor(ancestor: CommitId, descendant: CommitId): Promise<boolean>;
  /**
   * Every file content that is in the history of `head` but not of `since`, each once, under one of its paths. Leaves out what
   * a remote-tracking branch has too: that is published already.
   */
  brought(head: CommitId, since: CommitId): Promise<readonly Brought[]>;
  /** Stored bytes of everything that these commits reach and those do not. Null if this clone lacks one of them. */
  addedBytes(by: readonly CommitId[], since: readonly CommitId[]): Promise<number | null>;
}
