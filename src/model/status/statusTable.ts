/** The table of STATUS.md, spelled once for its writer and its readers. */
export const TABLE_HEAD = [
  '| # | Phase | Status | Attempt | Artifacts | Updated |',
  '|--:|---|---|--:|--:|---|',
] as const;

/** The keys of the front matter, in the order in which they are written. All are always there. */
export const STATUS_KEYS = [
  'schema',
  'session',
  'title',
  'workflow',
  'plan',
  'branch',
  'isolation',
  'base',
  'seq',
  'state',
  'next',
  'updated',
] as const;
export type StatusKey = (typeof STATUS_KEYS)[number];

/** Where the part of a STATUS.md that belongs to people begins: the offset of its `## Notes` line, or null. */
export function notesOffset(text: string): number | null {
  // Not `^…$` with the m flag: that would also begin and end lines at U+2028 and lone carriage returns.
  const found = /(^|\n)## Notes[ \t]*\r?(?:\n|$)/.exec(text);
  return found === null ? null : found.index + (found[1] ?? '').length;
}
