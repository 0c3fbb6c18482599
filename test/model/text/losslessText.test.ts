import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, textOf } from '../../../src/model/text/losslessText.ts';
import { notesOf } from '../../../src/model/status/notesOf.ts';
import { parseStatus } from '../../../src/model/status/parseStatus.ts';
import { renderStatus } from '../../../src/model/status/renderStatus.ts';
import { exampleStatus } from '../exampleStatus.ts';

/** Bytes that begin, continue and break UTF-8 sequences. */
const anyBytes = fc
  .array(
    fc.oneof(
      fc.nat(255),
      fc.constantFrom(
        0x41,
        0x80,
        0xbf,
        0xc0,
        0xc3,
        0xa9,
        0xe0,
        0xed,
        0xa0,
        0xef,
        0xbb,
        0xf0,
        0x9f,
        0xf4,
        0x90,
        0xff,
      ),
    ),
    { maxLength: 40 },
  )
  .map((bytes) => Uint8Array.from(bytes));

describe('textOf and bytesOf', () => {
  it('give any bytes back', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(bytesOf(textOf(bytes))).toEqual(bytes);
      }),
      { numRuns: 5000 },
    );
  });

  it('are plain UTF-8 for all text that has any', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(textOf(new TextEncoder().encode(text))).toBe(text.toWellFormed());
        if (text.isWellFormed()) expect(bytesOf(text)).toEqual(new TextEncoder().encode(text));
      }),
    );
  });

  it('keep a byte order mark', () => {
    expect(textOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\ufeffA');
  });

  it('[E5] carry notes in any encoding through a rendering of STATUS.md, byte for byte', () => {
    const latin1 = Buffer.from('## Notes\r\ncaf\xe9 \xff\xfe\n', 'latin1');
    const file = Buffer.concat([Buffer.from(renderStatus({ ...exampleStatus, notes: '' })), latin1]);
    const text = textOf(file);
    expect(Buffer.from(bytesOf(notesOf(text)))).toEqual(latin1);
    const read = parseStatus('STATUS.md', text);
    expect(read.ok && Buffer.from(bytesOf(renderStatus(read.value))).equals(file)).toBe(true);
  });
});
