import { expect, it } from 'vitest';
import { holds } from '../ledger/compare.ts';
import { ledgerTable } from '../ledger/ledgerTable.ts';
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
