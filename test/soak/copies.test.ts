import { expect, test } from 'vitest';
import { copySoak } from './copySoak.ts';
import { nothingLost } from './nothingLost.ts';

/** Of the soak (`npm run soak -- --copies 300`) as much as every run of the tests can bear, with the same seeds each time. */
test('a repository that is copied or moved in a session goes on in each place', async () => {
  const told: string[] = [];
  const seed = 1;
  const { copied, moved, findings } = await copySoak({
    many: 1,
    seed,
    lanes: 1,
    say: (line) => told.push(line),
  });
  nothingLost(findings, seed, told);
  expect(copied + moved).toBe(1);
}, 600_000);
