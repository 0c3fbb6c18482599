import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO } from '../support/session.ts';

test('what decides about phases is told in words, and a loop over a list names its items', async () => {
  const s = await stage({
    schema: 2,
    phases: [
      { id: 'plan', artifacts: ['tasks.json'] },
      { id: 'build', needs: ['plan'], forEach: { file: 'plan/tasks.json', at: '', max: 5 } },
      {
        id: 'review',
        needs: ['build'],
        artifacts: ['verdict.json'],
        loop: { to: 'build', until: { file: 'review/verdict.json', at: '/ok', is: true }, max: 3 },
        stop: { when: { file: 'review/verdict.json', at: '/stop', exists: true } },
      },
      { id: 'docs', when: { file: 'review/verdict.json', at: '/ok', not: true } },
    ],
  });
  await s.agent.part('plan', `printf '["a", "b"]' > "$CAIRN_PHASE_DIR/tasks.json"`);
  await s.agent.part('review', `printf '{"ok": true}' > "$CAIRN_PHASE_DIR/verdict.json"`);
  await s.start();
  expect(await s.api.conditions(DEMO)).toEqual([
    {
      phase: 'review',
      when: null,
      stop: 'review/verdict.json /stop exists: true',
      loop: { to: ['build-1', 'build-2'], until: 'review/verdict.json /ok is true', max: 3 },
    },
    { phase: 'docs', when: 'review/verdict.json /ok is not true', stop: null, loop: null },
  ]);
});

test('a phase that is not repeated yet has the list in its view, and no title that speaks of an item', async () => {
  const forEach = { file: 'plan/tasks.json', at: '/tasks', max: 5 };
  const s = await stage({
    schema: 2,
    phases: [
      { id: 'plan', artifacts: ['tasks.json'] },
      { id: 'build', title: 'Build {{ item.title }}', needs: ['plan'], forEach },
      { id: 'test', title: 'Test all', needs: ['plan'], forEach },
    ],
  });
  await s.agent.part(
    'plan',
    `printf '{"tasks": [{"id": "a", "title": "the door"}]}' > "$CAIRN_PHASE_DIR/tasks.json"`,
  );
  await s.start({ until: 'plan' });
  const views = async () =>
    (await s.api.status(DEMO)).phases.map(({ id, title, forEach: list }) => [id, title, list]);
  const list = { file: 'plan/tasks.json', at: '/tasks' };
  expect(await views()).toEqual([
    ['plan', null, undefined],
    ['build', null, list],
    ['test', 'Test all', list],
  ]);
  await s.resume();
  expect(await views()).toEqual([
    ['plan', null, undefined],
    ['build-a', 'Build the door', undefined],
    ['test-a', 'Test all', undefined],
  ]);
});

test('what is left is skipped by the phase that stops the session, and says so', async () => {
  const s = await stage({
    schema: 2,
    phases: [
      {
        id: 'plan',
        artifacts: ['plan.json'],
        stop: { when: { file: 'plan/plan.json', at: '/giveUp', is: true } },
      },
      { id: 'build' },
    ],
  });
  await s.agent.part('plan', `printf '{"giveUp": true}' > "$CAIRN_PHASE_DIR/plan.json"`);
  await s.start();
  const { state, phases } = await s.api.status(DEMO);
  expect([state, phases[1]?.skipped]).toEqual([
    'done',
    { file: 'plan/plan.json', at: '/giveUp', found: true, stop: 'plan' },
  ]);
  expect(await s.violations()).toEqual([]);
});
