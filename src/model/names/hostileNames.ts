/** Which names some file system takes for others. Names are as git has them, a byte that is no UTF-8 as a lone surrogate. */

/** HFS+ compares names as if these were not there: joiners, marks of direction and shaping, the byte order mark. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Where text ends for who reads UTF-8: a byte that is none, and what is no character. */
const NO_TEXT = /[\ud800-\udfff\ufffe\uffff].*$/su;

/** `.git`, its short name, and either with what NTFS drops at the end of a name or takes for a stream of the file. */
const GIT = /^(?:\.git|git~1)[ .]*(?::|$)/i;

/** `..`, also with spaces behind it, which Windows drops; three dots and more are a name. */
const UP = /^\.\.?(?: [ .]*)?(?::|$)/;

/**
 * `.gitmodules`, and the short names that NTFS may give it: its first six letters and a digit, or, from the fifth file of
 * that beginning on, letters of a checksum.
 */
const GITMODULES =
  /^(?:\.gitmodules|gitmod~[1-4]|gi7eba~[1-9]|gi7eb~[1-9]\d|gi7e~[1-9]\d{2}|gi7~[1-9]\d{3}|gi~[1-9]\d{4}|g~[1-9]\d{5}|~[1-9]\d{6})[ .]*(?::|$)/i;

/** As HFS+ and NTFS read it: the parts between backslashes, each a name. */
function partsOf(name: string): readonly string[] {
  return name.replace(IGNORED, '').split('\\');
}

const some = (name: string, pattern: RegExp): boolean =>
  partsOf(name).some((part) => pattern.test(part) || pattern.test(part.replace(NO_TEXT, '')));

/** Whether a name is, on one system or another, that of git's own folder. */
export const spellsGit = (name: string): boolean => some(name, GIT);

/** Whether a name is, on one system or another, the folder itself or the one above. */
export function spellsUp(name: string): boolean {
  const parts = partsOf(name);
  return parts.length === 1
    ? UP.test(parts[0] ?? '')
    : parts.some((part) => part.startsWith('..') && UP.test(part));
}

/** Whether a name is, on one system or another, `.gitmodules`. */
export const spellsGitmodules = (name: string): boolean => some(name, GITMODULES);

/** The same for two names that some file system takes for one: case, composed letters, what is ignored or dropped. */
export function foldedName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  // Of dots alone nothing would be left; those are names of their own.
  const bare = name.replace(IGNORED, '').replace(/[. ]+$/, '') || name;
  return bare.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD');
}

const PLAIN = /^[\x21-\x7e]*[\x21-\x2d\x2f-\x7e]$/;
