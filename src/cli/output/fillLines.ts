import { textWidth } from '../terminal/textWidth.ts';

/**
 * Words side by side, as many to a line as fit into so many columns, every line after `indent`. A word that is wider
 * than a line has one of its own.
 *
 * @param first stands in the place of the first indent
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
    if (!empty && textWidth(longer) > width) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
    empty = false;
  }
  return [...lines, line].join('\n');
}
