import { expect, test } from 'vitest';
import type { CheckpointKind, Trailers } from '../../../src/model/checkpoint/trailers.ts';
import type { CommitId, PhaseId } from '../../../src/model/names/ids.ts';
import { holdsStill } from '../../../src/model/plan/holdsStill.ts';

const PLAN = 'plan' as PhaseId;
const commit = (seq: number): CommitId => String(seq).repeat(40) as CommitId;

/** Checkpoints as they were published, such as `rejection plan`. */
const published = (...kinds: readonly string[]) =>
  kinds
    .map((said, at) => {
      const [kind, phase = null] = said.split(' ');
      const trailers = { seq: at + 1, kind: kind as CheckpointKind, phase } as Trailers;
      return { commit: commit(at + 1), trailers };
    })
    .toReversed();

test.each<readonly [holds: boolean, since: string, kinds: readonly string[]]>([
  [true, 'nothing', ['opened']],
  [
    true,
    'work',
    ['opened', 'waiting plan', 'answer plan', 'phase plan', 'round plan', 'edit', 'blocked plan'],
  ],
  [true, 'a no to another phase', ['opened', 'phase plan', 'rejection build']],
  [true, 'a no to an item of it', ['opened', 'rejection plan-a']],
  [false, 'a no', ['opened', 'rejection plan', 'phase plan']],
  [false, 'a restore', ['opened', 'phase plan', 'restore']],
  [false, 'a restore and what came after', ['opened', 'restore plan', 'phase plan']],
])('what was said holds: %s, where there was %s', (holds, _since, kinds) => {
  expect(holdsStill(PLAN, commit(1), published(...kinds))).toBe(holds);
});

test('what was said behind a restore or a no holds', () => {
  expect(holdsStill(PLAN, commit(3), published('opened', 'restore', 'rejection plan', 'phase plan'))).toBe(
    true,
  );
});

test('nothing holds that was said on what is no part of the session', () => {
  expect(holdsStill(PLAN, commit(9), published('opened', 'phase plan'))).toBe(false);
});
