import * as fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { count } from '../../src/bundles/tokenizer.ts';
import { makeTokenTable, openTokenTable } from '../../src/bundles/tokens/tokenTable.ts';

const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
const byLibrary = (text: string): number => countTokens(text, plain);

describe('tokens are counted as the library counts them, from a table that needs no loading', () => {
  test('in all goldens and in the code of the model', () => {
    for (const folder of ['test/golden', 'src/model'])
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(ts|md|txt|yaml)$/.test(name)) continue;
        const text = readFileSync(join(folder, name), 'utf8');
        expect(count(text), name).toBe(byLibrary(text));
      }
  });

  test('in any text', () => {
    const made = (unit: fc.Arbitrary<string> | 'grapheme' | 'binary'): fc.Arbitrary<string> =>
      // The library drops a byte order mark where it looks for a token with one; the published ranks have such tokens.
      fc.string({ unit, maxLength: 80 }).map((text) => text.replaceAll('\ufeff', ''));
    const words = [
      'the',
      'ing',
      ' ',
      '   ',
      '\n',
      '\r',
      "'s",
      "'LL",
      'É',
      '日本',
      '😀',
      '12',
      '//',
      '\u202e',
    ];
    const odd = ['\ud800', '\udc00', 'ǅ', 'ʰ', 'a'];
    const text = fc.oneof(
      made('grapheme'),
      made('binary'),
      made(fc.constantFrom(...words)),
      made(fc.constantFrom(...odd)),
    );
    fc.assert(fc.property(text, (each) => count(each) === byLibrary(each)));
  });

  test.each(['a', 'A', '日', '=', '😀', ' ', '\n', '\u0301'])('in runs of %j', (unit) => {
    for (const length of [0, 1, 2, 3, 127, 128, 129, 1000])
      expect(count(unit.repeat(length)), String(length)).toBe(byLibrary(unit.repeat(length)));
  });

  test('special tokens are text', () => expect(count('a<|endoftext|>b')).toBe(byLibrary('a<|endoftext|>b')));
});

test('a byte order mark is the token that the published ranks have for it', () =>
  expect([count('\ufeff'), count('\ufeffusing')]).toEqual([1, 1]));

test('a long run without a gap takes no time of note', () =>
  expect(count('ab'.repeat(200_000))).toBe(100_000));

test('a table answers the rank of each token, and of nothing else', () => {
  const tokens = fc.uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 4 }), {
    minLength: 1,
    selector: (bytes) => bytes.join(),
  });
  fc.assert(
    fc.property(tokens, fc.uint8Array({ minLength: 1, maxLength: 4 }), (known, other) => {
      const table = openTokenTable(makeTokenTable(known));
      const rankOf = (bytes: Uint8Array): number => table.rankOf(bytes, 0, bytes.length);
      return (
        known.every((bytes, rank) => rankOf(bytes) === rank) &&
        rankOf(other) === known.findIndex((bytes) => bytes.join() === other.join())
      );
    }),
  );
});
