import { expect, test } from 'vitest';
import { attemptEnd, blockedBy, endedOtherwise } from '../../../src/model/attempt/attemptEnd.ts';
import type { PhaseRecord } from '../../../src/model/checkpoint/phaseRecord.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';

const OUTCOMES = [
  'crashed',
  'timed-out',
  'stalled',
  'refused',
  'cancelled',
  'rate-limited',
  'unauthenticated',
  'needs-input',
  'cut-off',
  'a-word-of-a-newer-version',
];

const judged = (outcome: string, ...reasons: string[]): PhaseRecord['attempts'][number] => ({
  attempt: 1,
  outcome,
  reasons,
});

test.each(OUTCOMES)('an attempt that ended as %s leaves no gate to try', (outcome) => {
  const attempts = [judged('completed', 'the check failed'), judged(outcome, 'why')];
  expect(blockedBy({ attempts, outcome })).toBe('attempt');
  // Nor does a setup that failed on top of it make it one.
  const after = [...attempts, judged('setup-failed', 'exit 1')];
  expect(blockedBy({ attempts: after, outcome })).toBe('attempt');
});

test.each([
  ['a gate that did not hold is tried', [judged('crashed', 'why'), judged('completed', 'failed')], 'gate'],
  ['… below a setup that failed, too', [judged('completed', 'failed'), judged('setup-failed', 'x')], 'gate'],
  ['a setup that failed before any attempt', [judged('setup-failed', 'x')], 'setup'],
  ['… after one that held', [judged('completed'), judged('setup-failed', 'x')], 'setup'],
] as const)('%s', (_name, attempts, by) => {
  expect(blockedBy({ attempts, outcome: null })).toBe(by);
});

test('what attempts of an earlier round came to says nothing of one in which the setup failed first', () => {
  const attempts = [judged('completed', 'the check failed'), judged('setup-failed', 'exit 1')];
  const reopened = { by: 'review' as PhaseId, round: 2, max: 3 };
  expect(blockedBy({ attempts, outcome: null, reopened })).toBe('setup');
  expect(blockedBy({ attempts, outcome: 'completed', reopened })).toBe('gate');
});

test.each([
  ['completed', 'completed'],
  ['needs-input', 'asks'],
  ['stalled', 'asks'],
  ['unauthenticated', 'asks'],
  ['crashed', 'not-completed'],
  ['timed-out', 'not-completed'],
  ['rate-limited', 'not-completed'],
  ['refused', 'not-completed'],
  ['cancelled', 'not-completed'],
  ['a-word-of-a-newer-version', 'not-completed'],
] as const)('an agent that ended as %s: %s', (outcome, as) => {
  expect(attemptEnd({ at: '2026-11-20T10:00:00.000Z' as never, outcome, detail: null, ms: 1 })).toBe(as);
});

const word = (decision: 'approved' | 'rejected', packet?: 'kept'): PhaseRecord['approvals'][number] => ({
  decision,
  by: 'Ada',
  at: '2026-11-20T10:00:00.000Z' as never,
  comment: null,
  artifacts: [],
  tree: 'a'.repeat(40) as never,
  ...(packet === undefined ? {} : { packet }),
});
const second = (outcome: string): PhaseRecord['attempts'][number] => ({ attempt: 2, outcome, reasons: [] });
const acceptedCrash = [judged('crashed', 'why'), judged('completed')];
const by = (kind: string): PhaseRecord['agent'] => ({ kind, name: kind, version: null });

test.each([
  ['a resume took it for completed', { attempts: acceptedCrash }, 'crashed'],
  [
    'with a setup that failed in between',
    { attempts: [judged('cut-off', 'x'), judged('setup-failed', 'x'), judged('completed')] },
    'cut-off',
  ],
  [
    'with a yes to its packet alone',
    { attempts: acceptedCrash, approvals: [word('approved', 'kept')] },
    'crashed',
  ],
  [
    'with a word that sent it back before',
    { attempts: acceptedCrash, approvals: [word('rejected')] },
    'crashed',
  ],
  ['without any that completed', { attempts: [judged('refused', 'no')] }, 'refused'],
  ['by hand, on an attempt that an agent left', { attempts: acceptedCrash, agent: by('manual') }, 'crashed'],
  ['a person said so', { attempts: [judged('crashed', 'why')], approvals: [word('approved')] }, undefined],
  [
    'a person approved it',
    { attempts: acceptedCrash, approvals: [word('approved'), word('approved', 'kept')] },
    undefined,
  ],
  ['another attempt completed', { attempts: [judged('crashed', 'why'), second('completed')] }, undefined],
  [
    'what had completed held later',
    { attempts: [judged('completed', 'why'), judged('completed')] },
    undefined,
  ],
  ['by hand', { attempts: [judged('needs-input'), judged('completed')], agent: by('manual') }, undefined],
  ['without an attempt on record', { attempts: [] }, undefined],
] as const)('closed %s: named by the attempt that did not complete', (_name, over, outcome) => {
  expect(endedOtherwise({ approvals: [], agent: by('command'), ...over })?.outcome).toBe(outcome);
});
