import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { holds } from '../ledger/compare.ts';
import { coverageWords, ledgerTable } from '../ledger/ledgerTable.ts';
import { readLedger } from '../ledger/readLedger.ts';

const ledger = readLedger();

it('every id in the title of a test is a requirement or a row of the failure catalogue', () => {
  expect(ledger.unknown).toEqual([]);
});

it('every row of the failure catalogue has a test, or says why it has none', () => {
  expect(ledger.catalogue.uncovered).toEqual([]);
});

it('every line has a test or a reason, never both, and every id begins its title', () => {
  expect(holds(ledger), ledgerTable(ledger)).toBe(true);
});

it.each(['README.md', 'docs/survives.md', 'bench/README.md'])(
  '%s says how much the tests hold as it is counted',
  (page) => {
    const text = readFileSync(page, 'utf8').replaceAll(/\s+/g, ' ');
    expect(text).toContain(coverageWords(ledger.requirements));
    expect(text).toContain(coverageWords(ledger.catalogue));
  },
);
