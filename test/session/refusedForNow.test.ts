import { expect, test, vi } from 'vitest';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import type { Agent } from '../../src/session/ports.ts';
import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import { agentHere } from '../support/agentHere.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';

/** An agent in this process whose attempts end as the test lays them out; the last word is for all that follow. */
function ending(outcomes: readonly AgentOutcome[]): Agent & { readonly began: readonly number[] } {
  const began: number[] = [];
  const agent = agentHere(
    async (_task, { folder }) => {
      began.push(performance.now());
      const outcome = outcomes[Math.min(began.length, outcomes.length) - 1] ?? { kind: 'completed' };
      if (outcome.kind === 'completed') {
        const { writeFile } = await import('node:fs/promises');
        await writeFile(`${folder}/result.md`, 'done\n');
      }
      return outcome;
    },
    { kind: 'acp', name: 'moody', version: async () => null },
  );
  return { ...agent, began };
}

const staged = (agent: Agent): Promise<Stage> =>
  stage({ agent: 'moody', phases: [{ id: 'one' }] }, { world: { extraAgents: [agent] } });

test('an agent whose provider refuses for now is tried again when it said, at no cost of a retry', async () => {
  const agent = ending([
    { kind: 'rate-limited', retryAfterMs: 300 },
    { kind: 'rate-limited', retryAfterMs: 200 },
    { kind: 'completed' },
  ]);
  const s = await staged(agent);
  expect((await s.start()).reason).toBe('completed');
  expect(agent.began).toHaveLength(3);
  expect(agent.began[1]! - agent.began[0]!).toBeGreaterThanOrEqual(300);
  expect(s.told().filter((text) => text.includes('refused it for now'))).toEqual(
    Array(2).fill(
      'The provider of the agent refused it for now (too many requests, or out of reach); again in 1 s, no retry is used.',
    ),
  );
  expect(s.progress.filter(({ type }) => type === 'gate-failed')).toEqual([]);
  const record = await s.repo.git('show', `cairn/demo:.cairn/sessions/demo/01-one/phase.json`);
  const refused = ['the agent was refused by its provider for too many requests'];
  expect((JSON.parse(record) as PhaseRecord).attempts.map(({ reasons }) => reasons)).toEqual([
    refused,
    refused,
    [],
  ]);
  expect(await s.log()).toEqual(['1 opened - running', '2 phase one/3 done']);
  expect(await s.violations()).toEqual([]);
});

test('one that refuses for too long is told, and blocks', async () => {
  const agent = ending([{ kind: 'rate-limited', retryAfterMs: 24 * 3_600_000 }]);
  const s = await staged(agent);
  expect(await s.start()).toMatchObject({ reason: 'blocked', phase: 'one' });
  expect(agent.began).toHaveLength(1);
});

test('a stop while it waits ends the waiting, and resume begins the next attempt', async () => {
  const agent = ending([{ kind: 'rate-limited', retryAfterMs: 600_000 }, { kind: 'completed' }]);
  const s = await staged(agent);
  const stop = new AbortController();
  const started = s.start({}, stop.signal);
  const seen = vi.waitFor(
    async () => {
      const { state, waitsUntil = '' } = await s.api.status(DEMO);
      expect(state).toBe('running');
      expect(Date.parse(waitsUntil) - Date.now()).toBeGreaterThan(300_000);
      stop.abort();
    },
    { timeout: 30_000, interval: 50 },
  );
  expect((await started).reason).toBe('interrupted');
  await seen;
  expect(await s.api.status(DEMO)).not.toHaveProperty('waitsUntil');
  expect((await s.resume()).reason).toBe('completed');
  expect((await s.api.status(DEMO)).phases).toMatchObject([{ status: 'done', attempt: 2 }]);
});
