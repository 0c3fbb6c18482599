import { expect, test } from 'vitest';
import type { Checkpoint } from '../../../src/model/checkpoint/checkpoint.ts';
import { closedInOrder } from '../../../src/model/land/closedInOrder.ts';
import type { StatusRow } from '../../../src/model/status/status.ts';

/** Checkpoints oldest first as `kind phase=restored`, answered newest first with their seq as commit. */
const history = (...kinds: readonly string[]): readonly Checkpoint[] =>
  kinds
    .map((text, index) => {
      const [, kind, phase, restored] = /^(\w+)(?: (\w+))?(?:=(\d+))?$/.exec(text) ?? [];
      return {
        commit: String(index + 1),
        trailers: {
          kind,
          phase: phase ?? null,
          attempt: 1,
          seq: index + 1,
          session: 'demo',
          restored: restored === undefined ? null : Number(restored),
        },
      } as unknown as Checkpoint;
    })
    .toReversed();

const done = (...phases: readonly string[]): readonly StatusRow[] =>
  [...phases, 'open'].map(
    (phase) => ({ phase, status: phase === 'open' ? 'pending' : 'done' }) as unknown as StatusRow,
  );

test.each([
  ['in the order in which they were closed', history('opened', 'phase b', 'phase a'), ['b@2', 'a@3']],
  [
    'an approval closes a phase, what it waited with does not',
    history('opened', 'waiting a', 'edit a', 'approval a', 'phase b'),
    ['a@4', 'b@5'],
  ],
  [
    'one that a round opened again stands where it was closed last',
    history('opened', 'phase a', 'round b', 'phase a', 'phase b'),
    ['a@4', 'b@5'],
  ],
  [
    'what a restore undid is not there',
    history('opened', 'phase a', 'phase b', 'restore a=2', 'phase b'),
    ['a@2', 'b@5'],
  ],
  [
    'a phase that was closed again before that is where it went back to',
    history('opened', 'phase a', 'round b', 'phase a', 'restore a=2', 'phase b'),
    ['a@2', 'b@6'],
  ],
  ['one that is not done any more is not there', history('opened', 'phase a', 'phase open'), ['a@2']],
  ['a clone that does not reach back far knows those that it has', history('waiting b', 'phase b'), ['b@2']],
])('%s', (_what, newestFirst, closed) =>
  expect(closedInOrder(newestFirst, done('a', 'b')).map(({ phase, commit }) => `${phase}@${commit}`)).toEqual(
    closed,
  ),
);
