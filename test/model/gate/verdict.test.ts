import { describe, expect, test } from 'vitest';
import type { AgentOutcome } from '../../../src/model/agentOutcome.ts';
import { type CheckEnd, classifyCheck } from '../../../src/model/gate/classifyCheck.ts';
import { type GateFacts, gateVerdict } from '../../../src/model/gate/verdict.ts';
import type { CheckRecord } from '../../../src/model/phaseRecord.ts';

const check = (outcome: CheckRecord['outcome'], exitCode: number | null): CheckRecord => ({
  name: 'npm test',
  run: 'npm test',
  outcome,
  exitCode,
  ms: 5,
  tail: '',
});
const good: GateFacts = {
  agent: { kind: 'completed' },
  artifacts: [{ path: 'a.md', reasons: [] }],
  checks: [check('passed', 0)],
  secrets: [],
  approval: 'none',
};
const fails = (reasons: readonly string[], broke = false) => ({ kind: 'fails', reasons, broke });

describe('a gate', () => {
  test('holds when all that was promised is there', () => {
    expect(gateVerdict(good)).toEqual({ kind: 'holds' });
    expect(gateVerdict({ ...good, checks: [] })).toEqual({ kind: 'holds' });
    expect(gateVerdict({ ...good, artifacts: [] })).toEqual({ kind: 'holds' });
  });

  test('asks for the approval only when the rest holds', () => {
    expect(gateVerdict({ ...good, approval: 'required' })).toEqual({ kind: 'needs-approval' });
    expect(gateVerdict({ ...good, approval: 'required', checks: [check('failed', 1)] })).toMatchObject({
      kind: 'fails',
    });
  });

  test('[F5] never holds where nothing was checked', () => {
    expect(gateVerdict({ ...good, artifacts: [], checks: [] })).toEqual(
      fails(['nothing was checked: the phase has neither artifacts nor checks']),
    );
    expect(gateVerdict({ ...good, artifacts: [], checks: [], approval: 'required' }).kind).toBe('fails');
  });

  test('tells everything that does not hold', () => {
    expect(
      gateVerdict({
        ...good,
        artifacts: [{ path: 'a.md', reasons: ['a.md is missing'] }],
        checks: [check('failed', 2)],
        secrets: [{ path: '.env', line: 3, what: 'AWS key' }],
      }),
    ).toEqual(
      fails([
        'a.md is missing',
        '.env:3 holds a secret (AWS key)',
        'the check "npm test" failed with exit code 2',
      ]),
    );
  });

  test('a check that broke is told apart from one that said no', () => {
    expect(gateVerdict({ ...good, checks: [check('broke', 127)] })).toEqual(
      fails(['the check "npm test" broke: exit code 127 says that its command was not found'], true),
    );
    expect(gateVerdict({ ...good, checks: [check('broke', 126)] })).toEqual(
      fails(['the check "npm test" broke: exit code 126 says that its command may not be run'], true),
    );
    expect(gateVerdict({ ...good, checks: [check('failed', 1), check('broke', null)] })).toMatchObject({
      broke: true,
    });
  });

  test.each<[AgentOutcome, string]>([
    [{ kind: 'needs-input', question: 'Which one?' }, 'the agent asks: Which one?'],
    [{ kind: 'refused', reason: 'no' }, 'the agent refused: no'],
    [{ kind: 'cancelled' }, 'the agent was cancelled'],
    [{ kind: 'timed-out', afterMs: 60_000 }, 'the agent was still at work after 60 s and was ended'],
    [{ kind: 'stalled', afterMs: 5000 }, 'the agent said nothing for 5 s and was ended'],
    [
      { kind: 'crashed', reason: 'segfault', exitCode: 139 },
      'the agent crashed with exit code 139: segfault',
    ],
    [
      { kind: 'rate-limited', retryAfterMs: null },
      'the agent was refused by its provider for too many requests',
    ],
    [{ kind: 'unauthenticated', login: 'claude /login' }, 'the agent is not signed in (claude /login)'],
  ])('does not hold when the agent ended as %j, whatever is there', (agent, reason) => {
    expect(gateVerdict({ ...good, agent })).toEqual(fails([reason]));
  });
});

test.each<[CheckEnd['kind'], number | null, string | null, CheckRecord['outcome']]>([
  ['exited', 0, null, 'passed'],
  ['exited', 1, null, 'failed'],
  ['exited', 125, null, 'failed'],
  ['exited', 126, null, 'broke'],
  ['exited', 127, null, 'broke'],
  ['exited', 128, null, 'failed'],
  ['exited', 9009, null, 'broke'],
  ['exited', null, null, 'broke'],
  ['signalled', null, 'SIGKILL', 'broke'],
  ['timed-out', null, 'SIGTERM', 'broke'],
  ['timed-out', 0, null, 'broke'],
  ['cancelled', null, null, 'broke'],
  ['not-started', null, null, 'broke'],
])('a check that %s with %s and %s %s', (kind, exitCode, signal, outcome) => {
  expect(classifyCheck({ kind, exitCode, signal })).toBe(outcome);
});
