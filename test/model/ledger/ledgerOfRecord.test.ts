import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsePhaseRecord, type PhaseRecord } from '../../../src/model/checkpoint/phaseRecord.ts';
import { foldLedgers } from '../../../src/model/ledger/foldLedgers.ts';
import { ledgerOfOpening, ledgerOfRecord } from '../../../src/model/ledger/ledgerOfRecord.ts';
import type { Timestamp, TreeId } from '../../../src/model/names/ids.ts';
import { handOn } from '../packet/packetChain.ts';
import { ledgerOf } from './anyLedger.ts';

const record: PhaseRecord = {
  ...written(),
  status: 'done',
  artifacts: [],
  approvals: [],
  attempts: [],
  notCaptured: [],
};
const FOLDER = `02-${record.phase}`;

function written(): PhaseRecord {
  const read = parsePhaseRecord('phase.json', readFileSync('test/golden/phase.json', 'utf8'));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

const approval: PhaseRecord['approvals'][number] = {
  decision: 'approved',
  by: 'Ann',
  at: '2026-11-20T10:01:22.123Z' as Timestamp,
  comment: null,
  artifacts: [],
  tree: '1'.repeat(40) as TreeId,
};

const linesOf = (left: Partial<Parameters<typeof ledgerOfRecord>[0]>, before: readonly string[] = []) => {
  const earlier = ledgerOf(
    'a',
    2,
    before.map((text) => ({ section: 'Decisions', text })),
  );
  const known = foldLedgers(record.session, [{ folder: '01-a', ledger: earlier }]);
  return ledgerOfRecord({ folder: FOLDER, record, handoff: null, packet: null, ...left }, known).items.map(
    ({ section, text }) => `${section}: ${text}`,
  );
};

describe('the ledger of a phase that closed before there were ledgers', () => {
  test('is made of its hand-off and its record', () => {
    expect(
      linesOf({
        handoff: '## Decisions\n- a cookie\n\n## Open questions\n- [x] which port? 80\n',
        record: {
          ...record,
          approvals: [{ ...approval, decision: 'rejected', comment: 'no' }, approval],
          notCaptured: [{ path: 'big.bin', why: 'too big' }],
          attempts: [{ attempt: 1, outcome: 'completed', reasons: ['plan.md is missing'] }],
        },
      }),
    ).toEqual([
      'Decisions: Approved by Ann',
      'Decisions: a cookie',
      `Failed approaches: Attempt 1 of ${record.phase}: plan.md is missing`,
      'Failed approaches: Rejected by Ann: no',
      'Open questions: [x] which port? 80',
      'Not captured: big.bin: too big',
      `Artifacts: \`${FOLDER}/HANDOFF.md@${record.phase}\``,
    ]);
  });

  test('has what only its packet says, such as what a person wrote there, once, and no line that leads elsewhere', () => {
    const packet = [
      '## Decisions',
      '- [01-a] known before',
      `- [${FOLDER}] a cookie`,
      '- said a person',
      `- [${FOLDER}] Answered: which port? 80`,
      '## State of the work',
      '- … 3 earlier: `01-a/PACKET.md@a`',
      `- [${FOLDER}] … 2 more: \`${FOLDER}/HANDOFF.md@${record.phase}\``,
      `- [${FOLDER}] Changed 1 file: \`a.ts\``,
      `- [${FOLDER}] it is a long … \`${FOLDER}/HANDOFF.md@${record.phase}\``,
      '## Artifacts',
      '- before: `01-a/PACKET.md@a`',
      `- \`${FOLDER}/HANDOFF.md@${record.phase}\``,
      '## Next',
      '- build: Build',
      `- [${FOLDER}] begin with the table`,
    ].join('\n');
    const handoff =
      '## Decisions\n- a cookie\n## Open questions\n- [x] which port? 80\n## State of the work\n- it is a long story\n';
    expect(linesOf({ packet, handoff }, ['known before'])).toEqual([
      'Decisions: a cookie',
      'Decisions: said a person',
      'State of the work: it is a long story',
      'State of the work: Changed 1 file: `a.ts`',
      'Open questions: [x] which port? 80',
      `Artifacts: \`${FOLDER}/HANDOFF.md@${record.phase}\``,
      'Next: begin with the table',
    ]);
  });

  test('of one that a fork brought along is of the session that wrote it', () => {
    const inherited = { session: 'first' as PhaseRecord['session'], seq: 7, order: 2 };
    const left = { folder: FOLDER, record: { ...record, inherited }, handoff: null, packet: null };
    expect(ledgerOfRecord(left, [])).toMatchObject({ session: 'first', seq: 7 });
  });
});

test('the ledger of a beginning is made of its packet', () => {
  const opening = handOn({
    phase: null,
    folder: null,
    seq: 1,
    notCaptured: [{ path: 'big.bin', why: 'too big' }],
  });
  expect(ledgerOfOpening(opening.packet.text)).toEqual(opening.placed.ledger);
  expect(ledgerOfOpening('no packet')).toBeNull();
});
