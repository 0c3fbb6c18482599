import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO } from '../support/session.ts';

/** A phase that sends itself back begins its next round in any slot: that one is noted as its own. */
test('what waits in the second round of a loop to its own phase is approved where it lies, and nothing of it is set aside', async () => {
  const until = { file: 'own/said.json', at: '/ok', is: true };
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      { id: 'own', artifacts: ['said.json'], approval: 'required', loop: { to: 'own', until, max: 2 } },
      { id: 'side', needs: [] },
    ],
  });
  await s.agent.part('own-1', 'echo half > half.txt');
  await s.agent.part('own-2', `echo whole > whole.txt; echo '{"ok": true}' > "$CAIRN_PHASE_DIR/said.json"`);
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  await s.api.approve(DEMO, 'own', null);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await s.repo.git('show', 'cairn/demo:whole.txt')).toBe('whole');
  expect(await s.api.rescues(DEMO)).toEqual([]);
  expect(await s.violations()).toEqual([]);
});
