/** A file or folder of a commit. */
export interface DocumentAddress {
  /** The repository, by the root that this window knows it by. */
  readonly repository: string;
  /** The working tree that the path is shown below: that of the session, where both sides of a diff should look alike. */
  readonly root: string;
  readonly commit: string;
  /** From the root, `/` between its parts; '' = the root. */
  readonly path: string;
  /** Shown behind the file name: `Phase 2 · a1b2c3d`. */
  readonly label: string;
}

/** The query of a `cairn:` address. JSON, because `resourceLabelFormatters` reads `${query.label}` out of it. */
export function addressQuery(address: DocumentAddress): string {
  return JSON.stringify({
    repository: address.repository,
    root: address.root,
    commit: address.commit,
    path: address.path,
    // The formatter takes the file's name from behind the last slash of the whole label.
    label: address.label.replaceAll(/[\\/]/g, ' '),
  });
}

/**
 * The address that a query means; null when it is not one of ours. A folder's child is addressed by VS Code
 * with the folder's query and a longer path, so the file is named by `uriPath`, below where the query's path ends.
 */
export function parseAddress(query: string, uriPath: string): DocumentAddress | null {
  const parts = readQuery(query);
  if (parts === null) return null;
  const { repository, root, commit, path, label } = parts;
  if (
    typeof repository !== 'string' ||
    typeof root !== 'string' ||
    typeof commit !== 'string' ||
    typeof path !== 'string' ||
    typeof label !== 'string'
  )
    return null;
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return null;
  const base = rootPath(root);
  const below =
    uriPath === base ? '' : uriPath.startsWith(`${base}/`) ? uriPath.slice(base.length + 1) : path;
  return below.split('/').includes('..') ? null : { repository, root, commit, path: below, label };
}

/** The path of the address: the real file's path, so that language, icon and breadcrumbs are the file's own. */
export function addressPath(address: DocumentAddress): string {
  return address.path === '' ? rootPath(address.root) : `${rootPath(address.root)}/${address.path}`;
}

/** `C:\\x` becomes `/C:/x`. */
function rootPath(root: string): string {
  const slashes = root.replaceAll('\\', '/').replace(/\/+$/, '');
  return slashes.startsWith('/') ? slashes : `/${slashes}`;
}

function readQuery(query: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(query);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // Somebody else's query, or one that was cut: the caller answers "no such file".
    return null;
  }
}
