import { describe, expect, test } from 'vitest';
import type { PhaseId, RefName } from '../../src/model/names/ids.ts';
import { treeName } from '../../src/model/names/treeName.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import type { CairnApi } from '../../src/session/api.ts';
import { createApi } from '../../src/session/createApi.ts';
import type { AgentTask } from '../../src/session/ports.ts';
import { memoryRepo } from '../support/memoryRepo.ts';
import { playedEngine, stage } from '../support/memoryStage.ts';
import { DEMO, START, type Flow } from '../support/session.ts';
import { until } from '../support/until.ts';
import type { MemoryAct } from './memoryActs.ts';
import { acted } from './memoryMachine.ts';

/** Lets the process die where worktrees of a wave change hands, and somebody else go on. */

const flow = (gate: object): Flow => ({
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'base', artifacts: ['/base.txt'] },
    { id: 'left', needs: ['base'], artifacts: ['/left.txt'], ...gate },
    { id: 'right', needs: ['base'], artifacts: ['/right.txt'], ...gate },
  ],
});
const SIDES = ['left', 'right'] as PhaseId[];
const never = new AbortController().signal;
/** Passed for each worktree. */
const EMPTYING = ['rescue/ref-moved', 'slot/noted', 'held/laid'];

const waiting = {
  flow: flow({ approval: 'required' }),
  ground: (api) => api.start(START, never),
  async again(api) {
    for (const side of SIDES) await api.approve(DEMO, side, null);
    await api.resume(DEMO, PLAIN_RESUME, never);
  },
} satisfies Partial<MemoryAct>;

/** Agents have ended in both, and nobody has judged what they did. */
const ended = {
  flow: flow({}),
  async ground(_api, memory) {
    const stop = new AbortController();
    let agents = 0;
    const reached = (point: string): void => {
      if (point === 'attempt/agent-ended' && (agents += 1) === 3) stop.abort();
    };
    const { reason } = await createApi({ ...memory.of('stopped'), reached }).start(START, stop.signal);
    if (reason !== 'interrupted') throw new Error(reason);
  },
  again: (api) => api.resume(DEMO, PLAIN_RESUME, never),
} satisfies Partial<MemoryAct>;

const restore = (api: CairnApi): Promise<unknown> => api.restore(DEMO, { to: 'base' }, { dryRun: false });
const cancel = (api: CairnApi): Promise<unknown> => api.cancel(DEMO);

/** While they are emptied for an act that has not begun: the session goes on as if nobody had said anything. */
describe.each([
  ['work that waits', waiting],
  ['work that nobody has judged', ended],
] as const)('%s', (_what, ground) => {
  test.each([
    ['restore', restore, 'restore/captured'],
    ['cancellation', cancel, 'checkpoint/commit-made'],
  ] as const)('is done all the same where a %s dies before it has begun', async (_act, act, begins) => {
    const of: MemoryAct = { ...ground, act, plays: ({ phase }) => ({ [`/${phase}.txt`]: `${phase}\n` }) };
    const { passed } = await acted(of, null);
    const before = passed.slice(
      0,
      passed.findIndex(([, place]) => place === begins),
    );
    const places = before.filter(([, place]) => EMPTYING.includes(place));
    expect(places).toHaveLength(2 * EMPTYING.length);
    for (const [at, place] of places) {
      const { memory } = await acted(of, at);
      const api = createApi(memory.of('next'));
      await of.again(api);
      const { phases } = await api.status(DEMO);
      const tip = memory.repository.store.get('refs/heads/cairn/demo' as RefName)!;
      const files = (await memory.repository.list(tip, '')).map(({ path }) => path);
      expect(
        [
          ...phases.map(({ id, status }) => `${id} ${status}`),
          ...files.filter((path) => /^\w+\.txt$/.test(path)),
        ],
        `died at ${place}, the ${at}th`,
      ).toEqual(['base done', 'left done', 'right done', 'base.txt', 'left.txt', 'right.txt']);
      expect((await api.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
    }
  });
});

test('where held work was just being laid, HEAD of its worktree is what that stands on', async () => {
  const slot = treeName(DEMO, 2);
  const of: MemoryAct = {
    ...waiting,
    plays: ({ phase }) => ({ [`/${phase}.txt`]: `${phase}\n` }),
    async ground(api, memory) {
      await waiting.ground(api);
      // As where it was gone on with elsewhere.
      const state = memory.of('before').state.of(slot);
      const { standing } = (await state.about())!;
      await state.note({ standing: { ...standing!, phase: null, rests: null } });
    },
    act: (api) => api.reject(DEMO, 'right', null),
    again: (api) => of.act(api),
  };
  const { passed } = await acted(of, null);
  const places = passed.filter(([, place]) => place === 'repository.workingTree.reset');
  expect(places.length).toBeGreaterThan(1);
  for (const [at] of places) {
    const { memory } = await acted(of, at);
    const next = memory.of('next');
    await of.again(createApi(next));
    const about = await next.state.of(slot).about();
    const head = await memoryRepo(memory.repository, about?.root ?? '').git('rev-parse', 'HEAD');
    expect(head, `died at the ${at}th place`).toBe(about?.standing?.stands);
  }
});

const USED = { totalTokens: 60, inputTokens: null, outputTokens: null, costUsd: null };
const OK = { file: 'review/verdict.json', at: '/ok', is: true };
const ROUNDS: Flow = {
  schema: 2,
  parallel: 2,
  limits: { tokens: 100 },
  phases: [
    { id: 'build' },
    { id: 'long', needs: ['build'] },
    { id: 'review', needs: ['build'], artifacts: ['verdict.json'], loop: { to: 'build', until: OK, max: 2 } },
  ],
};

test('what an attempt has used that a round sends back counts once where the round is there and nothing behind it', async () => {
  const ended = ({ signal }: AgentTask): Promise<void> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  let dies = (): void => {};
  const s = await stage(ROUNDS, {
    async plays({ task, phase, attempt, produce }) {
      const isFirst = phase !== 'build' && attempt === 1;
      if (isFirst || (phase === 'long' && attempt === 2)) {
        if (isFirst && phase === 'long') task.onEvent({ type: 'usage', usage: USED });
        if (isFirst) at.push(phase);
        await ended(task);
        return { kind: 'cancelled' };
      }
      if (phase !== 'review') return produce('result.md');
      return produce('verdict.json', JSON.stringify({ ok: attempt > 2 }));
    },
    world: { reached: (point) => point === 'checkpoint/ref-moved' && dies() },
  });
  const at: string[] = [];
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  await until(() => at.length === 2);
  stop.abort();
  expect(await run).toMatchObject({ reason: 'interrupted' });
  const engine = playedEngine(s);
  if (engine === null) return;
  const died = new Promise<void>((resolve) => {
    dies = () => {
      engine.kill();
      resolve();
    };
  });
  void engine.api.resume(DEMO, PLAIN_RESUME, never);
  await died;
  dies = () => {};
  expect((await s.log()).at(-1)).toContain('round review/2');
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
});
