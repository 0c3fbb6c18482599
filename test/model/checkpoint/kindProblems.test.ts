import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHECKPOINT_KINDS, type CheckpointKind } from '../../../src/model/checkpoint/trailers.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { kindProblems } from '../../../src/model/checkpoint/kindProblems.ts';
import { SESSION_STATES } from '../../../src/model/status/statusWords.ts';

/** Said again, as the words that trailers of a kind come down to; everything else must be refused. */
const MATCHING: Readonly<Record<CheckpointKind, RegExp>> = {
  opened: /^first - - running (own|forked)$/,
  phase: /^later phase attempt (running|done) (own|forked)$/,
  waiting: /^later phase attempt waiting (own|forked)$/,
  approval: /^later phase attempt \w+ (own|forked)$/,
  rejection: /^later phase attempt \w+ (own|forked)$/,
  answer: /^later phase attempt \w+ (own|forked)$/,
  blocked: /^later phase attempt blocked (own|forked)$/,
  skipped: /^later phase attempt \w+ (own|forked)$/,
  round: /^later phase attempt running (own|forked)$/,
  plan: /^later phase attempt \w+ (own|forked)$/,
  edit: /^later \S+ \S+ \w+ (own|forked)$/,
  restore: /^later \S+ \S+ \w+ (own|forked)$/,
  fork: /^first \S+ \S+ \w+ forked$/,
  closed: /^later - - cancelled (own|forked)$/,
};

const anyRecord = fc.record({
  kind: fc.constantFrom(...CHECKPOINT_KINDS),
  phase: fc.constantFrom(null, 'plan' as PhaseId),
  attempt: fc.constantFrom(null, 0, 3),
  state: fc.constantFrom(...SESSION_STATES),
  seq: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 1000 })),
  forkedFrom: fc.constantFrom(null, 'other@3'),
});

test('[A9a, A10] each kind of checkpoint accepts exactly the trailers that it has, of 1,000 random ones', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyRecord, (record) => {
      const { kind, phase, attempt, state, seq, forkedFrom } = record;
      const words = [
        seq === 1 ? 'first' : 'later',
        phase === null ? '-' : 'phase',
        attempt === null ? '-' : 'attempt',
        state,
        forkedFrom === null ? 'own' : 'forked',
      ];
      const matches = MATCHING[kind].test(words.join(' '));
      expect(kindProblems(record, false).length === 0, `${kind}: ${words.join(' ')}`).toBe(matches);
      seen.add(`${kind} ${matches}`);
    }),
    { numRuns: 1000 },
  );
  expect([...CHECKPOINT_KINDS]).toEqual([
    'opened',
    'phase',
    'waiting',
    'approval',
    'rejection',
    'answer',
    'blocked',
    'edit',
    'skipped',
    'round',
    'plan',
    'restore',
    'fork',
    'closed',
  ]);
  // Both were met of nearly every kind: a record that nothing matches would pass everything above.
  expect(seen.size).toBeGreaterThan(CHECKPOINT_KINDS.length * 1.5);
});
