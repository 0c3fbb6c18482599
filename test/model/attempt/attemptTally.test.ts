import { expect, test } from 'vitest';
import { tallyAttempts } from '../../../src/model/attempt/attemptTally.ts';
import { readUsage } from '../../../src/model/attempt/usage.ts';
import type { CommitId, PhaseId, Timestamp } from '../../../src/model/names/ids.ts';
import type { JournalLine } from '../../../src/model/attempt/journal.ts';
import type { PermissionRecord } from '../../../src/model/checkpoint/phaseRecord.ts';

const at = '2026-11-20T10:01:22.123Z' as Timestamp;
const begun = (phase: string, attempt: number): JournalLine => ({
  type: 'attempt-begun',
  at,
  phase: phase as PhaseId,
  attempt,
  tip: 'ab'.repeat(20) as CommitId,
  resumed: false,
  head: null,
  agent: 'a',
});
const used = (inputTokens: number): JournalLine => ({
  type: 'agent-ended',
  at,
  outcome: 'crashed',
  detail: null,
  ms: 1,
  usage: { inputTokens, outputTokens: null, totalTokens: null, costUsd: 0.5 },
});
const permission = (title: string): PermissionRecord => ({
  at,
  kind: 'edit',
  title,
  paths: [],
  decision: 'allowed',
  by: 'policy',
});
const decided = (title: string): JournalLine => ({
  type: 'permission-decided',
  at,
  permission: permission(title),
});

test('[A25, A28, S31] failed, cut-off and published attempts of the phase add up; those of other phases do not', () => {
  const lines = [
    begun('other', 1),
    used(1000),
    decided('other'),
    begun('plan', 1),
    decided('cut off'),
    begun('plan', 2),
    decided('failed'),
    used(10),
    begun('plan', 3),
    used(5),
  ];
  const before = { usage: { inputTokens: 100, outputTokens: 7 }, permissions: [permission('published')] };
  expect(tallyAttempts({ ...before, workedMs: 40 }, lines, 'plan' as PhaseId, [])).toEqual({
    workedMs: 42,
    usage: { inputTokens: 115, outputTokens: 7, totalTokens: null, costUsd: 1 },
    permissions: ['published', 'cut off', 'failed'].map(permission),
  });
});

const worked = (ms: number, inputTokens: number): JournalLine => ({
  type: 'agent-worked',
  at,
  ms,
  usage: { inputTokens, outputTokens: null, totalTokens: null, costUsd: null },
});

test('an attempt that was cut off counts with what was last told of it, and one that ended with what it told then', () => {
  const lines = [begun('plan', 1), worked(30, 1), worked(60, 2), begun('plan', 2), worked(30, 5), used(10)];
  const { workedMs, usage } = tallyAttempts({}, lines, 'plan' as PhaseId, []);
  expect([workedMs, readUsage(usage)?.inputTokens]).toEqual([61, 12]);
});

test('nothing said and nothing asked leaves nothing in the record, and a flood of questions its end', () => {
  expect(tallyAttempts({}, [begun('plan', 1)], 'plan' as PhaseId, [])).toEqual({});
  const lines = [begun('plan', 1), ...Array.from({ length: 500 }, (_one, n) => decided(String(n)))];
  const { permissions = [] } = tallyAttempts({}, lines, 'plan' as PhaseId, []);
  expect([permissions.length, permissions.at(-1)?.title]).toEqual([200, '499']);
});

test('a note is recorded once, at the attempt that was told first, and not by another phase', () => {
  const at = '2026-11-20T10:00:00.000Z' as Timestamp;
  const note = (id: string) => ({ id, at, by: 'Ann', text: `say ${id}` });
  const taken = (id: string, phase: string, attempt: number): JournalLine => ({
    type: 'note-taken',
    at,
    phase: phase as PhaseId,
    attempt,
    note: id,
  });
  const lines = [
    taken('b', 'plan', 2),
    taken('b', 'plan', 3),
    taken('c', 'other', 1),
    taken('lost', 'plan', 3),
  ];
  const before = { notes: [{ ...note('a'), attempt: 1 }] };
  expect(tallyAttempts(before, lines, 'plan' as PhaseId, [note('a'), note('b'), note('c')])).toEqual({
    notes: [
      { ...note('a'), attempt: 1 },
      { ...note('b'), attempt: 2 },
    ],
  });
});

test('what it takes to tell a person what to do is no work of an agent', () => {
  const byHand: JournalLine = {
    ...begun('plan', 1),
    type: 'attempt-begun',
    agentKind: 'manual',
  } as JournalLine;
  const lines = [byHand, used(1), begun('plan', 2), used(1)];
  expect(tallyAttempts({}, lines.slice(0, 2), 'plan' as PhaseId, [])).not.toHaveProperty('workedMs');
  expect(tallyAttempts({}, lines, 'plan' as PhaseId, [])).toMatchObject({ workedMs: 1 });
});
