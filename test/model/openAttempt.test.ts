import { expect, test } from 'vitest';
import type { CommitId, PhaseId, Timestamp } from '../../src/model/ids.ts';
import type { JournalLine } from '../../src/model/journal.ts';
import { readAttempts } from '../../src/model/openAttempt.ts';

const at = '2026-11-20T10:00:00.000Z' as Timestamp;
const phase = 'plan' as PhaseId;
const begun = (attempt: number): JournalLine => ({ type: 'attempt-begun', at, phase, attempt, tip: 'c' as CommitId, resumed: false, head: null, packetTokens: 0, agent: 'x' });
const ended: JournalLine = { type: 'agent-ended', at, outcome: 'completed', detail: null, ms: 1 };
const failed: JournalLine = { type: 'attempt-failed', at, outcome: 'completed', reasons: ['no'] };
const cutOff = (attempt: number): JournalLine => ({ type: 'attempt-cut-off', at, phase, attempt });

const cases: readonly (readonly [string, readonly JournalLine[], ReturnType<typeof readAttempts>['open']])[] = [
  ['an empty journal leaves nothing open', [], null],
  ['an attempt that began is open', [begun(1)], { phase, attempt: 1, outcome: null, detail: null, cutOffs: 1 }],
  ['its agent had ended', [begun(1), ended], { phase, attempt: 1, outcome: 'completed', detail: null, cutOffs: 1 }],
  ['a failed attempt is closed', [begun(1), ended, failed], null],
  ['the next one is open', [begun(1), ended, failed, begun(2)], { phase, attempt: 2, outcome: null, detail: null, cutOffs: 1 }],
  ['cut-offs in a row are counted', [begun(1), cutOff(1), begun(2), cutOff(2), begun(3)], { phase, attempt: 3, outcome: null, detail: null, cutOffs: 3 }],
  ['a gate that did not hold ends the row of cut-offs', [begun(1), cutOff(1), begun(2), ended, failed, begun(3)], { phase, attempt: 3, outcome: null, detail: null, cutOffs: 1 }],
  ['a stop that a person asked for is no crash', [begun(1), { type: 'attempt-stopped', at }], { phase, attempt: 1, outcome: null, detail: null, cutOffs: 0 }],
];

test.each(cases)('%s', (_name, lines, open) => {
  expect(readAttempts(lines).open).toEqual(open);
});

test('numbers of attempts are remembered whatever became of them', () => {
  expect(readAttempts([begun(1), cutOff(1), begun(2), ended, failed]).highest).toEqual(new Map([[phase, 2]]));
});
