import { expect, test } from 'vitest';
import { backoffMs } from '../../../src/model/agent/backoff.ts';

test.each([
  [null, 0, 5_000],
  [null, 1, 15_000],
  [null, 5, 600_000],
  [null, 6, null],
  [30_000, 0, 30_000],
  [250, 3, 250],
  [0, 0, 0],
  [3_600_000, 0, 3_600_000],
  [3_600_001, 0, null],
  [1_000, 6, null],
])('told to wait %s ms, after %i refusals: %s ms', (told, inARow, ms) => {
  expect(backoffMs(told, inARow)).toBe(ms);
});
