import { describe, expect, test } from 'vitest';
import type { CommitId, PhaseId, Timestamp } from '../../../src/model/names/ids.ts';
import type { JournalLine } from '../../../src/model/attempt/journal.ts';
import { agentOutcomeOf, readAttempts } from '../../../src/model/attempt/openAttempt.ts';

const at = '2026-11-20T10:00:00.000Z' as Timestamp;
const phase = 'plan' as PhaseId;
const begun = (attempt: number): JournalLine => ({
  type: 'attempt-begun',
  at,
  phase,
  attempt,
  tip: 'c' as CommitId,
  resumed: false,
  head: null,
  agent: 'x',
  agentKind: 'command',
});
const ended: JournalLine = { type: 'agent-ended', at, outcome: 'completed', detail: null, ms: 1 };
const failed: JournalLine = { type: 'attempt-failed', at, outcome: 'completed', reasons: ['no'] };
const stopped: JournalLine = { type: 'attempt-stopped', at };
const cutOff = (attempt: number): JournalLine => ({ type: 'attempt-cut-off', at, phase, attempt });

const hint = (id: string): JournalLine => ({ type: 'session-hint', at, id });

test('what an agent called its own session is known of the attempt that is open, and of no other', () => {
  const of = (lines: readonly JournalLine[]): string | null | undefined => readAttempts(lines).open?.hint;
  expect(of([begun(1)])).toBeNull();
  expect(of([begun(1), hint('a'), hint('b')])).toBe('b');
  expect(of([begun(1), hint('a'), cutOff(1)])).toBe('a');
  expect(of([begun(1), hint('a'), cutOff(1), begun(2)])).toBeNull();
});

const cases: readonly (readonly [string, readonly JournalLine[], string | null])[] = [
  ['an empty journal leaves nothing open', [], null],
  ['an attempt that began is open', [begun(1)], '1 at work, 1 in a row'],
  ['its agent had ended', [begun(1), ended], '1 completed, 1 in a row'],
  ['a failed attempt is closed', [begun(1), ended, failed], null],
  ['the next one is open', [begun(1), ended, failed, begun(2)], '2 at work, 1 in a row'],
  ['one found cut off stays open until the next begins', [begun(1), cutOff(1)], '1 at work, 1 in a row'],
  ['found cut off twice is cut off once', [begun(1), cutOff(1), cutOff(1)], '1 at work, 1 in a row'],
  [
    'cut-offs in a row are counted',
    [begun(1), cutOff(1), begun(2), cutOff(2), begun(3)],
    '3 at work, 3 in a row',
  ],
  [
    'a gate that did not hold ends the row',
    [begun(1), cutOff(1), begun(2), ended, failed, begun(3)],
    '3 at work, 1 in a row',
  ],
  ['a stop that a person asked for is no crash', [begun(1), stopped], '1 at work, 0 in a row'],
  ['nor does it count later', [begun(1), stopped, cutOff(1), begun(2)], '2 at work, 1 in a row'],
];

test.each(cases)('%s', (_name, lines, expected) => {
  const { open } = readAttempts(lines);
  expect(open && `${open.attempt} ${open.ended?.outcome ?? 'at work'}, ${open.cutOffs} in a row`).toBe(
    expected,
  );
});

test.each([
  ['one whose gate did not hold', [begun(1), ended, failed], { phase, attempt: 1, outcome: failed.outcome }],
  [
    'one that was stopped before the next began',
    [begun(1), ended, failed, stopped],
    { phase, attempt: 1, outcome: failed.outcome },
  ],
  ['none at work', [begun(1), ended, failed, begun(2)], null],
  ['none cut off', [begun(1), ended, failed, begun(2), cutOff(2)], null],
  ['none of none', [], null],
] as const)('to be tried again is %s', (_name, lines, expected) => {
  expect(readAttempts(lines).retrying).toEqual(expected);
});

test('an open attempt says what its record will need', () => {
  expect(readAttempts([begun(1), ended]).open).toEqual({
    phase,
    attempt: 1,
    tip: 'c',
    began: at,
    agent: { kind: 'command', name: 'x' },
    ended,
    cutOffs: 1,
    hint: null,
  });
});

test('numbers of attempts are remembered whatever became of them', () => {
  const { highest, begun: last } = readAttempts([begun(1), cutOff(1), begun(2), ended, failed]);
  expect(highest).toEqual(new Map([[phase, 2]]));
  expect(last).toMatchObject({ phase, attempt: 2, tip: 'c' });
});

describe('a restore', () => {
  const restore = (rescue: string | null): JournalLine => ({
    type: 'restore-begun',
    at,
    from: 'c' as CommitId,
    to: 'b' as CommitId,
    undo: false,
    rescue: rescue as never,
  });
  const over: JournalLine = { type: 'restore-ended', at };

  test('is open until it has ended, and remembered afterwards', () => {
    expect(readAttempts([restore('r1')])).toMatchObject({
      restore: { rescue: 'r1' },
      restores: [{ rescue: 'r1' }],
    });
    expect(readAttempts([restore('r1'), over])).toMatchObject({
      restore: null,
      restores: [{ rescue: 'r1' }],
    });
    expect(readAttempts([restore('r1'), over, restore(null)])).toMatchObject({
      restore: { rescue: null },
      restores: [{ rescue: 'r1' }, { rescue: null }],
    });
  });
});

test.each([
  ['completed', { kind: 'completed' }],
  ['needs-input', { kind: 'needs-input', question: 'which?' }],
  ['refused', { kind: 'refused', reason: 'which?' }],
  ['cancelled', { kind: 'cancelled' }],
  ['timed-out', { kind: 'timed-out', afterMs: 7 }],
  ['stalled', { kind: 'stalled', afterMs: 7 }],
  ['crashed', { kind: 'crashed', reason: 'which?', exitCode: null }],
  ['rate-limited', { kind: 'rate-limited', retryAfterMs: null }],
  ['unauthenticated', { kind: 'unauthenticated', login: 'which?' }],
  ['a word of later', { kind: 'crashed', reason: 'the agent ended as a word of later', exitCode: null }],
])('an agent that ended as %s is known again', (outcome, expected) => {
  expect(agentOutcomeOf({ at, outcome, detail: 'which?', ms: 7 })).toEqual(expected);
});

test('what did not hold is of the attempt that the journal names, else of the one begun last', () => {
  const named = (attempt: number): JournalLine => ({ ...failed, phase, attempt });
  const of = (lines: readonly JournalLine[]): readonly number[] =>
    readAttempts(lines).failed.map(({ attempt }) => attempt);
  expect(of([failed])).toEqual([]);
  expect(of([begun(2), failed])).toEqual([2]);
  expect(of([named(1), begun(2), named(2)])).toEqual([1, 2]);
});
