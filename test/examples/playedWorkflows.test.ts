import { describe, expect, test } from 'vitest';
import { DEMO } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';
import { exampleFlow } from './exampleFlow.ts';
import { PLAYS } from './exampleParts.ts';
import { endOf, kindsOf, playDying, playToItsEnd, stageOf } from './playExample.ts';

describe('a workflow of the examples', () => {
  test.each(Object.entries(PLAYS))('[M50] %s is played to its end', async (_name, play) => {
    const s = await stageOf(await exampleFlow(play.file), play);
    await playToItsEnd(s, play);
    // Which of those that are at work at once ends first, nobody knows.
    expect((await kindsOf(s)).toSorted()).toEqual(play.log.toSorted());
    expect((await s.api.status(DEMO)).state).toBe('done');
    expect(await s.violations()).toEqual([]);
  });
});

// Fewer places than this are not enough to come from one checkpoint to the next.
const PLACES = [12, 13, 14, 16, 17, 19, 23, 29, 31];

const LONG = Object.entries(PLAYS).filter(([, { log }]) => log.length > 4);

for (const depth of byDepth(LONG, ([, play], at) => at % 3 === 0 && play.diesLater !== true))
  describe.each(depth.rows)('%s', depth.options, (_name, play) => {
    for (const { rows, options } of byDepth(PLACES, (_places, at) => at === 4))
      test.each(rows)('dies at every %sth place, and comes to the same end', options, async (every) => {
        const flow = await exampleFlow(play.file);
        const undisturbed = await stageOf(flow, play);
        await playToItsEnd(undisturbed, play);
        const [s, deaths] = await playDying(flow, play, every);
        expect(deaths).toBeGreaterThan(0);
        expect(await endOf(s, flow)).toEqual(await endOf(undisturbed, flow));
      });
  });
