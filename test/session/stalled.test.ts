import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Agent, AgentTask } from '../../src/session/ports.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

const LIMIT_MS = 2_000;

/** An agent in this process that may be silent for two seconds. */
const quiet = (run: (task: AgentTask, attempt: number) => Promise<void>): Agent => {
  let attempts = 0;
  return {
    kind: 'acp',
    name: 'quiet',
    chosenBecause: null,
    permissions: 'allow-in-worktree',
    stallMs: LIMIT_MS,
    version: async () => null,
    async run(task) {
      attempts += 1;
      const aborted = new Promise<'cancelled'>((resolve) =>
        task.signal.addEventListener('abort', () => resolve('cancelled'), { once: true }),
      );
      const end = await Promise.race([run(task, attempts), aborted]);
      return end === 'cancelled' ? { kind: 'cancelled' } : { kind: 'completed' };
    },
  };
};
const staged = (agent: Agent): Promise<Stage> =>
  stage({ agent: 'quiet', phases: [{ id: 'one', retries: 2 }] }, { world: { extraAgents: [agent] } });
const finish = ({ env }: AgentTask): Promise<void> =>
  writeFile(join(env['CAIRN_PHASE_DIR'] ?? '', 'result.md'), 'done\n');

test('an agent that says nothing and changes no file is ended, and a person is asked; the answer reaches it', async () => {
  const prompts: string[] = [];
  const s = await staged(
    quiet(async (task, attempt) => {
      prompts.push(task.prompt);
      if (attempt === 1) await new Promise(() => {});
      await finish(task);
    }),
  );
  expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'one' });
  expect((await s.api.status(DEMO)).question).toMatchObject({
    kind: 'question',
    text: 'The agent of one has said nothing for 2 s and was ended. Answer with what it should do: the next attempt is told, and goes on with what lies there.',
  });
  await s.api.answer(DEMO, 'Skip the slow part.');
  expect((await s.resume()).reason).toBe('completed');
  expect(prompts).toHaveLength(2);
  expect(prompts[1]).toContain('Skip the slow part.');
  expect(await s.log()).toEqual([
    '1 opened - running',
    '2 waiting one/1 waiting',
    '3 answer one/1 running',
    '4 phase one/2 done',
  ]);
  expect(await s.violations()).toEqual([]);
});

test.each([
  ['writes files', (task: AgentTask, n: number) => writeFile(join(task.cwd, 'log.txt'), 'x'.repeat(n))],
  ['talks', async (task: AgentTask, n: number) => task.onEvent({ type: 'text', text: String(n) })],
])('one that %s is left alone, however long it takes', THOROUGH, async (_what, sign) => {
  const s = await staged(
    quiet(async (task) => {
      // Twice the time in which silence would have ended it.
      for (let n = 1; n <= 16; n += 1) {
        await sign(task, n);
        await sleep(LIMIT_MS / 8);
      }
      await finish(task);
    }),
  );
  expect((await s.start()).reason).toBe('completed');
});

test('a stop during the silence is a stop, and no question', async () => {
  const stop = new AbortController();
  const s = await staged(
    quiet(async () => {
      stop.abort();
      await new Promise(() => {});
    }),
  );
  expect((await s.start({}, stop.signal)).reason).toBe('interrupted');
});
