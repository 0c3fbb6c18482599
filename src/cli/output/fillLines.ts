import { stripVTControlCharacters } from 'node:util';
import { textWidth } from '../terminal/textWidth.ts';

/**
 * Puts as many words on a line as fit into `width` columns; every line begins with `indent`. A word wider than a line gets
 * its own.
 *
 * @param first replaces the first indent
 */
export function fillLines(
  words: readonly string[],
  {
    width,
    indent = '',
    first = indent,
  }: { readonly width: number; readonly indent?: string; readonly first?: string },
): string {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of words) {
    const longer = empty ? line + word : `${line} ${word}`;
    if (!empty && textWidth(stripVTControlCharacters(longer)) > width) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
    empty = false;
  }
  return [...lines, line].join('\n');
}
