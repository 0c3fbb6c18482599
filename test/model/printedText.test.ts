import { expect, it } from 'vitest';
import { printedText } from '../../src/model/text/oneLine.ts';
import { cpuMs } from '../support/lateness.ts';

it.each([
  ['a progress bar: its final state', '10%\r50%\r100%\nnext\n', '100%\nnext\n'],
  ['line ends of Windows', 'a\r\nb\r\r\nc', 'a\nb\nc'],
  ['a return at the end takes nothing away', 'half\r', 'half'],
  ['returns alone', '\r\r\n\r', '\n'],
  ['colours', '\u001b[31mred\u001b[0m\tplain', 'red\tplain'],
])('%s', (_what, printed, shown) => expect(printedText(printed)).toBe(shown));

it.each([
  ['without an end', 'x'.repeat(1_000_000)],
  ['of returns', '\r'.repeat(1_000_000)],
  ['of states', '50%\r'.repeat(250_000)],
  ['of escapes that do not end', '\u001b]0;'.repeat(250_000)],
])('one line of a megabyte, %s, takes no time', (_what, line) => {
  expect(cpuMs(() => void printedText(line))).toBeLessThan(1_000);
});
