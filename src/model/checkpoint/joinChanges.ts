/** The change of one file between two trees. */
export interface FileChange {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
}

/** Joins consecutive changes, oldest first, into one per file; none if a file is as it was. */
export function joinChanges(steps: readonly (readonly FileChange[])[]): readonly FileChange[] {
  const joined = new Map<string, FileChange['change'] | null>();
  for (const { path, change } of steps.flat()) joined.set(path, after(joined.get(path) ?? null, change));
  return [...joined].flatMap(([path, change]) => (change === null ? [] : [{ path, change }]));
}

function after(
  before: FileChange['change'] | null,
  change: FileChange['change'],
): FileChange['change'] | null {
  if (before === 'added') return change === 'deleted' ? null : 'added';
  if (before === 'deleted') return change === 'added' ? 'modified' : 'deleted';
  return change;
}
