import { expect, test } from 'vitest';
import { ownerSoak } from './ownerSoak.ts';
import { nothingLost } from './nothingLost.ts';
import { soakOf } from './soakFlow.ts';

/** Of the soak (`npm run soak -- --owners 1000`) as much as every run of the tests can bear, with the same seeds each time. */
test('[P24] a round of two owners, stopped and killed at random instants, leaves one line of history and loses nothing', async () => {
  const told: string[] = [];
  let seed = 1;
  // Sessions with phases at once are the thorough part's.
  while (soakOf(seed) !== 'plain') seed += 1;
  const orders = { many: 1, seed, lanes: 1, say: (line: string) => told.push(line) };
  const { rounds, told: refused, findings } = await ownerSoak(orders);
  nothingLost(findings, seed, told);
  expect(rounds).toBeGreaterThanOrEqual(1);
  expect(refused).toBeGreaterThan(0);
}, 900_000);
