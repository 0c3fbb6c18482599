import { expect, test } from 'vitest';
import { isAct, killSoak } from './killSoak.ts';
import { storyOf } from './killSession.ts';
import { nothingLost } from './nothingLost.ts';

/** Of the soak (`npm run soak -- --kills 2000`) as much as every run of the tests can bear, with the same seeds each time. */
test('[A1, E1, E14] 2 kills of running sessions, and of what a person types, at random instants lose nothing', async () => {
  const told: string[] = [];
  let seed = 1;
  // One of each kind to begin with: by chance alone it may be all the same. Sessions with phases at once are the thorough part's.
  while (isAct(seed) || !isAct(seed + 1) || storyOf(seed).restored || storyOf(seed).of !== 'plain') seed += 1;
  const { runs, acts } = await killSoak({ many: 2, each: 2, seed, lanes: 2, say: (line) => told.push(line) });
  const findings = [...runs.findings, ...acts.findings];
  nothingLost(findings, seed, told);
  expect(runs.kills + acts.kills).toBeGreaterThanOrEqual(2);
  expect([runs.kills > 0, acts.kills > 0]).toEqual([true, true]);
}, 900_000);
