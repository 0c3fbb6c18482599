import { stripVTControlCharacters } from 'node:util';
import { fillLines } from './fillLines.ts';
import { textWidth } from '../terminal/textWidth.ts';

/**
 * Breaks lines that are longer than `width` between words, below their first one. A command behind a colon stays in one piece: it is
 * to be copied.
 */
export const wrapText = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => (textWidth(stripVTControlCharacters(line)) <= width ? line : wrapLine(line, width)))
    .join('\n');

function wrapLine(line: string, width: number): string {
  const [lead = ''] = /^\s*/.exec(line) ?? [];
  const [begins = ''] = BEGINS.exec(stripVTControlCharacters(line)) ?? [];
  const said = line.slice(lead.length);
  const command = COMMAND.exec(said)?.index ?? said.length;
  const words = said.slice(0, command).trimEnd().split(' ');
  const tail = said.slice(command);
  return fillLines([...words, ...(tail === '' ? [] : [tail])], {
    width,
    indent: ' '.repeat(textWidth(begins)),
    first: lead,
  });
}

/** What stands before the text of a line: white space, and a mark or a number. */
const BEGINS = /^\s*(?:(?:[·!✗✓?‖–-]|\d+\.)\s)?/u;
const COMMAND = /(?<=: )cairn /;
