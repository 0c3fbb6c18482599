import { expect, test } from 'vitest';
import { lineCounts } from '../../../src/model/packet/lineCounts.ts';

test.each([
  ['nothing', '', '', 0, 0],
  ['a new file', '', 'a\nb\n', 2, 0],
  ['an empty line', '', '\n', 1, 0],
  ['a file that lost everything', 'a\nb\n', '', 0, 2],
  ['a line changed', 'a\nb\nc\n', 'a\nB\nc\n', 1, 1],
  ['a line once more', 'a\n', 'a\na\n', 1, 0],
  ['lines that moved', 'a\nb\n', 'b\na\n', 0, 0],
  ['only the last newline', 'a\nb', 'a\nb\n', 0, 0],
])('%s', (_what, before, after, added, removed) => {
  expect(lineCounts(before, after)).toEqual({ added, removed });
});
