import type { Found } from './issueProblems.ts';

/** More would help nobody and take long to find and to locate. */
export const MOST_PROBLEMS = 50;

/** What is wrong with the entries of a list, in order, from as many of them as it takes for all that is told. */
export function firstFound<T>(
  entries: readonly T[],
  find: (entry: T, index: number) => readonly Found[],
): readonly Found[] {
  const found: Found[] = [];
  for (const [index, entry] of entries.entries()) {
    if (found.length >= MOST_PROBLEMS) break;
    found.push(...find(entry, index));
  }
  return found;
}
