import { lookUp } from '../../base/lookUp.ts';
import { cutTo } from '../text/oneLine.ts';

/** Why git or some file system must not get a tree entry, as the end of a sentence about it. */
export const FAULT_WORDS = {
  malformed: 'it is no tree that can be read',
  'no-tree': 'a folder is none',
  'too-deep': 'it lies too deep',
  'too-many': 'its folders repeat each other, and name more files than a disk holds',
  empty: 'it has no name',
  dot: 'its name is "."',
  up: 'some systems take its name for ".", or for the folder above',
  slash: 'a "/" is in its name',
  git: 'it is .git, or some systems take it for that',
  backslash: 'Windows takes the backslash in its name for a "/"',
  gitmodules: 'it is a link that some systems take for .gitmodules',
  mode: 'it is of no kind that git knows',
  order: 'it stands where git would not find it',
  duplicate: 'it stands there twice',
  'no-object': 'it points at nothing',
  'too-long': 'its name is too long',
  'beside-link': 'some systems take its name for that of a link, or of a submodule, beside it',
} as const;
export type Fault = keyof typeof FAULT_WORDS;

/** The words for a fault given as text, as in an error's facts. */
export const faultWords = (why: string): string => lookUp(FAULT_WORDS, why) ?? why;

/** Quotes an untrusted name on one line, with invisible and control characters spelled out. */
export function shownPath(path: string): string {
  const escaped = cutTo(path, 160).replace(NOT_SHOWN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    // In a name, a byte that is not UTF-8 is a lone surrogate.
    if (code >= 0xdc80 && code <= 0xdcff) return `\\x${(code - 0xdc00).toString(16)}`;
    return code < 0x80 && code > 0x1f ? `\\${character}` : `\\u{${code.toString(16)}}`;
  });
  return `"${escaped}${path.length > 160 ? '…' : ''}"`;
}

/** Control and invisible characters, lone surrogates, unusual spaces, and `"` and `\`. */
const NOT_SHOWN = /[\p{C}\p{Zl}\p{Zp}\u00a0\u2000-\u200a\u202f\u205f\u3000"\\]/gu;
