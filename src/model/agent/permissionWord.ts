import { lookUp } from '../../base/lookUp.ts';
import { chosenOption } from './chosenOption.ts';
import type { PermissionAnswer } from './permissionWords.ts';

/** The offered words, in the order of their numbers. */
export const PERMISSION_WORDS = ['allow', 'always', 'deny'] as const;

const WORDS: Readonly<Record<string, PermissionAnswer>> = {
  allow: 'allow',
  yes: 'allow',
  y: 'allow',
  always: 'allow-always',
  'allow always': 'allow-always',
  'allow-always': 'allow-always',
  a: 'allow-always',
  deny: 'deny',
  d: 'deny',
  no: 'deny',
  n: 'deny',
};

/** Parses a typed answer; null if it is neither one of the words nor its number. */
export function permissionWord(text: string): PermissionAnswer | null {
  const word = chosenOption(text, PERMISSION_WORDS).trim().toLowerCase();
  return lookUp(WORDS, word) ?? null;
}
