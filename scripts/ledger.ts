/**
 * What the tests hold of the requirements and of the failure catalogue, by the ids in their titles. `--json` for programs.
 * Exit code 1 when a line lacks both a test and a reason, has both, or an id is unknown or in the wrong place.
 */
import { parseArgs } from 'node:util';
import { holds } from '../test/ledger/compare.ts';
import { ledgerTable } from '../test/ledger/ledgerTable.ts';
import { readLedger } from '../test/ledger/readLedger.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
const ledger = readLedger();
console.log(values.json ? JSON.stringify(ledger, null, 2) : ledgerTable(ledger));
process.exitCode = holds(ledger) ? 0 : 1;
