import { describe, expect, test } from 'vitest';
import { acpSettings } from '../support/acpAgent.ts';
import type { Work } from '../support/functionAgent.ts';
import { stage as inMemory } from '../support/memoryStage.ts';
import { DEMO, flowText, stage, type Flow, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';

/** A limit of the session is reached while two are at work, and a third may begin. */

const flow = (limits: object, over: object = {}): Flow => ({
  schema: 2,
  parallel: 2,
  limits,
  ...over,
  phases: [
    { id: 'left', needs: [] },
    { id: 'right', needs: [] },
    { id: 'more', needs: [] },
  ],
});

/** Both work until the session has reached its limit of time. */
async function reached(): Promise<Stage> {
  const s = await stage(flow({ time: '2s' }));
  for (const id of ['left', 'right']) await s.agent.part(`${id}-1`, `echo half > half-${id}.txt; sleep 60`);
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  return s;
}

const worked = async ({ repo }: Stage, id: string, n: number): Promise<number> => {
  const text = await repo.git('show', `cairn/demo:.cairn/sessions/${DEMO}/0${n}-${id}/phase.json`);
  return (JSON.parse(text) as { readonly workedMs: number }).workedMs;
};

describe('a limit of the session that is reached while two are at work', () => {
  test('counts what both do, ends both with their work held, lets none begin, and is one question', async () => {
    const s = await reached();
    expect((await s.agent.runs()).toSorted()).toEqual(['left 1', 'right 1']);
    const both = (await worked(s, 'left', 1)) + (await worked(s, 'right', 2));
    expect(both).toBeGreaterThan(1_900);
    expect(both).toBeLessThan(3_900);
    const { question, phases, state } = await s.api.status(DEMO);
    expect(state).toBe('waiting');
    expect(question?.text).toContain('The session has reached its limit of time');
    expect(phases.map(({ held }) => held !== undefined)).toEqual([true, true, false]);
    expect(await s.violations()).toEqual([]);
    // Whoever answers need not say of which phase.
    await s.api.answer(DEMO, 'go on without');
    expect((await s.api.status(DEMO)).state).toBe('paused');
    expect(await s.violations()).toEqual([]);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect((await s.agent.runs()).toSorted()).toEqual(['left 1', 'left 2', 'more 1', 'right 1', 'right 2']);
    for (const id of ['left', 'right']) {
      expect(await s.repo.git('show', `cairn/demo:half-${id}.txt`)).toBe('half');
      expect(await s.agent.prompt(id, 2)).toContain('go on without');
    }
    expect(await s.violations()).toEqual([]);
  });

  test(
    'and is raised by an answer to any of them, is asked about again once that is reached',
    THOROUGH,
    async () => {
      const s = await reached();
      await s.agent.part('right-2', 'sleep 60');
      await s.api.answer(DEMO, 'raise to 4s', 'right');
      expect(await s.resume()).toMatchObject({ reason: 'waiting' });
      const { question } = await s.api.status(DEMO);
      expect(question?.text).toMatch(/limit of time: \ds used, 4s allowed/);
      await s.api.answer(DEMO, 'raise to 1h');
      expect(await s.resume()).toMatchObject({ reason: 'completed' });
      for (const id of ['left', 'right'])
        expect(await s.repo.git('show', `cairn/demo:half-${id}.txt`)).toBe('half');
      expect(await s.violations()).toEqual([]);
    },
  );

  test(
    'and is answered with "stop", ends the session, with the work of both set aside',
    THOROUGH,
    async () => {
      const s = await reached();
      expect((await s.api.answer(DEMO, 'stop')).state).toBe('cancelled');
      const refs = (await s.api.rescues(DEMO)).map(({ ref }) => ref);
      const kept = await Promise.all(refs.map((ref) => s.repo.git('ls-tree', '--name-only', ref)));
      for (const id of ['left', 'right']) expect(kept.join('\n')).toContain(`half-${id}.txt`);
      expect(await s.violations()).toEqual([]);
    },
  );

  test('ends what the other does at once, where one alone has come to it', THOROUGH, async () => {
    const cost = { amount: 6, currency: 'USD' };
    const update = { sessionUpdate: 'usage_update', used: 10, size: 100, cost };
    const agents = {
      spender: acpSettings({ steps: [{ wait: 1_500 }, { update }, { say: 'Nothing made.' }] }),
      slow: acpSettings({ steps: [{ wait: 60_000 }] }),
    };
    const limited = flow({ cost: 5 });
    const phases = limited.phases.map((phase, at) => ({ ...phase, agent: at === 0 ? 'spender' : 'slow' }));
    const s = await stage({ ...limited, phases }, { world: { agents } });
    const began = performance.now();
    expect(await s.start()).toMatchObject({ reason: 'waiting' });
    expect(performance.now() - began).toBeLessThan(30_000);
    const { question, phases: seen } = await s.api.status(DEMO);
    expect(question?.text).toBe('The session has reached its limit of cost: 6 USD used, 5 USD allowed.');
    expect(seen.map(({ id, status, attempt }) => `${id} ${status} ${attempt}`)).toEqual([
      'left waiting 1',
      'right waiting 1',
      'more pending 0',
    ]);
    expect(await s.violations()).toEqual([]);
  });
});

test(
  'the question of one phase that is answered with "stop" while another is at work ends that, and sets aside what both have done',
  THOROUGH,
  async () => {
    const [left, right] = flow({}).phases;
    const s = await stage({
      ...flow({}),
      limits: { time: '1h' },
      phases: [{ ...left!, limits: { time: '500ms' } }, right!],
    });
    for (const id of ['left', 'right']) await s.agent.part(`${id}-1`, `echo half > half-${id}.txt; sleep 60`);
    const run = s.start();
    const other = await s.seat();
    await expect
      .poll(async () => (await other.log().catch(() => [])).join(), { timeout: 30_000 })
      .toContain('waiting left/1');
    await other.api.answer(DEMO, 'stop', 'left');
    expect(await run).toMatchObject({ reason: 'cancelled', state: 'cancelled' });
    const refs = (await s.api.rescues(DEMO)).map(({ ref }) => ref);
    const kept = await Promise.all(refs.map((ref) => s.repo.git('ls-tree', '--name-only', ref)));
    for (const id of ['left', 'right']) expect(kept.join('\n')).toContain(`half-${id}.txt`);
    expect(await s.violations()).toEqual([]);
  },
);

test(
  'the question of one phase in another worktree is answered with "stop" whatever the agent does in the first one',
  THOROUGH,
  async () => {
    const until = { file: 'judge/ok.json', exists: true };
    const s = await stage({
      schema: 2,
      parallel: 2,
      phases: [
        { id: 'long', needs: [] },
        { id: 'judge', needs: [], loop: { to: 'judge', until, max: 1 } },
      ],
    });
    await s.agent.part(
      'long',
      'echo half > half.txt; git checkout -q -b elsewhere; git commit -q --allow-empty -m mine --amend; : > "$PLAY/moved"; sleep 60',
    );
    await s.agent.part('judge', 'usual\nwhile [ ! -e "$PLAY/moved" ]; do sleep 0.02; done');
    const run = s.start();
    const other = await s.seat();
    await expect
      .poll(async () => (await other.log().catch(() => [])).join(), { timeout: 30_000 })
      .toContain('waiting judge/1');
    await other.api.answer(DEMO, 'stop', 'judge');
    expect(await run).toMatchObject({ reason: 'cancelled', state: 'cancelled' });
    const refs = (await s.api.rescues(DEMO)).map(({ ref }) => ref);
    const kept = await Promise.all(refs.map((ref) => s.repo.git('ls-tree', '--name-only', ref)));
    expect(kept.join('\n')).toContain('half.txt');
  },
);

test('a limit of the session that is reached before any of several begins is one question, of one of them', async () => {
  const phases = ['base', 'p1', 'p2', 'p3'].map((id) => ({ id, needs: id === 'base' ? [] : ['base'] }));
  const of = (limits: object): Flow => ({ schema: 2, parallel: 2, ...limits, phases });
  const s = await stage(of({}));
  expect(await s.start({ until: 'base' })).toMatchObject({ reason: 'paused' });
  const text = flowText(of({ limits: { time: '1ms' } }));
  await (await s.worktree()).write(`.cairn/sessions/${DEMO}/workflow.yaml`, text);
  expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'p1' });
  const { state, next, phases: seen, questions } = await s.api.status(DEMO);
  expect([state, next, questions.length]).toEqual(['waiting', ['p1'], 1]);
  expect(seen.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'base done',
    'p1 waiting',
    'p2 pending',
    'p3 pending',
  ]);
  expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'p1' });
  expect(await s.violations()).toEqual([]);
  await s.api.answer(DEMO, 'go on without');
  expect((await s.api.status(DEMO)).next).toEqual(['p1', 'p2']);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect((await s.agent.runs()).toSorted()).toEqual(['base 1', 'p1 1', 'p2 1', 'p3 1']);
  expect(await s.violations()).toEqual([]);
});

describe('a limit of the session that is reached while another phase is between attempts', () => {
  const two = (over: object = {}): Flow => ({
    ...flow({ cost: 5 }, over),
    phases: [
      { id: 'left', needs: [] },
      { id: 'right', needs: [] },
    ],
  });
  const spends = async ({ task: { onEvent, signal } }: Work): Promise<void> => {
    const usage = { inputTokens: null, outputTokens: null, totalTokens: null, costUsd: 6 };
    const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    onEvent({ type: 'usage', usage });
    await over;
  };
  const expectAsked = async (s: Stage, runs: readonly string[], right: string): Promise<void> => {
    const { question, phases, state } = await s.api.status(DEMO);
    expect(state).toBe('waiting');
    expect(question?.text).toBe('The session has reached its limit of cost: 6 USD used, 5 USD allowed.');
    expect(phases.map(({ id, status, attempt }) => `${id} ${status} ${attempt}`)).toEqual([
      'left waiting 1',
      right,
    ]);
    expect((await s.agent.runs()).toSorted()).toEqual(runs);
    expect(await s.violations()).toEqual([]);
    // One answer is for both.
    await s.api.answer(DEMO, 'go on without');
    expect((await s.api.status(DEMO)).state).toBe('paused');
  };

  test('as its worktree is set up, lets no attempt of that begin', async () => {
    const setup = `[ "$CAIRN_SLOT" != 2 ] || until [ -e ../asked ]; do sleep 0.02; done`;
    const s = await inMemory(two({ worktree: { setup: [setup] } }), {
      plays: spends,
      world: {
        onProgress(event) {
          if (event.type === 'checkpoint' && event.kind === 'waiting' && event.phase === 'left')
            void s.worktree().then((tree) => tree.write('../asked', ''));
        },
      },
    });
    expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'left' });
    await expectAsked(s, ['left 1'], 'right waiting 0');
  });

  test('as its provider refuses for now, ends the waiting', async () => {
    const refused = Promise.withResolvers<void>();
    const s = await inMemory(two(), {
      async plays(work) {
        if (work.phase === 'right') return { kind: 'rate-limited', retryAfterMs: 600_000 };
        await refused.promise;
        await spends(work);
        return undefined;
      },
      world: {
        onProgress(event) {
          if (event.type === 'told' && event.notice.notice === 'provider-refused') refused.resolve();
        },
      },
    });
    expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'left' });
    await expectAsked(s, ['left 1', 'right 1'], 'right waiting 1');
  });
});
