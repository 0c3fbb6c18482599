/**
 * Name of the file that an atomic write prepares beside its target.
 *
 * It must lie in the target's folder (a rename is atomic on one file system only), and below the session
 * folder everything is captured, ignored or not. So the name is one that whoever captures leaves out: a
 * process that dies between writing and renaming must not publish half a file.
 */
export function temporaryName(pid: number, nonce: string): string {
  return `${PREFIX}${pid}-${nonce}`;
}

/** A folder for files that were moved out of the way on a disk of their own; it holds a `.gitignore` that hides it. */
export const ASIDE_FOLDER = '.cairn-aside';

/** True for a path whose last part is a temporary file of ours, or in a folder of such: never captured, never shown. */
export function isTemporaryName(path: string): boolean {
  if (path.split('/').includes(ASIDE_FOLDER)) return true;
  return PATTERN.test(path.slice(path.lastIndexOf('/') + 1));
}

/** Process that made this temporary file, or null when it is none of ours. */
export function temporaryOwner(name: string): number | null {
  const match = PATTERN.exec(name);
  return match === null ? null : Number(match[1]);
}

const PREFIX = '.cairn-tmp-';
const PATTERN = /^\.cairn-tmp-(\d{1,10})-[0-9a-f]{8,}$/;
