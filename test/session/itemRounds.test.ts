import { expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import type { Worker } from '../support/functionAgent.ts';
import { DEMO, type Flow } from '../support/session.ts';

/** Items that each have a loop of their own, and a look at all of them that sends the list back to be written anew. */
const flow: Flow = {
  schema: 2,
  phases: [
    { id: 'plan', artifacts: ['tasks.json'] },
    {
      id: 'build',
      forEach: { file: 'plan/tasks.json' },
      artifacts: ['verdict.json'],
      loop: { to: 'build', until: { file: 'build/verdict.json', at: '/ok', is: true }, max: 5 },
    },
    {
      id: 'verify',
      artifacts: ['verdict.json'],
      loop: { to: 'plan', until: { file: 'verify/verdict.json', at: '/ok', is: true }, max: 5 },
    },
  ],
};
const PLAN = `printf '[{"id": "a"}, {"id": "b"}]' > "$CAIRN_PHASE_DIR/tasks.json"`;
/** Says yes when it is asked for the nth time, and which attempt it was. */
const judge = (...yes: readonly number[]): string => `
echo x >> "$PLAY/$CAIRN_PHASE.times"
n=$(grep -c x "$PLAY/$CAIRN_PHASE.times")
ok=false
for yes in ${yes.join(' ')}; do if [ "$n" = "$yes" ]; then ok=true; fi; done
printf '{"ok": %s, "round": %s, "nth": %s}' "$ok" "$CAIRN_ROUND" "$n" > "$CAIRN_PHASE_DIR/verdict.json"`;

test('items of a list that is written anew go on counting from the newest round that one of them has had: no round is begun twice, and what each left stays', async () => {
  const s = await stage(flow);
  await s.agent.part('plan', PLAN);
  await s.agent.part('build-a', judge(1, 2));
  await s.agent.part('build-b', judge(3, 5));
  await s.agent.part('verify', judge(2));
  expect((await s.start()).reason).toBe('completed');
  const { phases } = await s.api.status(DEMO);
  expect(phases.map(({ id, round }) => `${id} ${round}`)).toEqual([
    'plan 2',
    'build-a 4',
    'build-b 5',
    'verify 5',
  ]);
  const said = async (path: string) =>
    JSON.parse(await s.repo.git('show', `cairn/demo:.cairn/sessions/demo/02-build-b/${path}`)) as unknown;
  for (const round of [1, 2, 3, 4])
    expect(await said(`round-${round}/verdict.json`)).toMatchObject({ round, nth: round });
  expect(await said('verdict.json')).toMatchObject({ round: 5, nth: 5 });
  expect(await s.violations()).toEqual([]);
});

/** Tells what it has used; the verdict is yes from that attempt on. */
const spends =
  (yesFrom: number): Worker =>
  async ({ phase, attempt, task, produce }) => {
    task.onEvent({
      type: 'usage',
      usage: { inputTokens: null, outputTokens: null, totalTokens: 100, costUsd: null },
    });
    if (phase === 'plan') await produce('tasks.json', '[{"id": "a"}, {"id": "b"}]');
    else await produce('verdict.json', JSON.stringify({ ok: phase !== 'verify' || attempt >= yesFrom }));
  };

test('what items have used that a round did away with is spent: it counts for the limit of the session, and is shown; what a person raised of it holds', async () => {
  // plan, a, b and verify use 400 in each round.
  const s = await stage({ ...flow, limits: { tokens: 550 } }, { plays: spends(3) });
  expect((await s.start()).reason).toBe('waiting');
  const { question, usage, phases } = await s.api.status(DEMO);
  expect(question?.text).toBe(
    'The session has reached its limit of tokens: 600 tokens used, 550 tokens allowed.',
  );
  expect(usage?.totalTokens).toBe(600);
  expect(phases.find(({ status }) => status === 'waiting')?.id).toBe('build-a');
  await s.api.answer(DEMO, 'raise to 1050 tokens');
  expect((await s.resume()).reason).toBe('waiting');
  const again = await s.api.status(DEMO);
  expect(again.question?.text).toBe(
    'The session has reached its limit of tokens: 1100 tokens used, 1050 tokens allowed.',
  );
  await s.api.answer(DEMO, 'go on without');
  expect((await s.resume()).reason).toBe('completed');
  expect((await s.api.status(DEMO)).usage?.totalTokens).toBe(1400);
  expect(await s.violations()).toEqual([]);
});
