import { expect, test } from 'vitest';
import { planAttempt, type AttemptFacts } from '../../../src/model/plan/planAttempt.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';

const quiet: AttemptFacts = {
  held: null,
  open: null,
  retrying: null,
  answered: null,
  approvalVoid: null,
  treeDiffers: false,
  isolation: 'worktree',
  isNewPlace: false,
  said: { leftovers: null },
};
const plan = 'plan' as PhaseId;

test('where phases work side by side, one that waits for work by hand is judged as it lies there', () => {
  expect(planAttempt({ ...quiet, held: { phase: plan, attempt: 2, by: 'work' } }, 'waiting')).toEqual({
    do: 'try-gate',
    phase: plan,
    attempt: 2,
    otherwise: 'wait',
  });
});

test.each([
  [true, 1],
  [false, 0],
])('one whose last attempt another was to follow has spent a retry: %s', (costs, retriesSpent) => {
  const retrying = { phase: plan, attempt: 1, outcome: 'conflict', costs };
  expect(planAttempt({ ...quiet, retrying }, 'running')).toEqual({
    do: 'proceed',
    first: 'retry',
    retriesSpent,
  });
});

test('one that nobody has begun just begins', () => {
  expect(planAttempt(quiet, 'running')).toEqual({ do: 'proceed', first: 'nothing' });
});
