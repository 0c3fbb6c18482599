import { expect, test } from 'vitest';
import { onceSaid } from '../support/sideBySide.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';

/** Two at once, of whom one ends on what the other has published. Red before: there is no fixture. */
const merged = (check: string): Promise<Stage> =>
  stage(
    {
      schema: 3,
      parallel: 2,
      phases: ['one', 'two'].map((id) => ({
        id,
        needs: [],
        retries: 0,
        artifacts: ['result.md'],
        checks: [{ run: check, name: 'suite', red: 'as-before' }],
      })),
    },
    { world: { settings: { baselineMs: 60_000 } } },
  );

test('what was red before, and passes on the work of a phase alone, has to pass where that is merged', async () => {
  const s = await merged('test -f fixture && ! test -f bad');
  await s.agent.part('one', 'usual; touch bad');
  await s.agent.part('two', `usual; touch fixture; ${onceSaid('one is done')}`);
  expect((await s.start()).reason).toBe('blocked');
  const two = (await s.api.status(DEMO)).phases.find(({ id }) => id === 'two');
  expect(two).toMatchObject({ status: 'blocked', checks: [{ outcome: 'failed', before: 'failed' }] });
  expect(two?.reasons[0]).toContain('it has passed in two, so it is not red as before');
  expect(await s.violations()).toEqual([]);
});

test('what was red before, alone and where it is merged, is red as before', async () => {
  const s = await merged('test -f fixture');
  await s.agent.part('one', 'usual; touch a');
  await s.agent.part('two', `usual; touch b; ${onceSaid('one is done')}`);
  expect((await s.start()).reason).toBe('completed');
  const { phases } = await s.api.status(DEMO);
  expect(phases.map(({ checked }) => checked)).toEqual(['red', 'red']);
});
