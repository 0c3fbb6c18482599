import type { RepoPath } from '../names/ids.ts';

/** What one side changed at a path. */
export interface SideChange {
  readonly path: RepoPath;
  readonly before: { readonly mode: string } | null;
  readonly after: { readonly mode: string } | null;
}

/**
 * Links and submodules that one side took away and the other changed, also where git merges that: it takes the first one of the same
 * target or commit for the same thing, renamed. Of two texts it can say how much they have in common; of these it guesses. (One
 * that became a file it tells itself.)
 */
export function movedAndChanged(
  ours: readonly SideChange[],
  theirs: readonly SideChange[],
): readonly RepoPath[] {
  const other = new Map(theirs.map((change) => [change.path, change]));
  return ours.flatMap(({ path, before, after }) => {
    const change = other.get(path);
    if (change === undefined || (after === null) === (change.after === null)) return [];
    const isOneStill = before?.mode === (after ?? change.after)?.mode;
    return isOneStill && (before?.mode === '120000' || before?.mode === '160000') ? [path] : [];
  });
}
