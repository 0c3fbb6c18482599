import { expect, test } from 'vitest';
import { CHECKED } from '../../../src/model/status/statusWords.ts';
import { doneTogether, worstOf } from '../../../src/model/text/doneTogether.ts';
import { behindDone, besidesApproved, doneWords } from '../../../src/model/text/doneWords.ts';

test.each([
  ['passed', 'done, checks passed', ', checks passed'],
  ['red', 'done, checks red', ', checks red'],
  ['approved', 'done, approved', ''],
  ['nothing', 'done, nothing checked', ', nothing checked'],
] as const)('what is done and %s is "%s"', (checked, words, besides) => {
  expect(doneWords(checked)).toBe(words);
  expect(`done, ${behindDone(checked)}`).toBe(words);
  expect(besidesApproved(checked)).toBe(besides);
});

test('where nobody wrote down what stands behind it nothing is said of that', () => {
  expect([doneWords(null), behindDone(null)]).toEqual(['done', '']);
});

test('of several it is said once what all are, and else how many are what', () => {
  expect(doneTogether(['approved', 'approved'])).toBe('done, approved');
  expect(doneTogether([])).toBe('done');
  expect(doneTogether(['nothing', 'passed', null, 'passed', 'red'])).toBe(
    'done (1 checks red, 1 nothing checked, 2 checks passed)',
  );
});

test('of several the worst stands for all, and what nobody wrote down is not taken for good', () => {
  expect(CHECKED.map((word) => worstOf(['passed', word, 'passed']))).toEqual([
    'passed',
    'changed',
    'red',
    'approved',
    'nothing',
  ]);
  expect([worstOf(['nothing', 'red']), worstOf(['approved', null]), worstOf([])]).toEqual([
    'red',
    null,
    null,
  ]);
});
