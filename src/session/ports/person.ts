import type { CommitId, TreeId } from '../../model/names/ids.ts';

/** The person as git knows them. */
export interface Person {
  identity(): Promise<{ readonly name: string; readonly email: string } | null>;
  /**
   * Commits as the person would, with their identity, hooks and signing, in a scratch worktree. If refused, answers a null id
   * and the output.
   */
  commitAsPerson(of: {
    readonly tree: TreeId;
    readonly parent: CommitId;
    readonly message: string;
  }): Promise<{ readonly commit: CommitId } | { readonly refused: string }>;
}
