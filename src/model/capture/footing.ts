import type { CommitId, RefName } from '../names/ids.ts';

/** What a working tree stands on, as far as files tell. */
export interface Footing {
  /** The file system's identity of its root folder; null if there is none. */
  readonly folder: string | null;
  /** The git folder that its `.git` leads to; null if none. */
  readonly git: string | null;
  readonly head: { readonly commit: CommitId | null; readonly branch: RefName | null };
  /** A merge, rebase, cherry-pick, revert or bisect in progress. */
  readonly busy: string | null;
  /** Paths with conflicts in the tree's own index. */
  readonly unmerged: readonly string[];
}

/** What changed in a footing; null if nothing did. */
export type Slipped =
  | { readonly what: 'gone' | 'replaced' | 'untied' }
  | { readonly what: 'busy'; readonly operation: string }
  | { readonly what: 'unmerged'; readonly files: readonly string[] }
  | { readonly what: 'head' }
  | null;

/**
 * Compares a working tree's footing with its earlier one. The most telling difference comes first: in another folder nothing
 * else matters, and during a rebase HEAD is where the rebase wants it.
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
