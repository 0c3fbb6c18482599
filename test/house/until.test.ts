import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../support/until.ts';

let looks = 0;

test('who looks until something holds and loses a race', async () => {
  const never = until(() => {
    looks += 1;
    return false;
  });
  await Promise.race([never, sleep(30)]);
  expect(looks).toBeGreaterThan(0);
});

test('looks no more when its test is over, beside the later ones of the process', async () => {
  const before = looks;
  await sleep(60);
  expect(looks).toBe(before);
});
