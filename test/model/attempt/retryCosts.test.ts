import { expect, it } from 'vitest';
import { hasCost } from '../../../src/model/attempt/retryCosts.ts';

const before = (...outcomes: string[]) => outcomes.map((outcome) => ({ outcome }));

it.each([
  ['a gate that did not hold', { outcome: 'completed' }, before(), true],
  ['a first conflict', { outcome: 'conflict' }, before('completed', 'cut-off'), false],
  ['a second conflict', { outcome: 'conflict' }, before('conflict', 'completed'), true],
  ['a failure after a conflict', { outcome: 'completed' }, before('conflict'), true],
  ['a provider that refused for a while', { outcome: 'rate-limited', until: 'then' }, before(), false],
  ['one that refused for good', { outcome: 'rate-limited' }, before(), true],
])('%s', (_what, failed, others, costs) => {
  expect(hasCost(failed, others)).toBe(costs);
});
