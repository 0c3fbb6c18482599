import { describe, expect, it } from 'vitest';
import { readTitles } from './readTitles.ts';

/** The ids that count in a file, sorted. */
const idsIn = (source: string): string =>
  [...new Set(readTitles(source).flatMap(({ ids }) => ids))].toSorted().join(' ');

describe('the ids of a file of tests', () => {
  it.each([
    ['those at the start of a title', `it('[A1] [B2, C3] holds', () => {});`, 'A1 B2 C3'],
    ['a letter after the number', `test('[A9a] holds', () => {});`, 'A9a'],
    [
      'a template, and a sum of texts',
      'test(`[A1] ${n} of them`, f); test("[A2] much " + more, f);',
      'A1 A2',
    ],
    ['the suite around a test', `describe('[A1] all', () => describe('x', () => it('[A2] y', f)));`, 'A1 A2'],
    ['no suite without a test', `describe('[A1] all', () => {});`, ''],
    ['rows of a table', `it.each([['[A1] one', 1], ['two', '[A2] no']])('%s', f);`, 'A1'],
    ['rows that land in the middle', `it.each(['[A1] one'])('with %s', f);`, 'A1'],
    ['no rows where the title has no place', `it.each([['[A1] one']])('holds', f);`, ''],
    ['rows picked by name', `it.each([{ say: '[A1] one' }])('$say', f);`, 'A1'],
    ['a table by its name', `const T = [['[A1] one']] as const; it.runIf(x).each(T)('%s', f);`, 'A1'],
    ['a table of tables', `const T = [['[A1] one']]; it.each([...T, '[A2] two'])('%s', f);`, 'A1 A2'],
    ['an object', `const T = { '[A1] one': 1 }; it.each(Object.entries(T))('%s', f);`, 'A1'],
    ['a list of named tests', `export const tests = { '[A1] one': async () => {}, '[A2] two': 2 };`, 'A1'],
    ['a list of sentences', `const S = { '[A1] one': { part: 'x', holds: () => {} } };`, 'A1'],
    [
      'types in the file',
      `const n = (x as Y<string>)!; it('[A1] holds', async (): Promise<void> => {});`,
      'A1',
    ],
  ])('are %s', (_what, source, ids) => {
    expect(idsIn(source)).toBe(ids);
  });

  it.each([
    ['a comment', `// it('[A1] holds', f);\n/** [A2] */\nit('holds', f); // [A3]`],
    ['a text that is no title', `it('holds', () => expect('[A1] holds').toBe(it));`],
    ['a function of another name', `say('[A1] holds', f); it.hold('x', say('[A1] holds'));`],
    ['a test that is skipped', `it.skip('[A1] a', f); test.todo('[A2] b'); it.concurrent.skip('[A3] c', f);`],
    ['a table that is skipped', `it.skip.each([['[A1] one']])('%s', f);`],
    ['a suite that is skipped', `describe.skip('[A1] all', () => it('[A2] one', f));`],
    ['a condition that is none', `it.skipIf(true)('[A1] a', f); it.runIf(false).each(['[A2] b'])('%s', f);`],
    ['options that say so', `it('[A1] a', { skip: true }, f);`],
    ['a test that `npm test` leaves out', `it('[A1] a', THOROUGH, f);`],
  ])('are not those of %s', (_what, source) => {
    expect(idsIn(source)).toBe('');
  });

  it('count of a test that depends on the machine', () => {
    expect(idsIn(`it.skipIf(process.platform !== 'linux')('[A1] holds', f);`)).toBe('A1');
  });

  it('do not count elsewhere in a title, which is told', () => {
    // Put together, or vitest would take this file for one.
    expect(readTitles(['// @module-tag', "thorough\nit('[A1] holds', f);"].join(' '))).toEqual([]);
    expect(readTitles(`it('[A1] holds [B2] and more [C3 C4]', f);`)).toEqual([
      { text: '[A1] holds [B2] and more [C3 C4]', ids: ['A1'], misplaced: ['B2', 'C3', 'C4'] },
    ]);
  });
});
