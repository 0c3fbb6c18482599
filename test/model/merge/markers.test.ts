import { expect, test } from 'vitest';
import { holdsMarkers } from '../../../src/model/merge/markers.ts';

const LABELS = { ours: 'published', theirs: 'build-2' };

test.each([
  ['an opening marker', 'a\n<<<<<<< published\nb', true],
  ['a closing one alone', 'a\n>>>>>>> build-2\n', true],
  ['a longer one, with the name of a file', '<<<<<<<<< published:d/a b.txt\n', true],
  ['one with the line ends of DOS', '<<<<<<< published\r\nx\r\n', true],
  ['a line of equals signs', 'Title\n=======\ntext', false],
  ['the marker of another merge', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n', false],
  ['the sides the other way round', '<<<<<<< build-2\n>>>>>>> published\n', false],
  ['a label that goes on', '<<<<<<< published-too\n', false],
  ['a marker within a line', 'see <<<<<<< published\n', false],
  ['a short one', '<<<<<< published\n', false],
  ['nothing', '', false],
])('of %s it is said whether a conflict is laid', (_title, text, laid) => {
  expect(holdsMarkers(text, LABELS)).toBe(laid);
});
