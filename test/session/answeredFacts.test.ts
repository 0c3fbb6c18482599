import { expect, test } from 'vitest';
import { answeredFacts } from '../../src/session/resume/openFacts.ts';

const NOTHING = { open: null, retrying: null, highest: new Map() };
const RECORD = {
  workflow: { phases: [{ id: 'one', needs: [], forEach: null }] },
  status: { rows: [{ phase: 'one', status: 'pending', round: 1, attempt: 2 }] },
  commit: 'c'.repeat(40),
};
const known = (over: object = {}) => ({
  ...RECORD,
  records: new Map([
    [
      'one',
      {
        status: 'pending',
        attempt: 2,
        held: { commit: 'a'.repeat(40), base: 'b'.repeat(40) },
        question: { about: 'check', checks: ['npm test'] },
        approvals: [{ decision: 'answered', comment: 'go on as it is' }],
        ...over,
      },
    ],
  ]),
});
type Args = Parameters<typeof answeredFacts>;
const facts = (record: object, reading: object = {}): ReturnType<typeof answeredFacts> =>
  answeredFacts(record as Args[0], 'one' as Args[1], { ...NOTHING, ...reading });

test('work that a person answered for is judged once more', () => {
  expect(facts(known())).toEqual({ phase: 'one', attempt: 2 });
  const again = { approvals: [{ decision: 'answered', comment: 'try again' }] };
  expect(facts(known(again))).toEqual({ phase: 'one', attempt: 2 });
});

test.each<readonly [string, object, object]>([
  ['what is open of an attempt', {}, { open: {} }],
  ['an attempt whose gate did not hold', {}, { retrying: {} }],
  ['what a later attempt has left', {}, { highest: new Map([['one', 3]]) }],
  ['work that is not held', { held: undefined }, {}],
  ['a phase that waits still', { status: 'waiting' }, {}],
  ['another question', { question: { about: 'limit' } }, {}],
  ['another answer', { approvals: [{ decision: 'answered', comment: 'Use the file.' }] }, {}],
  ['a rejection in these words', { approvals: [{ decision: 'rejected', comment: 'try again' }] }, {}],
  ['no word', { approvals: [] }, {}],
])('%s is not', (_, over, reading) => {
  expect(facts(known(over), reading)).toBeNull();
});

test('the attempt of before that was the last to begin is', () => {
  expect(facts(known(), { highest: new Map([['one', 2]]) })).not.toBeNull();
});
