import { describe, expect, test } from 'vitest';
import { DEMO, workIn, type Stage } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';
import { exampleFlow } from './exampleFlow.ts';
import { PLAYS as EXAMPLES, type ExamplePlay } from './exampleParts.ts';
import { endOf, kindsOf, playDying, playToItsEnd, stageOf } from './playExample.ts';
import { NO, SHIPPED_PLAYS } from './shippedParts.ts';

const PLAYS: Readonly<Record<string, ExamplePlay>> = { ...EXAMPLES, ...SHIPPED_PLAYS };

describe('a workflow of the examples, or one that comes with Cairn', () => {
  test.each(Object.entries(PLAYS))('[M50] %s is played to its end', async (_name, play) => {
    const s = await stageOf(await exampleFlow(play), play);
    await playToItsEnd(s, play);
    // Which of those that are at work at once ends first, nobody knows.
    expect((await kindsOf(s)).toSorted()).toEqual(play.log.toSorted());
    expect((await s.api.status(DEMO)).state).toBe('done');
    expect(await s.violations()).toEqual([]);
  });
});

describe('of those that come with Cairn', () => {
  const played = async (
    name: keyof typeof SHIPPED_PLAYS,
    parts: ExamplePlay['parts'] = {},
  ): Promise<Stage> => {
    const play = SHIPPED_PLAYS[name];
    const s = await stageOf(await exampleFlow(play), { parts: { ...play.parts, ...parts } });
    await s.start();
    return s;
  };

  test('a refactoring does its tasks at once, each told of the others and of its own alone', async () => {
    const s = await played('refactor');
    await s.api.approve(DEMO, 'plan', null);
    await s.resume();
    const [, told = ''] = /^(.*?)<packet>/s.exec((await s.agent.prompt('change-form')) ?? '') ?? [];
    expect(told).toContain('At the same time others work on `change-model`');
    expect(told).toContain('Move the form.');
    expect(told).not.toContain('Move the model.');
  });

  test('a verdict of no is what the next round is told, and a third one is a question', async () => {
    const s = await played('feature', { verify: NO });
    await s.api.approve(DEMO, 'plan', null);
    expect((await s.resume()).reason).toBe('waiting');
    expect((await s.api.status(DEMO)).question?.options).toEqual([
      'another round',
      'accept as it is',
      'stop',
    ]);
    expect(await s.agent.prompt('implement', 3)).toContain('verify/verdict.json /ok is false.');
  });

  test('a fix is not done while its test fails, whatever its agent says', async () => {
    const s = await played('fix', {
      fix: SHIPPED_PLAYS.fix.parts['fix']?.replace('rm src/fails; ', '') ?? '',
    });
    const { phases, state } = await s.api.status(DEMO);
    expect([state, phases.find(({ id }) => id === 'fix')?.status]).toEqual(['blocked', 'blocked']);
  });

  test('a review leaves every file of the project as it was, and is the result', async () => {
    const s = await played('review');
    const [before, after] = [await workIn(s.repo, 'main'), await workIn(s.repo, 'cairn/demo')];
    const own = Object.entries(after).filter(([path]) => !path.startsWith('.cairn/sessions/'));
    expect(Object.fromEntries(own)).toEqual(before);
    expect((await s.api.result(DEMO)).path).toMatch(/confirm\/review\.md$/);
  });
});

// Fewer places than this are not enough to come from one checkpoint to the next.
const PLACES = [12, 13, 14, 16, 17, 19, 23, 29, 31];

const LONG = Object.entries(PLAYS).filter(([, { log }]) => log.length > 4);

for (const depth of byDepth(LONG, ([, play], at) => at % 3 === 0 && play.diesLater !== true))
  describe.each(depth.rows)('%s', depth.options, (_name, play) => {
    for (const { rows, options } of byDepth(PLACES, (_places, at) => at === 4))
      test.each(rows)('dies at every %sth place, and comes to the same end', options, async (every) => {
        const flow = await exampleFlow(play);
        const undisturbed = await stageOf(flow, play);
        await playToItsEnd(undisturbed, play);
        const [s, deaths] = await playDying(flow, play, every);
        expect(deaths).toBeGreaterThan(0);
        expect(await endOf(s, flow)).toEqual(await endOf(undisturbed, flow));
      });
  });
