import { expect, it } from 'vitest';
import type { CommitId, PhaseId, Timestamp } from '../../../src/model/names/ids.ts';
import type { JournalLine } from '../../../src/model/attempt/journal.ts';
import { readAttempts } from '../../../src/model/attempt/openAttempt.ts';
import type { PermissionRequest } from '../../../src/model/agent/permissionRequest.ts';
import { stateHere } from '../../../src/model/attempt/stateHere.ts';

const at = '2026-11-20T10:00:00.000Z' as Timestamp;
const idle = { lease: { held: false }, permissions: [], reading: readAttempts([]) };
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
  ['running', 'nobody drives and an attempt is open', { ...idle, reading: begun }, 'interrupted', false],
  [
    'running',
    'nobody drives and an attempt beside is open',
    { ...idle, beside: [{ reading: idle.reading }, { reading: begun }] },
    'interrupted',
    false,
  ],
  ['running', 'somebody drives an attempt', { ...driven, reading: begun }, 'running', true],
  ['blocked', 'nobody drives', idle, 'blocked', false],
  ['blocked', 'nobody drives and an attempt is open', { ...idle, reading: begun }, 'blocked', false],
  ['blocked', 'somebody drives', driven, 'running', true],
  ['blocked', 'the agent asks', asking, 'waiting', true],
  ['waiting', 'somebody acts', driven, 'waiting', false],
  ['waiting', 'nobody drives and an attempt is open', { ...idle, reading: begun }, 'waiting', false],
  ['waiting', 'an attempt is under way', { ...driven, reading: begun }, 'running', true],
  [
    'waiting',
    'an attempt beside is under way',
    { ...driven, beside: [{ reading: idle.reading }, { reading: begun }] },
    'running',
    true,
  ],
  ['waiting', 'the next attempt is to begin', { ...driven, reading: failed }, 'running', true],
  ['waiting', 'an agent asks', { ...asking, reading: begun }, 'waiting', true],
  ['done', 'somebody acts', driven, 'done', false],
  ['cancelled', 'an attempt was left open', { ...idle, reading: begun }, 'cancelled', false],
  ['unknown', 'somebody drives', asking, 'unknown', true],
  ['unknown', 'nobody drives', { ...idle, reading: begun }, 'unknown', false],
])('%s, and %s: shown as it stands', (stored, _what, seen, state, isDriven) => {
  expect(stateHere(stored, seen)).toEqual({ state, driven: isDriven });
});
