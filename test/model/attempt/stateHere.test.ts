import { expect, it } from 'vitest';
import type { CommitId, PhaseId, Timestamp } from '../../../src/model/names/ids.ts';
import type { JournalLine } from '../../../src/model/attempt/journal.ts';
import { readAttempts, type JournalReading } from '../../../src/model/attempt/openAttempt.ts';
import type { PermissionRequest } from '../../../src/model/agent/permissionRequest.ts';
import { stateHere } from '../../../src/model/attempt/stateHere.ts';

const at = '2026-11-20T10:00:00.000Z' as Timestamp;
const slots = (...readings: readonly JournalReading[]) => ({
  slots: readings.map((reading) => ({ reading })),
});
const none = readAttempts([]);
const idle = { lease: { held: false }, permissions: [], ...slots(none) };
const driven = { ...idle, lease: { held: true } };
const asked: PermissionRequest = {
  id: 'a',
  epoch: 1,
  at,
  phase: 'plan' as PhaseId,
  attempt: 1,
  agent: 'a',
  kind: 'edit',
  title: 'Edit',
  paths: [],
};
const asking = { ...driven, permissions: [asked] };
const attempt: JournalLine = {
  type: 'attempt-begun',
  at,
  phase: 'plan' as PhaseId,
  attempt: 1,
  tip: 'ab'.repeat(20) as CommitId,
  resumed: false,
  head: null,
  agent: 'a',
};
const begun = readAttempts([attempt]);
const failed = readAttempts([attempt, { type: 'attempt-failed', at, outcome: 'failed', reasons: [] }]);

it.each<
  [stored: string, what: string, seen: Parameters<typeof stateHere>[1], shown: string, driven: boolean]
>([
  ['running', 'somebody drives', driven, 'running', true],
  ['running', 'the agent asks', asking, 'waiting', true],
  ['running', 'nobody drives and no attempt is open', idle, 'paused', false],
  ['running', 'nobody drives and an attempt is open', { ...idle, ...slots(begun) }, 'interrupted', false],
  [
    'running',
    'nobody drives and an attempt beside is open',
    { ...idle, ...slots(none, none, begun) },
    'interrupted',
    false,
  ],
  ['running', 'somebody drives an attempt', { ...driven, ...slots(begun) }, 'running', true],
  ['blocked', 'nobody drives', idle, 'blocked', false],
  ['blocked', 'nobody drives and an attempt is open', { ...idle, ...slots(begun) }, 'blocked', false],
  ['blocked', 'somebody drives', driven, 'running', true],
  ['blocked', 'the agent asks', asking, 'waiting', true],
  ['waiting', 'somebody acts', driven, 'waiting', false],
  ['waiting', 'nobody drives and an attempt is open', { ...idle, ...slots(begun) }, 'waiting', false],
  ['waiting', 'an attempt is under way', { ...driven, ...slots(begun) }, 'running', true],
  ['waiting', 'an attempt beside is under way', { ...driven, ...slots(none, none, begun) }, 'running', true],
  ['waiting', 'the next attempt is to begin', { ...driven, ...slots(failed) }, 'running', true],
  ['waiting', 'an agent asks', { ...asking, ...slots(begun) }, 'waiting', true],
  ['done', 'somebody acts', driven, 'done', false],
  ['cancelled', 'an attempt was left open', { ...idle, ...slots(begun) }, 'cancelled', false],
  ['unknown', 'somebody drives', asking, 'unknown', true],
  ['unknown', 'nobody drives', { ...idle, ...slots(begun) }, 'unknown', false],
])('%s, and %s: shown as it stands', (stored, _what, seen, state, isDriven) => {
  expect(stateHere(stored, seen)).toEqual({ state, driven: isDriven });
});
