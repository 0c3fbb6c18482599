import type { CommitId, TreeId } from '../../model/names/ids.ts';

/** The person as git knows them. */
export interface Person {
  identity(): Promise<{ readonly name: string; readonly email: string } | null>;
  /** A commit made as the person would: identity, hooks and signing of theirs, in a scratch worktree. Null id + output when refused. */
  commitAsPerson(of: {
    readonly tree: TreeId;
    readonly parent: CommitId;
    readonly message: string;
  }): Promise<{ readonly commit: CommitId } | { readonly refused: string }>;
}
