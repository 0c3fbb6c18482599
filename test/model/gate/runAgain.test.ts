import { expect, test } from 'vitest';
import type { PhaseRecord } from '../../../src/model/checkpoint/phaseRecord.ts';
import { newestSaid, toRunAgain } from '../../../src/model/gate/runAgain.ts';

const word = (comment: string, decision = 'answered') => ({ decision, comment });
const record = (over: object): PhaseRecord =>
  ({
    status: 'pending',
    attempt: 0,
    question: { about: 'check', checks: ['make'] },
    approvals: [word('try again')],
    ...over,
  }) as unknown as PhaseRecord;

test.each<readonly [again: boolean, what: string, over: object]>([
  [true, 'what is to be tried again', {}],
  [true, 'what is said last', { approvals: [word('go on as it is'), word('try again')] }],
  [false, 'what is let be', { approvals: [word('try again'), word('go on as it is')] }],
  [false, 'other words', { approvals: [word('Try again, please.')] }],
  [false, 'a no', { approvals: [word('try again', 'rejected')] }],
  [false, 'what is asked again', { status: 'waiting' }],
  [false, 'what has been worked on', { attempt: 1 }],
  [false, 'another question', { question: { about: 'limit' } }],
  [false, 'no question', { question: undefined }],
])('checks are run again: %s, for %s', (again, _what, over) => {
  expect(toRunAgain([record(over)])).toEqual(again ? [{ run: 'make' }] : []);
});

const said = (...at: readonly string[]) =>
  record({ baseline: at.map((time) => ({ run: 'make', at: time })) });

test('of several records the one counts that has what was said last', () => {
  const [older, newer] = [said('2026-01-01', '2026-01-02'), said('2026-01-01', '2026-01-03')];
  expect(newestSaid([record({}), older, newer])).toBe(newer.baseline);
  expect(newestSaid([newer, older])).toBe(newer.baseline);
  expect(newestSaid([older, said('2026-01-02')])).toBe(older.baseline);
  expect(newestSaid([record({})])).toBeNull();
});
