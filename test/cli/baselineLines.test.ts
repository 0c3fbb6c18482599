import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/runner/runEvents.ts';
import type { PhaseId, Timestamp } from '../../src/model/names/ids.ts';
import { eventLines } from '../../src/cli/output/eventLines.ts';
import { livePhases } from '../../src/cli/output/livePhases.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';

type Ended = Extract<RunEvent, { type: 'baseline-ended' }>;
type Checked = Extract<RunEvent, { type: 'check-ended' }>;

const at = '2026-11-20T10:05:00.000Z' as RunEvent['at'];
const LOOK = {
  style: createStyle(false),
  width: 80,
  lively: false,
  startedAt: null,
  several: false,
  again: false,
  agentSaid: [],
};
const ended = (over: Partial<Ended>): Ended => ({
  type: 'baseline-ended',
  at,
  name: 'npm test',
  outcome: 'failed',
  ms: 12_000,
  ...over,
});

test.each<readonly [Partial<Ended>, string]>([
  [{ outcome: 'passed' }, '  ✓ npm test passed before anything was changed (12 s)'],
  [{}, '  ✗ npm test failed before anything was changed (12 s)'],
  [
    { outcome: 'broke', why: 'its command was not found (exit code 127)' },
    '  · npm test could not be run before anything was changed (12 s): its command was not found (exit code 127)',
  ],
  [
    { outcome: 'no-time', ms: 600_000 },
    '  · npm test is not waited for any longer before anything is changed (10 min 00 s)',
  ],
  [
    { knownSince: '2026-11-20T10:00:00.000Z' as Timestamp },
    '  ✗ npm test failed before anything was changed, known from 5 min ago',
  ],
  [{ name: 'a\u001b[2J\nb' }, '  ✗ a b failed before anything was changed (12 s)'],
])('what a check said before anything was changed is one line: %j', (over, line) => {
  expect(eventLines(ended(over), LOOK)).toEqual([line]);
});

test('the living line says which check is run before anything is changed, and what it prints', () => {
  const begun = livePhases([], { type: 'baseline', at, name: 'npm test', n: 1, of: 3 });
  expect(begun).toMatchObject([{ phase: null, what: 'before anything is changed · check 1/3: npm test' }]);
  expect(livePhases(begun, { type: 'agent-line', at, text: 'ok 1' })).toMatchObject([{ line: 'ok 1' }]);
});

test('a check that failed before and fails now says so', () => {
  const check: Checked = {
    type: 'check-ended',
    at,
    phase: 'one' as PhaseId,
    name: 'npm test',
    outcome: 'failed',
    ms: 1000,
  };
  expect(eventLines({ ...check, before: 'failed' }, LOOK)).toEqual([
    '  ✗ npm test failed, as before anything was changed, in 1 s',
  ]);
  expect(eventLines({ ...check, before: 'failed' }, { ...LOOK, again: true })).toEqual([
    '  ✗ npm test failed again, with what was published beside it, as before anything was changed, in 1 s',
  ]);
  expect(eventLines({ ...check, before: 'passed' }, LOOK)).toEqual(['  ✗ npm test failed in 1 s']);
});
