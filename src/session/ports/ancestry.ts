import type { BlobId, CommitId, RepoPath } from '../../model/names/ids.ts';
import type { CommitEntry } from './objects.ts';

export interface Brought {
  readonly path: RepoPath;
  readonly blob: BlobId;
  readonly bytes: number;
}

/** How commits follow each other. */
export interface Ancestry {
  /** First-parent history, newest first, until (without) `until`, at most `limit`. Missing objects throw `data/missing-object`. */
  history(
    tip: CommitId,
    options?: { readonly until?: CommitId; readonly limit?: number },
  ): Promise<readonly CommitEntry[]>;
  isAncestor(ancestor: CommitId, descendant: CommitId): Promise<boolean>;
  /**
   * Every content of every file that is in the history of `head` but not in that of `since`, each once, under one of its
   * paths. What a remote-tracking branch has as well is left out: it has been published before.
   */
  brought(head: CommitId, since: CommitId): Promise<readonly Brought[]>;
  /**
   * Bytes that everything takes up, as git stores it, that these commits reach and those do not. Null where this clone cannot
   * say: one of them is not here.
   */
  addedBytes(by: readonly CommitId[], since: readonly CommitId[]): Promise<number | null>;
}
