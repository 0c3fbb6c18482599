import { expect, test } from 'vitest';
import type { Checkpoint } from '../../../src/model/checkpoint/checkpoint.ts';
import type { CheckpointKind } from '../../../src/model/checkpoint/trailers.ts';
import { closingCheckpoint, phaseBase, phaseTip } from '../../../src/model/checkpoint/phaseBase.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { chooseRestore } from '../../../src/model/plan/chooseRestore.ts';

/** Checkpoints oldest first as `kind phase/attempt=restored`, answered newest first with their seq as commit. */
function history(...kinds: readonly string[]): readonly Checkpoint[] {
  const list = kinds.map((text, index) => {
    const [, kind, phase, attempt, restored] = /^(\w+)(?: (\w+))?(?:\/(\d+))?(?:=(\d+))?$/.exec(text) ?? [];
    return {
      commit: String(index + 1),
      parent: index === 0 ? 'base' : String(index),
      at: '2026-11-20T10:00:00.000Z',
      by: 'x',
      subject: text,
      trailers: {
        kind: kind as CheckpointKind,
        phase: (phase ?? null) as PhaseId | null,
        attempt: phase === undefined ? null : Number(attempt ?? 1),
        seq: index + 1,
        restored: restored === undefined ? null : Number(restored),
      },
    } as unknown as Checkpoint;
  });
  return list.reverse();
}
const one = 'one' as PhaseId;
const two = 'two' as PhaseId;

test.each([
  ['a phase that was not tried starts from the tip', history('opened', 'phase one'), two, '2'],
  [
    'a closed phase starts from the checkpoint before it',
    history('opened', 'phase one', 'phase two'),
    one,
    '1',
  ],
  [
    'its own waiting, rejection and answer do not count',
    history('opened', 'waiting one', 'rejection one', 'waiting one', 'approval one'),
    one,
    '1',
  ],
  [
    'an edit between phases is part of the base',
    history('opened', 'phase one', 'edit', 'phase two'),
    two,
    '3',
  ],
  [
    'an edit accepted on approval is part of the phase',
    history('opened', 'waiting one', 'edit one', 'approval one'),
    one,
    '1',
  ],
  [
    'an edit between two attempts is part of the phase',
    history('opened', 'edit', 'waiting one', 'rejection one', 'edit', 'waiting one/2', 'edit one/2'),
    one,
    '2',
  ],
  [
    'another phase that waits again in between ends nothing',
    history('opened', 'approval one', 'waiting two', 'rejection two', 'edit one', 'approval one'),
    two,
    '2',
  ],
  [
    'a setup that failed before the first attempt, and what was edited then, belong to the base',
    history('opened', 'blocked one/0', 'edit', 'waiting one', 'approval one'),
    one,
    '3',
  ],
  [
    'a setup that failed after a restore too, whose attempts count on',
    history('opened', 'phase one', 'restore=1', 'blocked one/1', 'phase one/2'),
    one,
    '4',
  ],
  [
    'a phase that a restore reopened begins anew',
    history('opened', 'phase one', 'phase two', 'restore one=2'),
    two,
    '4',
  ],
  [
    '… and has begun there once it is tried',
    history('opened', 'phase one', 'phase two', 'restore one=2', 'phase two/2'),
    two,
    '4',
  ],
  [
    'one that a restore left closed does not',
    history('opened', 'phase one', 'phase two', 'restore one=2'),
    one,
    '1',
  ],
  [
    'one that waited then goes on from where it began',
    history('opened', 'waiting one', 'approval one', 'restore one=2'),
    one,
    '1',
  ],
  [
    '… whatever becomes of it',
    history('opened', 'waiting one', 'approval one', 'restore one=2', 'rejection one', 'edit', 'phase one/2'),
    one,
    '1',
  ],
  [
    'the undo of a restore is that again',
    history('opened', 'phase one', 'phase two', 'restore one=2', 'restore two=3'),
    two,
    '2',
  ],
  [
    'the undo of an undo as well',
    history('opened', 'phase one', 'phase two', 'restore=1', 'restore two=3', 'restore=4'),
    one,
    '6',
  ],
  [
    'a restore that says no seq, of an older Cairn, is known by phase and attempt',
    history('opened', 'phase one', 'waiting two', 'restore one', 'phase two/2'),
    one,
    '1',
  ],
  [
    'a restore to what this clone does not have is where all begins',
    history('opened', 'phase one', 'restore two=9', 'waiting two/3').slice(0, 2),
    two,
    '3',
  ],
])('%s', (_name, checkpoints, phase, base) => {
  expect(phaseBase(checkpoints, { phase, round: 1 })).toBe(base);
});

test('the newest checkpoint of a phase is none that a restore went back behind', () => {
  const checkpoints = history('opened', 'phase one', 'restore=1', 'phase one/2', 'restore one=2');
  expect(phaseTip(checkpoints, one)?.commit).toBe('2');
  expect(phaseTip(checkpoints.slice(2), one)).toBe(null);
});

test('the latest checkpoint that closed a phase is found past a restore', () => {
  expect(
    closingCheckpoint(
      history('opened', 'phase one', 'phase two', 'restore one', 'waiting two', 'approval two'),
      two,
    )?.commit,
  ).toBe('6');
});

test('a restore goes to the latest closing of a phase, to a seq, or back over the last restore', () => {
  const checkpoints = history('opened', 'phase one', 'phase two', 'restore one');
  expect(chooseRestore(checkpoints, { to: 'two' })).toMatchObject({
    kind: 'to',
    checkpoint: { commit: '3' },
  });
  expect(chooseRestore(checkpoints, { to: 'opened' })).toMatchObject({
    kind: 'to',
    checkpoint: { commit: '1' },
  });
  expect(chooseRestore(checkpoints, { to: '1' })).toMatchObject({ kind: 'to', checkpoint: { commit: '1' } });
  expect(chooseRestore(checkpoints, { undo: true })).toMatchObject({
    kind: 'undo',
    checkpoint: { commit: '3' },
    restore: { commit: '4' },
  });
  expect(chooseRestore(checkpoints.slice(1), { undo: true })).toEqual({ kind: 'nothing-to-undo' });
  expect(chooseRestore(checkpoints, { to: 'three' })).toEqual({
    kind: 'unknown',
    closed: ['one', 'two'],
    numbers: ['1..4'],
  });
});
