import type { CommitId, TreeId } from '../../model/names/ids.ts';

/** The person as git knows them. */
export interface Person {
  identity(): Promise<{ readonly name: string; readonly email: string } | null>;
  /**
   * Commits as the person would, with their identity, hooks and signing, in a scratch worktree: one commit on the other, the first
   * on `parent`. If one is refused, answers which, and the output; nothing points at those before it.
   */
  commitAsPerson(of: {
    readonly parent: CommitId;
    readonly commits: readonly { readonly tree: TreeId; readonly message: string }[];
  }): Promise<{ readonly commits: readonly CommitId[] } | { readonly refused: string; readonly at: number }>;
}
