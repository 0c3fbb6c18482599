import { expect, test } from 'vitest';
import { readUsage, sumUsage, type Usage } from '../../../src/model/attempt/usage.ts';

const used = (over: Partial<Usage>): Usage => ({
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  costUsd: null,
  ...over,
});

test('[A25, A27, A28] what attempts used adds up; what none of them says stays unknown', () => {
  expect(sumUsage([])).toBeNull();
  expect(sumUsage([used({ inputTokens: 5 })])).toEqual(used({ inputTokens: 5 }));
  expect(
    sumUsage([used({ inputTokens: 5, costUsd: 0.25 }), used({}), used({ inputTokens: 7, outputTokens: 0 })]),
  ).toEqual(used({ inputTokens: 12, outputTokens: 0, costUsd: 0.25 }));
});

test('usage in a record of somebody else is taken as far as it is understood', () => {
  expect(readUsage({ inputTokens: 5 })).toEqual(used({ inputTokens: 5 }));
  expect(readUsage({ inputTokens: 'many', costUsd: 1 })).toEqual(used({ costUsd: 1 }));
  for (const other of [undefined, null, 7, 'x', [], { tokens: 5 }]) expect(readUsage(other)).toBeNull();
});
