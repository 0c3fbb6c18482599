import { expect, test } from 'vitest';
import { copySoak } from './copySoak.ts';
import { nothingLost } from './nothingLost.ts';

/** Of the soak (`npm run soak -- --copies 300`) as much as every run of the tests can bear. */
test('4 repositories that are copied or moved in a session go on, each in a place of its own', async () => {
  const told: string[] = [];
  const seed = Date.now() % 1_000_000_000;
  const { copied, moved, findings } = await copySoak({
    many: 4,
    seed,
    lanes: 2,
    say: (line) => told.push(line),
  });
  nothingLost(findings, seed, told);
  expect(copied + moved).toBe(4);
}, 600_000);
