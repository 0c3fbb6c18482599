import { expect, test } from 'vitest';
import type { Checkpoint, CheckpointKind } from '../../src/model/checkpoint.ts';
import { closingCheckpoint, phaseBase } from '../../src/model/phaseBase.ts';
import type { PhaseId } from '../../src/model/ids.ts';
import { chooseRestore } from '../../src/model/planRestore.ts';

/** Checkpoints oldest first as `kind phase`, answered newest first with their seq as commit. */
function history(...kinds: readonly string[]): readonly Checkpoint[] {
  const list = kinds.map((text, index) => {
    const [kind, phase] = text.split(' ');
    return {
      commit: String(index + 1),
      parent: index === 0 ? 'base' : String(index),
      at: '2026-11-20T10:00:00.000Z',
      by: 'x',
      subject: text,
      trailers: { kind: kind as CheckpointKind, phase: (phase ?? null) as PhaseId | null, seq: index + 1 },
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
    'after a restore a phase starts from the restore',
    history('opened', 'phase one', 'phase two', 'restore one', 'phase two'),
    two,
    '4',
  ],
])('%s', (_name, checkpoints, phase, base) => {
  expect(phaseBase(checkpoints, phase)).toBe(base);
});

test('a phase that a restore reopened begins anew; one that it left closed does not', () => {
  const checkpoints = history('opened', 'phase one', 'phase two', 'restore one');
  expect(phaseBase(checkpoints, two, 'pending')).toBe('4');
  expect(phaseBase(checkpoints, one, 'done')).toBe('1');
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
    known: ['one', 'two', '1..4'],
  });
});
