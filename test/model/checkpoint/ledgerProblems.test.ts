import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ledgerProblems } from '../../../src/model/checkpoint/ledgerProblems.ts';
import { parsePhaseRecord, type PhaseRecord } from '../../../src/model/checkpoint/phaseRecord.ts';
import { parseLedger } from '../../../src/model/ledger/parseLedger.ts';
import { renderLedger } from '../../../src/model/ledger/renderLedger.ts';
import { ledgerOf } from '../ledger/anyLedger.ts';

const read = parsePhaseRecord('phase.json', readFileSync('test/golden/phase.json', 'utf8'));
if (!read.ok) throw new Error(JSON.stringify(read.error));
const { phase, session, seq } = read.value;

const problems = (text: string | null, over: Partial<PhaseRecord> = {}): readonly string[] =>
  ledgerProblems(
    new Map([[phase, text === null ? null : parseLedger('LEDGER.md', text)]]),
    new Map([[phase, { ...read.value, ...over }]]),
  );
const written = (of: string | null, at: number): string => renderLedger(ledgerOf(of, at, [], { session }));

test('R22: a closed phase has a ledger that can be read and is of the checkpoint that its record is of', () => {
  expect(problems(written(phase, seq))).toEqual([]);
  expect(problems(null)).toEqual([`${phase} is done and has no LEDGER.md`]);
  expect(problems('forged\n')[0]).toMatch(/^LEDGER\.md of \w+ cannot be read: line 1: /);
  expect(problems(written('other', seq))).toEqual([`LEDGER.md of ${phase} is one of other`]);
  expect(problems(written(null, seq))).toEqual([`LEDGER.md of ${phase} is one of the beginning`]);
  expect(problems(written(phase, seq + 1))).toEqual([
    `LEDGER.md of ${phase} is of ${session}@${seq + 1}, phase.json of ${session}@${seq}`,
  ]);
});

test('R22: in a fork, what came along is of the checkpoint that the other session closed it with', () => {
  const inherited = { session, seq: 9, order: 1 };
  expect(problems(written(phase, 9), { seq: 1, inherited })).toEqual([]);
  expect(problems(written(phase, 1), { seq: 1, inherited })).toHaveLength(1);
});
