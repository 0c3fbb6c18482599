import { notesOffset } from './statusTable.ts';

/** What belongs to people in a STATUS.md: from the first line `## Notes` down, byte for byte; `## Notes\n` when missing. */
export function notesOf(text: string): string {
  const offset = notesOffset(text);
  return offset === null ? '## Notes\n' : text.slice(offset);
}
