import * as fc from 'fast-check';

/** Pieces that have broken parsers: line ends, marks, controls, markers, look-alikes. */
const PIECES = [
  '\n',
  '\r\n',
  '\r',
  '\u2028',
  '\u0085',
  '\t',
  '\0',
  '\u001b[31m',
  '\ufeff',
  '\u202e',
  '\u2066',
  '\ud800',
  '---',
  '--- ',
  '## Notes',
  '\n## Notes\n',
  '| ',
  '|',
  '# ',
  ': ',
  ' #',
  '"',
  "'",
  '\\',
  '<<<<<<< ours\n',
  '=======\n',
  '>>>>>>> theirs\n',
  'Cairn-Schema: 3\n',
  '\n\nCairn-Seq: 9\n',
  'Cairn-Kind: phase',
  'null',
  'true',
  '~',
  '123',
  '1e5',
  '2026-01-01',
  '&a',
  '*a',
  '!!js/function',
  '{{}}',
  '${x}',
  '%',
  '@',
  '`',
  '日本語',
  '👩‍👩‍👧',
  'é',
  'e\u0301',
  '\u200d',
  '__proto__',
  'constructor',
];

/** Text made to break what reads it. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.string({ maxLength: 12 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

/** A valid text with a few pieces put in, taken out or doubled. */
export const damaged = (text: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.record({
        at: fc.nat(text.length),
        cut: fc.nat(8),
        piece: fc.oneof(fc.constantFrom('', ...PIECES), fc.string({ maxLength: 5 })),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((edits) =>
      edits.reduce((now, { at, cut, piece }) => now.slice(0, at) + piece + now.slice(at + cut), text),
    );
