import { expect, test } from 'vitest';
import { wrapText } from '../../src/cli/output/wrapText.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';
import { processTerminal } from '../../src/cli/terminal/processTerminal.ts';

const { asks } = createStyle(true);

test.each<[string, string, readonly string[]]>([
  ['a line that fits', 'as it is', ['as it is']],
  ['a sentence', 'one two three four five six', ['one two three four', 'five six']],
  ['a mark', '· one two three four five', ['· one two three four', '  five']],
  ['an item', '  - one two three four', ['  - one two three', '    four']],
  ['a painted mark', `${asks('!')} one two three four five`, [`${asks('!')} one two three four`, '  five']],
  [
    'a command, to be copied',
    'one two three: cairn resume a-long-id --trust',
    ['one two three:', 'cairn resume a-long-id --trust'],
  ],
  ['several lines', 'one\n\none two three four five', ['one', '', 'one two three four', 'five']],
])('breaks between words: %s', (_what, text, lines) => {
  expect(wrapText(text, 20).split('\n')).toEqual(lines);
  expect(wrapText(text, Number.POSITIVE_INFINITY)).toBe(text);
});

test.each([
  [0, 80],
  [undefined, 80],
  [10, 20],
  [132, 132],
])('a terminal of %s columns is written to as one of %i', (columns, width) => {
  const was = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
  try {
    Object.assign(process.stdout, { isTTY: true, columns });
    expect(processTerminal().out.width()).toBe(width);
  } finally {
    Object.assign(process.stdout, was);
  }
});
