import type { CommitId, RefName } from '../names/ids.ts';

/** What a working tree stands on, as far as files say it. */
export interface Footing {
  /** Which folder lies at its root, as the file system tells folders apart; null: none, or no folder. */
  readonly folder: string | null;
  /** Which folder of git its `.git` leads to; null: none. */
  readonly git: string | null;
  readonly head: { readonly commit: CommitId | null; readonly branch: RefName | null };
  /** A merge, rebase, cherry-pick, revert or bisect that somebody has begun and not ended. */
  readonly busy: string | null;
  /** Paths with conflicts in the tree's own index. */
  readonly unmerged: readonly string[];
}

/** What of a footing is not as it was; null: all is. */
export type Slipped =
  | { readonly what: 'gone' | 'replaced' | 'untied' }
  | { readonly what: 'busy'; readonly operation: string }
  | { readonly what: 'unmerged'; readonly files: readonly string[] }
  | { readonly what: 'head' }
  | null;

/**
 * Compares what a working tree stands on with what it stood on before. What says most comes first: in another folder
 * nothing else means anything, and while a rebase goes on HEAD is where the rebase wants it.
 */
export function slipped(before: Footing, now: Footing): Slipped {
  if (now.folder === null) return { what: 'gone' };
  if (now.folder !== before.folder) return { what: 'replaced' };
  if (now.git !== before.git) return { what: 'untied' };
  if (now.busy !== null) return { what: 'busy', operation: now.busy };
  if (now.unmerged.length > 0) return { what: 'unmerged', files: now.unmerged };
  const same = now.head.commit === before.head.commit && now.head.branch === before.head.branch;
  return same ? null : { what: 'head' };
}
