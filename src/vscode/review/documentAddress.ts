import type { SessionId } from '../../model/names/ids.ts';
import { checkSessionId } from '../../model/names/sessionId.ts';
import { shownLine } from '../../model/text/oneLine.ts';

/** A file or folder of a commit. */
export interface DocumentAddress {
  /** The repository, by the root that this window knows it by. */
  readonly repository: string;
  /** The working tree that the path is shown below: the session's, when both sides of a diff should look alike. */
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
    // The formatter takes the file's name from after the last slash of the whole label.
    label: address.label.replaceAll(/[\\/]/g, ' '),
  });
}

/**
 * The address that a query means; null when it is not one of ours. A folder's child is addressed by VS Code
 * with the folder's query and a longer path, so the file is named by `uriPath`, below where the query's path ends.
 */
export function parseAddress(query: string, uriPath: string): DocumentAddress | null {
  const { repository, root, commit, path, label } = readQuery(query);
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

/** The output of one attempt on this machine. */
export interface LogAddress {
  /** The repository, by the root that this window knows it by. */
  readonly repository: string;
  readonly session: SessionId;
  readonly phase: string;
  readonly attempt: number;
  readonly of: 'agent' | 'errors';
  /** The phase as the tab shows it: `2 Decide what to change`. */
  readonly name: string;
}

const LONGEST_NAME = 80;
/** Excludes slashes, and dots that could lead elsewhere. */
const PHASE = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** The path of the address: its last part is the title of the tab, the one before tells sessions apart. */
export function logPath({ session, name, attempt, of }: LogAddress): string {
  // A slash would begin another folder.
  const phase = shownLine(name, LONGEST_NAME).replaceAll(/[\\/]/g, ' ');
  return `/${session}/${phase}, attempt ${attempt}${of === 'errors' ? ', standard error' : ''}.log`;
}

export const logQuery = (address: LogAddress): string => JSON.stringify(address);

/** The address that a query means; null when it is not one of ours. The engine checks whether it exists. */
export function parseLogAddress(query: string): LogAddress | null {
  const { repository, session, phase, attempt, of, name } = readQuery(query);
  const id = typeof session === 'string' ? checkSessionId(session) : null;
  if (id?.ok !== true || typeof repository !== 'string' || typeof name !== 'string') return null;
  if (typeof phase !== 'string' || !PHASE.test(phase) || !isAttempt(attempt)) return null;
  return of === 'agent' || of === 'errors'
    ? { repository, session: id.value, phase, attempt, of, name }
    : null;
}

const isAttempt = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;

function readQuery(query: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(query);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // Somebody else's query, or one that was cut: there is no such file.
  }
}
