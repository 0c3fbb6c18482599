/**
 * The name of the file that an atomic write prepares beside its target.
 *
 * It must be in the target's folder (a rename is atomic only within one file system), where everything below the session folder
 * is captured, ignored or not. So captures leave this name out: a process that dies between writing and renaming must not
 * publish half a file.
 *
 * @param mark 16 hexadecimal digits that distinguish the process from a later one with its pid
 */
export function temporaryName(pid: number, mark: string, nonce: string): string {
  return `${PREFIX}${pid}-${mark}${nonce}`;
}

/** A folder for files moved aside on a disk of their own; its `.gitignore` hides it. */
export const ASIDE_FOLDER = '.cairn-aside';

/** True for a temporary file of ours, and for anything in a folder for files moved aside: never captured, never shown. */
export function isTemporaryName(path: string): boolean {
  if (path.split('/').includes(ASIDE_FOLDER)) return true;
  return PATTERN.test(path.slice(path.lastIndexOf('/') + 1));
}

/** The process that made this temporary file, or null if it is not ours. Version 0.1.0 left no mark. */
export function temporaryOwner(name: string): { readonly pid: number; readonly mark: string | null } | null {
  const [, pid, rest = ''] = PATTERN.exec(name) ?? [];
  if (pid === undefined) return null;
  return { pid: Number(pid), mark: rest.length < MARKED ? null : rest.slice(0, 16) };
}

const PREFIX = '.cairn-tmp-';
const PATTERN = /^\.cairn-tmp-(\d{1,10})-([0-9a-f]{8,})$/;
const MARKED = 16 + 8;
