import { expect, it } from 'vitest';
import { readLedger } from '../ledger/readLedger.ts';

it('every id in the title of a test is a requirement or a row of the failure catalogue', () => {
  expect(readLedger().unknown).toEqual([]);
});
