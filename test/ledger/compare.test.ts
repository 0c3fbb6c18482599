import { describe, expect, test } from 'vitest';
import { compare, holds, type Ledger, type TestFile } from './compare.ts';
import { parseCatalogue, parseRequirements } from './parseLines.ts';

const LISTS = {
  requirements: parseRequirements(
    [
      '# Words',
      '| id | what holds | mark | why no test |',
      '|---|---|---|---|',
      '| A1 | one | D | |',
      '| A2 | two | A | cannot run here |',
      '| M1 | three | later | |',
      '| M2 | four | N | |',
      '| X1 | five | – | |',
    ].join('\n'),
  ),
  catalogue: parseCatalogue('| A1 | a crash | nothing lost | |\n| B1 | a branch | theirs | |'),
};

const file = (path: string, ...ids: readonly string[]): TestFile => ({
  path,
  titles: [{ text: 'it holds', ids, misplaced: [] }],
});

/** What a ledger says, by ids. */
const told = ({ requirements, catalogue, unknown, misplaced }: Ledger) => ({
  requirements: shortly(requirements),
  catalogue: shortly(catalogue),
  strays: [...unknown, ...misplaced].map(({ id }) => id),
});
const shortly = ({ owed, covered, reasons, uncovered, stale }: Ledger['catalogue']): string =>
  [
    `${covered} of ${owed}`,
    ...[reasons, uncovered, stale].map((lines) => lines.map(({ id }) => id).join(' ') || '-'),
  ].join(', ');

describe('the ledger', () => {
  test('owes a test for what is marked D or A and for each row; a reason stands for one', () => {
    expect(told(compare(LISTS, []))).toEqual({
      requirements: '0 of 2, A2, A1, -',
      catalogue: '0 of 2, -, A1 B1, -',
      strays: [],
    });
  });

  test('takes an id in test/failures/ for a row where there is one, and for a requirement where there is none', () => {
    const ledger = compare(LISTS, [file('test/failures/a.test.ts', 'A1', 'A2', 'M1')]);
    expect(told(ledger)).toEqual({
      requirements: '1 of 2, -, A1, A2',
      catalogue: '1 of 2, -, B1, -',
      strays: [],
    });
  });

  test('takes an id elsewhere for a requirement; one of another letter mentions a row', () => {
    const ledger = compare(LISTS, [file('test/session/a.test.ts', 'A1', 'B1', 'X1', 'M2')]);
    expect(told(ledger)).toEqual({
      requirements: '1 of 2, A2, -, -',
      catalogue: '0 of 2, -, A1 B1, -',
      strays: [],
    });
  });

  test('holds when each owed line has a test or a reason, never both, and every id is known and in its place', () => {
    const all = [file('test/failures/a.test.ts', 'A1', 'B1'), file('test/model/a.test.ts', 'A1')];
    const stray: TestFile = {
      path: 'test/model/b.test.ts',
      titles: [{ text: 'x', ids: [], misplaced: ['A1'] }],
    };
    expect(
      [
        all,
        all.slice(1),
        all.slice(0, 1),
        [...all, file('test/a.test.ts', 'A2')],
        [...all, file('test/a.test.ts', 'B9')],
        [...all, stray],
      ].map((files) => holds(compare(LISTS, files))),
    ).toEqual([true, false, false, false, false, false]);
  });

  test('tells what is for later and what does not apply, of all lines but findings', () => {
    const { requirements, catalogue } = compare(LISTS, []);
    expect(requirements).toMatchObject({ later: [{ id: 'M1' }], doesNotApply: [{ id: 'M2' }], of: 4 });
    expect(catalogue).toMatchObject({ later: [], doesNotApply: [], of: 2 });
  });

  test('refuses a mark that it does not know', () => {
    expect(() => parseRequirements('| A1 | a | soon | |')).toThrow('A1 has the mark "soon"');
  });

  test('refuses a list with a row that has a cell too many', () => {
    expect(() => parseCatalogue('| A1 | a | b | c | |')).toThrow('A1 has 5 cells');
  });
});
