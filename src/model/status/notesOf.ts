/** Where the part of a STATUS.md that belongs to people begins: the offset of its `## Notes` line, or null. */
export function notesOffset(text: string): number | null {
  // Not `^…$` with the m flag: that would also begin and end lines at U+2028 and lone carriage returns.
  const found = /(^|\n)## Notes[ \t]*\r?(?:\n|$)/.exec(text);
  return found === null ? null : found.index + (found[1] ?? '').length;
}

/**
 * The part of a STATUS.md that belongs to people: from the first line `## Notes` down, byte for byte; `## Notes\n` if missing.
 */
export function notesOf(text: string): string {
  const offset = notesOffset(text);
  return offset === null ? '## Notes\n' : text.slice(offset);
}
