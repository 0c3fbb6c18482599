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

/** A slot in which somebody has answered meanwhile is not where the run has left it. */
test('too many items are answered for while another works: the phases that begin in that slot find nothing left there', async () => {
  const s = await stage({
    schema: 2,
    parallel: 3,
    phases: [
      { id: 'long', needs: [] },
      { id: 'list', needs: [], artifacts: ['tasks.json'] },
      { id: 'each', needs: ['list'], forEach: { file: 'list/tasks.json', max: 1 } },
    ],
  });
  await s.agent.part('list', `echo '[{"id": "a"}, {"id": "b"}]' > "$CAIRN_PHASE_DIR/tasks.json"`);
  await s.agent.part('long', 'usual; while [ ! -e "$PLAY/go" ]; do sleep 0.02; done');
  const run = s.start();
  const isAsked = async (): Promise<boolean> =>
    (await s.api.list()).length > 0 && (await s.api.status(DEMO)).questions.length > 0;
  while (!(await isAsked())) await new Promise((resolve) => setTimeout(resolve, 20));
  await (await s.seat()).api.answer(DEMO, 'run all', 'each');
  const isDone = async (): Promise<boolean> =>
    (await s.log()).filter((line) => / phase each-/.test(line)).length === 2;
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20));
  await s.agent.mark('go');
  expect(await run).toMatchObject({ reason: 'completed' });
  expect(await s.repo.git('for-each-ref', 'refs/cairn')).toBe('');
  expect(await s.violations()).toEqual([]);
});
