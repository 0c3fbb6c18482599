import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, flowText } from '../support/session.ts';

test('what was gone back to is of the attempt that made it, in the table and in a word on it; the next attempt has a number of its own', async () => {
  const s = await stage({ phases: [{ id: 'one', approval: 'required' }] });
  await s.start();
  await s.api.reject(DEMO, 'one', 'once more');
  await s.resume();
  await s.api.approve(DEMO, 'one', null);
  await s.api.restore(DEMO, { to: '2' }, { dryRun: false });
  const one = async (): Promise<number | undefined> => (await s.api.status(DEMO)).phases[0]?.attempt;
  expect(await one()).toBe(1);
  await s.api.approve(DEMO, 'one', null);
  expect(await one()).toBe(1);
  expect((await s.api.log(DEMO)).at(-1)).toMatchObject({ kind: 'approval', attempt: 1 });
  await s.api.restore(DEMO, { to: '1' }, { dryRun: false });
  await s.resume();
  expect(await s.agent.runs()).toEqual(['one 1', 'one 2', 'one 3']);
  expect(await one()).toBe(3);
  expect(await s.violations()).toEqual([]);
});

test('who goes back to the end of a cancelled session cancels what its plan has got since, too', async () => {
  const s = await stage(chain('one', 'two'));
  await s.start({ until: 'one' });
  await s.api.cancel(DEMO);
  const closed = String((await s.log()).length);
  await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
  await s.repo.write('.cairn/workflows/flow.yaml', flowText(chain('one', 'two', 'three')));
  await s.resume({ workflow: 'flow', acceptPlan: true, until: 'two' });
  await s.api.restore(DEMO, { to: closed }, { dryRun: false });
  const { phases } = await s.api.status(DEMO);
  expect(phases.map(({ status }) => status)).toEqual(['done', 'cancelled', 'cancelled']);
  expect(await s.violations()).toEqual([]);
});
