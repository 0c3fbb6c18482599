import { expect, test } from 'vitest';
import type { CommitId, PhaseId, Timestamp } from '../../../src/model/names/ids.ts';
import type { JournalLine } from '../../../src/model/attempt/journal.ts';
import { attemptIn, planMending } from '../../../src/model/attempt/planMending.ts';

const at = '2026-11-20T10:00:00.000Z' as Timestamp;
const plan = 'plan' as PhaseId;
const build = 'build-2' as PhaseId;
const name = (attempt: number, phase = plan) => ({ phase, attempt });
const begun = (attempt: number): JournalLine => ({
  type: 'attempt-begun',
  at,
  tip: 'ab'.repeat(20) as CommitId,
  resumed: false,
  head: null,
  agent: 'a',
  ...name(attempt),
});
const failed: JournalLine = { type: 'attempt-failed', at, outcome: 'completed', reasons: [] };
const cutOff = (attempt: number): JournalLine => ({ type: 'attempt-cut-off', at, ...name(attempt) });
const note = (attempt: number): JournalLine => ({ type: 'note-taken', at, ...name(attempt), note: 'n' });
const ended = (path: string): JournalLine => ({
  type: 'agent-ended',
  at,
  outcome: 'completed',
  detail: null,
  ms: 1,
  transcript: { path, sha256: 'x', bytes: 1 },
});

test.each<
  [
    what: string,
    lines: readonly JournalLine[],
    row: number,
    outputs: readonly ReturnType<typeof name>[],
    open: number | null,
    lost: readonly ReturnType<typeof name>[],
  ]
>([
  ['nothing has begun', [], 0, [], null, []],
  ['the attempt in flight is known', [begun(1)], 0, [name(1)], 1, []],
  ['attempts of before are counted by the tip', [], 2, [name(1), name(2)], null, []],
  ['a beginning is damaged', [], 0, [name(1)], null, [name(1)]],
  [
    'the second beginning is damaged, after a gate',
    [begun(1), failed],
    0,
    [name(1), name(2)],
    null,
    [name(2)],
  ],
  [
    'the second beginning is damaged, after a crash',
    [begun(1), cutOff(1)],
    0,
    [name(1), name(2)],
    1,
    [name(2)],
  ],
  ['two beginnings are damaged', [], 1, [name(3), name(1), name(2)], null, [name(2), name(3)]],
  ['a beginning is damaged, and its output is gone', [note(4)], 3, [], null, [name(4)]],
  ['only its end is left', [ended('output/plan-2/agent.log')], 1, [], null, [name(2)]],
  [
    'the output is of another phase, and of none',
    [],
    0,
    [name(1, build), name(1, 'gone' as PhaseId)],
    null,
    [name(1, build)],
  ],
  ['what was given up once is not given up again', [cutOff(2)], 0, [name(2)], null, []],
  ['the transcript lies elsewhere', [ended('/tmp/x-3')], 0, [], null, []],
])('%s', (_what, lines, row, outputs, open, lost) => {
  expect(planMending(lines, [name(row), name(0, build)], outputs)).toEqual({
    open: open === null ? null : name(open),
    lost,
  });
});

test.each([
  ['plan-1', name(1)],
  ['build-2-12', name(12, build)],
  ['setup-0', null],
  ['plan', null],
  ['plan-01', null],
  ['../plan-1', null],
])('the folder %s is of an attempt or of none', (folder, of) => expect(attemptIn(folder)).toEqual(of));
