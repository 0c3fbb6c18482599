import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO } from '../support/session.ts';

test('a run that is stopped between a ref that moved and its renderings says where the session is by then', async () => {
  const s = await stage(chain('one', 'two'));
  const stop = new AbortController();
  const seat = await s.seat({
    reached: (point) => {
      if (point !== 'checkpoint/ref-moved') return;
      stop.abort();
      throw new Error('cut short');
    },
  });
  const tip = (): Promise<string> => s.repo.git('rev-parse', 'refs/heads/cairn/demo');

  const outcome = await seat.start({}, stop.signal);

  expect(outcome).toMatchObject({
    reason: 'interrupted',
    seq: 2,
    commit: (await tip()).trim(),
  });
  expect((await s.api.status(DEMO)).seq).toBe(2);
  expect(await s.resume()).toMatchObject({ reason: 'completed', seq: 3 });
});
