import { saidOf } from '../support/said.ts';
import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO } from '../support/session.ts';

test('an answer to a session that nobody drives is told to resume it', async () => {
  const s = await stage(chain('one', 'two'));
  await s.start({ until: 'one' });
  expect(await saidOf(s.api.answer(DEMO, 'yes'))).toMatchObject({
    message: expect.stringContaining('goes on with a resume'),
    hint: 'Go on: cairn resume demo',
  });
});

test('within a phase no word means its own session, of however many; its acts are refused for what they are', async () => {
  const s = await stage(chain('one', 'two'));
  await s.start({ until: 'one' });
  await s.start({ id: 'other', until: 'one' });
  await expect(s.api.find(null)).rejects.toMatchObject({ code: 'usage/which-session' });
  const agent = await s.seat({ env: { ...s.repo.env, CAIRN_PHASE: 'one', CAIRN_SESSION: 'other' } });
  const { session } = await agent.api.find(null);
  expect(session).toBe('other');
  await expect(agent.api.answer(session, 'yes')).rejects.toMatchObject({ code: 'usage/inside-phase' });
});
