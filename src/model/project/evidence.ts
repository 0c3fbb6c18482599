import type { CheckKind, Doubt, Found, Part, ProjectFacts } from './project.ts';

/** A longer line is no definition that anybody wrote. */
const LONGEST_LINE = 2_000;

/** The first line of a text that matches, from 1; null if none does. */
export function lineWith(text: string, pattern: RegExp): number | null {
  const at = text.split('\n').findIndex((line) => line.length <= LONGEST_LINE && pattern.test(line));
  return at === -1 ? null : at + 1;
}

/** The text of a file; '' if it is not there or cannot be read. */
export const textIn = ({ texts }: ProjectFacts, file: string): string => texts.get(file) ?? '';

/** The first of these files that is there. */
export const firstOf = ({ files }: ProjectFacts, names: readonly string[]): string | null =>
  names.find((name) => files.has(name)) ?? null;

/** A command where what it fills is ignored by git, else the doubt. */
export function where<Kind extends 'setup' | CheckKind>(
  { ignored }: ProjectFacts,
  fills: readonly string[],
  found: Found<Kind>,
): { readonly found: readonly Found<Kind>[]; readonly doubts: readonly Doubt[] } {
  const open = fills.find((each) => !ignored.has(each));
  if (open === undefined) return { found: [found], doubts: [] };
  const { run, file, line } = found;
  return { found: [], doubts: [{ doubt: 'not-ignored', run, fills: open, file, line }] };
}

/** Parts of one project as one. */
export const joined = (parts: readonly Part[]): Part => ({
  setup: parts.flatMap(({ setup = [] }) => setup),
  checks: parts.flatMap(({ checks = [] }) => checks),
  doubts: parts.flatMap(({ doubts = [] }) => doubts),
});
