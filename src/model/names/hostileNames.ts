/** Names that some file system confuses with others. Names are git's; a byte that is not UTF-8 is a lone surrogate. */

/** HFS+ ignores these when it compares names: joiners, direction and shaping marks, the byte order mark. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Where HFS+ stops reading a name: invalid UTF-8, and non-characters. */
const NO_TEXT = /[\ud800-\udfff\ufffe\uffff].*$/su;

/** `.git`, its short name, and either with trailing characters that NTFS drops or takes for a stream. */
const GIT = /^(?:\.git|git~1)[ .]*(?::|$)/i;

/** `..`, also with trailing spaces, which Windows drops; three or more dots are an ordinary name. */
const UP = /^\.\.?(?: [ .]*)?(?::|$)/;

/**
 * `.gitmodules`, and its possible NTFS short names: its first six letters and a digit, or, from the fifth file with that
 * beginning on, letters of a checksum.
 */
const GITMODULES =
  /^(?:\.gitmodules|gitmod~[1-4]|gi7eba~[1-9]|gi7eb~[1-9]\d|gi7e~[1-9]\d{2}|gi7~[1-9]\d{3}|gi~[1-9]\d{4}|g~[1-9]\d{5}|~[1-9]\d{6})[ .]*(?::|$)/i;

/** Splits a name as NTFS does: at backslashes. */
function partsOf(name: string): readonly string[] {
  return name.replace(IGNORED, '').split('\\');
}

const some = (name: string, pattern: RegExp): boolean =>
  partsOf(name).some((part) => pattern.test(part) || pattern.test(part.replace(NO_TEXT, '')));

/** Whether some system takes a name for git's own folder. */
export const spellsGit = (name: string): boolean => some(name, GIT);

/** Whether some system takes a name for the folder itself or its parent. */
export function spellsUp(name: string): boolean {
  const parts = partsOf(name);
  return parts.length === 1
    ? UP.test(parts[0] ?? '')
    : parts.some((part) => part.startsWith('..') && UP.test(part));
}

/** Whether some system takes a name for `.gitmodules`. */
export const spellsGitmodules = (name: string): boolean => some(name, GITMODULES);

/** A key that is equal for names that some file system confuses: folds case and composition, drops ignored characters. */
export function foldedName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  // Names of dots alone would become empty; they are different names.
  const bare = name.replace(IGNORED, '').replace(/[. ]+$/, '') || name;
  return bare.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD');
}

const PLAIN = /^[\x21-\x7e]*[\x21-\x2d\x2f-\x7e]$/;
