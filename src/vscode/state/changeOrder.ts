type Change = { readonly path: string; readonly change: 'added' | 'modified' | 'deleted' };

const ORDER = { deleted: 0, modified: 1, added: 2 } as const;

/** Puts deletions first, as a reviewer must not overlook them; then the person's own files before the session's. */
export function sortChanges<C extends Change>(changes: readonly C[]): readonly C[] {
  return [...changes].sort(
    (a, b) =>
      ORDER[a.change] - ORDER[b.change] ||
      Number(isSessionFile(a.path)) - Number(isSessionFile(b.path)) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
}

const SESSION_FOLDER = /^\.cairn\/sessions\/[^/]+\//;

function isSessionFile(path: string): boolean {
  return SESSION_FOLDER.test(path);
}

/** A sentence whose paths in the session's folder are shortened. */
export function shownText(text: string): string {
  return text.replaceAll(/\.cairn\/sessions\/[^/\s]+\//g, '');
}

/** A path, shortened if it is in the session's folder. */
export function shownPath(path: string): string {
  return path.replace(SESSION_FOLDER, '');
}
