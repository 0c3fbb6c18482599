import { expect, test } from 'vitest';
import type { Usage } from '../../src/model/attempt/usage.ts';
import { shortNumber, usageDetails, usageFacts } from '../../src/sentences/usageWords.ts';

const NOTHING: Usage = { inputTokens: null, outputTokens: null, totalTokens: null, costUsd: null };

test.each<[Partial<Usage>, string]>([
  [{}, ''],
  [{ costUsd: 0 }, '$0'],
  [{ costUsd: 0.004 }, '< $0.01'],
  [{ costUsd: 1.239 }, '$1.24'],
  [{ totalTokens: 1 }, '1 token'],
  [{ totalTokens: 0 }, '0 tokens'],
  [{ inputTokens: 11_000 }, '11k tokens'],
  [{ inputTokens: 11_000, outputTokens: 1400 }, '12.4k tokens (11k in, 1.4k out)'],
  [
    { inputTokens: 900, outputTokens: 50, totalTokens: 2000, costUsd: 0.5 },
    '2k tokens (900 in, 50 out) · $0.50',
  ],
  [{ inputTokens: 900, outputTokens: 200, totalTokens: 500 }, '1.1k tokens (900 in, 200 out)'],
])('%o is %s', (usage, words) => {
  expect(usageDetails({ ...NOTHING, ...usage }).join(' · ')).toBe(words);
  expect(usageFacts({ ...NOTHING, ...usage }).join(' · ')).toBe(words.replace(/ \(.*\)/, ''));
});

test.each([
  [999, '999'],
  [1000, '1k'],
  [1234, '1.2k'],
  [99_949, '99.9k'],
  [99_950, '100k'],
  [999_499, '999k'],
  [999_500, '1M'],
  [12_345_678, '12.3M'],
])('%i is %s', (value, words) => expect(shortNumber(value)).toBe(words));
