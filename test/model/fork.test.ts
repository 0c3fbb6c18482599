import { describe, expect, test } from 'vitest';
import { type Checkpoint, ownCheckpoints, forkedFrom } from '../../src/model/checkpoint/checkpoint.ts';
import type { CheckpointKind } from '../../src/model/checkpoint/trailers.ts';
import { chooseFork } from '../../src/model/plan/chooseFork.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../../src/model/names/ids.ts';
import { inClosingOrder } from '../../src/model/checkpoint/phaseRecord.ts';
import { lineBehind } from '../../src/model/checkpoint/lineBehind.ts';
import { phaseTip } from '../../src/model/checkpoint/phaseBase.ts';
import { verifyFork } from '../../src/model/checkpoint/verifyRules.ts';
import { renderCheckpoint } from '../../src/model/checkpoint/checkpointMessage.ts';

const at = '2026-11-20T10:00:00.000Z' as Timestamp;

/** `demo 2 phase one`, and for a restore the seq that it goes back to. */
function checkpoint(said: string): Checkpoint {
  const [session = '', seq = '', kind = '', phase, restored] = said.split(' ');
  return {
    commit: said as CommitId,
    parent: null,
    at,
    by: '',
    subject: '',
    trailers: {
      schema: 3,
      checked: null,
      session: session as SessionId,
      seq: Number(seq),
      kind: kind as CheckpointKind,
      state: 'running',
      phase: phase === undefined || phase === '-' ? null : (phase as PhaseId),
      attempt: 1,
      round: 1,
      waiting: null,
      next: null,
      title: 'Add login',
      workflow: 'feature',
      plan: `sha256:${'0'.repeat(64)}`,
      effects: 0,
      engine: 'cairn/0.1.0',
      updated: at,
      forkedFrom: kind === 'fork' ? 'demo@3' : null,
      held: null,
      restored: restored === undefined ? null : Number(restored),
    },
  };
}

/** Newest first: `other` was forked off `demo` where its second phase was done. */
const LINE = [
  'other 3 phase three',
  'other 2 edit',
  'other 1 fork two',
  'demo 3 phase two',
  'demo 2 phase one',
  'demo 1 opened',
].map(checkpoint);

test('what is of the session itself ends with its first checkpoint', () => {
  expect(ownCheckpoints(LINE)).toEqual(LINE.slice(0, 3));
  expect(ownCheckpoints(LINE.slice(3))).toEqual(LINE.slice(3));
  expect(ownCheckpoints(LINE.slice(0, 2))).toEqual(LINE.slice(0, 2));
});

describe('a fork begins', () => {
  test.each([
    ['3', 'other 3 phase three'],
    ['1', 'other 1 fork two'],
    ['opened', 'other 1 fork two'],
    ['three', 'other 3 phase three'],
    ['two', 'demo 3 phase two'],
    ['one', 'demo 2 phase one'],
  ])('for %s on "%s"', (to, commit) =>
    expect(chooseFork(LINE, to)).toMatchObject({ kind: 'from', checkpoint: { commit } }),
  );
  test('nowhere else, and it is said where it could', () => {
    expect(chooseFork(LINE, '4')).toEqual({
      kind: 'unknown',
      closed: ['one', 'two', 'three'],
      numbers: ['1..3'],
    });
  });
});

test('a restore goes back within its session: the same number of the other one is not meant', () => {
  const restored = [checkpoint('other 5 restore - 2'), ...LINE.slice(2)];
  expect(lineBehind(restored, ({ trailers }) => trailers).map(({ commit }) => commit)).toEqual([
    'other 5 restore - 2',
  ]);
  const whole = [checkpoint('other 4 restore - 1'), ...LINE];
  expect(phaseTip(whole, 'three' as PhaseId)).toBeNull();
  expect(phaseTip(whole, 'two' as PhaseId)?.commit).toBe('demo 3 phase two');
});

test('records are ordered by seq, and those that were inherited among themselves by their order', () => {
  const inherited = (order: number) => ({
    seq: 1,
    inherited: { session: 'demo' as SessionId, seq: 9 - order, order },
  });
  const records = [{ seq: 2 }, inherited(2), { seq: 3 }, inherited(1)];
  expect(records.toSorted(inClosingOrder)).toEqual([inherited(1), inherited(2), { seq: 2 }, { seq: 3 }]);
});

test.each([
  ['demo@3', { session: 'demo', seq: 3 }],
  ['demo', null],
  ['demo@0', null],
  ['De mo@1', null],
  ['demo@1 --x', null],
])('the trailer %j says %j', (said, found) => expect(forkedFrom({ forkedFrom: said })).toEqual(found));

describe('verify, of the first checkpoint', () => {
  const [fork, onto] = [checkpoint('other 1 fork two'), checkpoint('demo 3 phase two')];
  const message = (of: Checkpoint): string => renderCheckpoint('x', '', of.trailers);
  test('holds where it stands on what it names, or where nobody can know', () => {
    expect(verifyFork(fork, message(onto))).toEqual([]);
    expect(verifyFork(fork, null)).toEqual([]);
    expect(verifyFork(checkpoint('demo 1 opened'), 'the base')).toEqual([]);
  });
  test.each([
    [message(checkpoint('demo 2 phase one')), 'demo@2'],
    ['the base', 'no checkpoint'],
  ])('does not where it stands on something else', (said, stands) => {
    expect(verifyFork(fork, said).map(({ rule, what }) => [rule, what])).toEqual([
      ['R15', `it names demo@3 and stands on ${stands}`],
    ]);
  });
});
