import { describe, expect, test } from 'vitest';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { atWorkAfter, startAndKill } from '../support/killedEngine.ts';
import { playedEngine, stage } from '../support/memoryStage.ts';
import { DEMO, flowText, type Flow, type Stage } from '../support/session.ts';
import { until } from '../support/until.ts';

/** A phase that was worked on becomes another one in the plan: one that is repeated, or one that needs more. */

const PLAN = { id: 'plan', artifacts: ['tasks.json'] };
const END = { id: 'end' };
const flow = (parallel: number, build: object, ...between: Flow['phases']): Flow => ({
  schema: 2,
  parallel,
  phases: [PLAN, ...between, { id: 'build', ...build }, END],
});
const repeated = (parallel: number): Flow => flow(parallel, { forEach: { file: 'plan/tasks.json' } });
const lists = (tasks: string): string => `echo '${tasks}' > "$CAIRN_PHASE_DIR/tasks.json"`;

const rows = async (s: Stage) =>
  (await s.api.status(DEMO)).phases.map(({ id, status }) => `${id} ${status}`).join();

/** `build` was worked on under this plan, and left `half.txt`. */
async function worked(parallel: number, build: object, tasks = '[{"id": "a"}, {"id": "b"}]'): Promise<Stage> {
  const s = await stage(flow(parallel, build));
  await s.agent.part('plan', lists(tasks));
  await s.agent.part('build-1', 'usual; echo half > half.txt');
  expect(['waiting', 'blocked']).toContain((await s.start()).reason);
  return s;
}

async function takeOver(s: Stage, after: Flow): Promise<string> {
  await (await s.worktree()).write('.cairn/sessions/demo/workflow.yaml', flowText(after));
  return (await s.resume({ acceptPlan: true })).reason;
}

async function expectAside(s: Stage): Promise<void> {
  expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toContain('half.txt');
  const [rescue] = await s.api.rescues(DEMO);
  expect(await s.repo.git('ls-tree', '-r', '--name-only', String(rescue?.ref))).toContain('half.txt');
  expect(await s.violations()).toEqual([]);
}

describe.each([1, 2])(
  'with %i at work at once, a phase that was worked on, and is repeated for each item from now on',
  (parallel) => {
    test.each<[how: string, build: object, before: (s: Stage) => Promise<unknown>]>([
      ['is blocked', { checks: [{ run: 'false' }], artifacts: ['result.md'] }, async () => {}],
      ['waits for a yes', { approval: 'required' }, async () => {}],
      ['was sent back', { approval: 'required' }, (s) => s.api.reject(DEMO, 'build', 'Once more.')],
    ])(
      'while it %s, is done once its items are, and what it left is set aside',
      async (_how, build, before) => {
        const s = await worked(parallel, build);
        await before(s);
        expect(await takeOver(s, repeated(parallel))).toBe('completed');
        expect(await rows(s)).toBe('plan done,build-a done,build-b done,end done');
        expect((await s.agent.runs()).join()).toBe('plan 1,build 1,build-a 1,build-b 1,end 1');
        await expectAside(s);
      },
    );

    test('is not done either where there is no list', async () => {
      const s = await worked(
        parallel,
        { checks: [{ run: 'false' }], artifacts: ['result.md'] },
        '{"none": 1}',
      );
      expect(await takeOver(s, repeated(parallel))).toBe('waiting');
      expect((await s.api.status(DEMO)).question?.text).toContain('is no list of items for build');
      await s.api.answer(DEMO, 'skip it');
      expect((await s.resume()).reason).toBe('completed');
      expect(await rows(s)).toBe('plan done,build skipped,end done');
      await expectAside(s);
    });

    test('and was cut off after its agent had ended, is not judged as if it were one', async () => {
      const s = await stage(flow(parallel, { checks: [{ run: 'sleep 60' }], artifacts: ['result.md'] }));
      await s.agent.part('plan', lists('[{"id": "a"}]'));
      await s.agent.part('build-1', 'usual; echo half > half.txt');
      const stop = new AbortController();
      const run = s.start({}, stop.signal);
      await until(() => s.progress.some((event) => event.type === 'agent-ended' && event.phase === 'build'));
      stop.abort();
      expect((await run).reason).toBe('interrupted');
      expect(await takeOver(s, repeated(parallel))).toBe('completed');
      expect(await rows(s)).toBe('plan done,build-a done,end done');
      await expectAside(s);
    });
  },
);

test.each([1, 2])(
  'with %i at work at once, a phase that is blocked, and needs one more from now on, is not closed before that',
  async (parallel) => {
    const s = await worked(parallel, { checks: [{ run: 'false' }], artifacts: ['result.md'] });
    expect(await takeOver(s, flow(parallel, { artifacts: ['result.md'] }, { id: 'design' }))).toBe(
      'completed',
    );
    expect((await s.log()).slice(-3).map((line) => line.split(' ')[2])).toEqual([
      'design/1',
      'build/1',
      'end/1',
    ]);
    expect(await rows(s)).toBe('plan done,design done,build done,end done');
    expect(await s.violations()).toEqual([]);
  },
);

/** An attempt of `build` has failed, and left `half.txt`; before the next one the run was stopped. */
async function betweenAttempts(
  build: object,
  { tasks = '[{"id": "a"}]', inPlace = false } = {},
): Promise<Stage> {
  const stop = new AbortController();
  const s = await stage(flow(1, { ...build, retries: 1 }), {
    world: { reached: (point) => point === 'attempt/failed' && stop.abort() },
  });
  await s.agent.part('plan', lists(tasks));
  await s.agent.part('build-1', 'echo half > half.txt');
  expect((await s.start({ inPlace }, stop.signal)).reason).toBe('interrupted');
  return s;
}

/** Which checkpoint brought `half.txt`: of what kind and phase. */
async function broughtBy(s: Stage): Promise<string | undefined> {
  for (const { commit, kind, phase } of await s.api.log(DEMO)) {
    const files = await s.repo.git('ls-tree', '-r', '--name-only', String(commit));
    if (files.includes('half.txt')) return `${kind} ${phase}`;
  }
  return undefined;
}

describe.each([1, 2])(
  'where another plan, with %i at work at once, is taken over between two attempts of a phase,',
  (parallel) => {
    test.each<[what: string, after: Flow]>([
      ['is not in it', { ...flow(parallel, {}), phases: [PLAN, { id: 'end', needs: ['plan'] }] }],
      ['is repeated in it', repeated(parallel)],
    ])('and that %s, what lies there is set aside', async (_what, after) => {
      const s = await betweenAttempts({});
      expect(await takeOver(s, after)).toBe('completed');
      await expectAside(s);
    });

    test.each<[what: string, build: object]>([
      ['needs one more', {}],
      ['comes behind another one', { needs: ['plan'] }],
    ])('and that %s, its work is its own, and the next attempt goes on from it', async (_what, build) => {
      const s = await betweenAttempts(build);
      await s.agent.part('build-2', 'usual; cat half.txt > "$CAIRN_PHASE_DIR/from.txt"');
      expect(await takeOver(s, flow(parallel, build, { id: 'docs', needs: ['plan'] }))).toBe('completed');
      expect(await broughtBy(s)).toBe('phase build');
      expect((await s.agent.runs()).toSorted()).toEqual(['build 1', 'build 2', 'docs 1', 'end 1', 'plan 1']);
      expect(await s.api.rescues(DEMO)).toEqual([]);
      expect(await s.violations()).toEqual([]);
    });

    test('and a person is asked about another one first, its work is its own', async () => {
      const s = await betweenAttempts({ needs: ['plan'] }, { tasks: '{' });
      const docs = { id: 'docs', needs: ['plan'], when: { file: 'plan/tasks.json', at: '/x', is: 1 } };
      expect(await takeOver(s, flow(parallel, { needs: ['plan'] }, docs))).toBe('waiting');
      await s.api.answer(DEMO, 'run it', 'docs');
      expect((await s.resume()).reason).toBe('completed');
      expect(await broughtBy(s)).toBe('phase build');
      expect(await s.agent.runs()).toContain('build 2');
      expect(await s.violations()).toEqual([]);
    });
  },
);

describe('in place no other phase begins beside the work of one', () => {
  const docs = { id: 'docs', needs: ['plan'] };
  const after = flow(1, { needs: ['plan'] }, docs);
  const inTheWay = (seq: number | null, tip: number): object => ({
    code: 'usage/not-possible',
    details: { refusal: { because: 'work-here', phase: 'build', seq, tip } },
  });

  async function between(): Promise<Stage> {
    const s = await betweenAttempts({ needs: ['plan'] }, { inPlace: true });
    await expect(takeOver(s, after)).rejects.toMatchObject(inTheWay(3, 3));
    expect(await s.agent.runs()).toEqual(['plan 1', 'build 1']);
    return s;
  }

  test('between two attempts, which go on where the plan lets them', async () => {
    const s = await between();
    expect(await takeOver(s, flow(1, { needs: ['plan'] }))).toBe('completed');
    expect(await broughtBy(s)).toBe('phase build');
    expect(await s.violations()).toEqual([]);
  });

  test('between two attempts, until a restore has set it aside', async () => {
    const s = await between();
    await s.api.restore(DEMO, { to: '3' }, { dryRun: false });
    expect((await s.resume()).reason).toBe('completed');
    expect(await rows(s)).toBe('plan done,docs done,build done,end done');
    await expectAside(s);
  });

  async function sentBack(): Promise<Stage> {
    const s = await stage(flow(1, { needs: ['plan'], approval: 'required' }));
    await s.agent.part('plan', lists('[]'));
    await s.agent.part('build-1', 'usual; echo half > half.txt');
    await s.agent.part('build-2', 'usual; echo again >> "$CAIRN_PHASE_DIR/result.md"');
    expect((await s.start({ inPlace: true })).reason).toBe('waiting');
    await s.api.reject(DEMO, 'build', 'Once more.');
    await expect(takeOver(s, after)).rejects.toMatchObject(inTheWay(null, 5));
    return s;
  }

  test('that was sent back, until a restore has left it behind, from before the plan', async () => {
    const s = await sentBack();
    await s.api.restore(DEMO, { to: '2' }, { dryRun: false });
    expect(await takeOver(s, after)).toBe('completed');
    expect(await rows(s)).toBe('plan done,docs done,build done,end done');
    await expectAside(s);
  });

  test('that was sent back, and goes on in a fork, under that plan and with that work', async () => {
    const s = await sentBack();
    const { session } = await s.api.fork(DEMO, '5', { id: 'other' });
    const outcome = await s.api.resume(session, PLAIN_RESUME, new AbortController().signal);
    expect(outcome.reason).toBe('completed');
    const { phases } = await s.api.status(session);
    expect(phases.map(({ id, status }) => `${id} ${status}`).join()).toBe(
      'plan done,docs done,build done,end done',
    );
    expect(await s.repo.git('show', 'cairn/other:half.txt')).toBe('half');
    expect(await s.api.verify(session)).toMatchObject([{ violations: [] }]);
  });
});

test.each([1, 2])(
  'with %i at work at once, whether a phase runs is decided anew where another plan may decide it',
  async (parallel) => {
    const when = { file: 'plan/tasks.json', at: '/x', is: 1 };
    const s = await stage(flow(parallel, { when }));
    await s.agent.part('plan', lists('{'));
    expect((await s.start()).reason).toBe('waiting');
    expect(await takeOver(s, flow(parallel, {}))).toBe('completed');
    expect(await rows(s)).toBe('plan done,build done,end done');
    expect(await s.violations()).toEqual([]);
  },
);

test.each<[what: string, design: object, runs: string]>([
  ['is skipped', { when: { file: 'plan/tasks.json', at: '/0/id', is: 'z' } }, 'plan 1,build 1,end 1'],
  [
    'is repeated for each item',
    { forEach: { file: 'plan/tasks.json' } },
    'plan 1,build 1,design-a 1,design-b 1,end 1',
  ],
])(
  'with 2 at work at once, a phase that was cut off after its agent had ended is judged, also behind one that %s from now on',
  async (_what, design, runs) => {
    const build = { needs: ['plan'], artifacts: ['result.md'] };
    const s = await stage(flow(2, { ...build, checks: [{ run: 'sleep 60' }] }));
    await s.agent.part('plan', lists('[{"id": "a"}, {"id": "b"}]'));
    const stop = new AbortController();
    const run = s.start({}, stop.signal);
    await until(() => s.progress.some((event) => event.type === 'agent-ended' && event.phase === 'build'));
    stop.abort();
    expect((await run).reason).toBe('interrupted');
    expect(await takeOver(s, flow(2, build, { id: 'design', needs: ['plan'], ...design }))).toBe('completed');
    // Items are worked on at once.
    expect((await s.agent.runs()).toSorted()).toEqual(runs.split(',').toSorted());
    expect(await s.violations()).toEqual([]);
  },
);

test.each([1, 2])(
  'with %i at work at once, where another plan is just being taken over, and dies, what waits is approved under the old one',
  async (parallel) => {
    let dies = (): void => {};
    const s = await stage(flow(parallel, { approval: 'required' }), {
      world: { reached: (point) => point === 'checkpoint/commit-made' && dies() },
    });
    await s.agent.part('plan', lists('[]'));
    await s.agent.part('build', 'usual; echo half > half.txt');
    expect((await s.start()).reason).toBe('waiting');
    const path = '.cairn/sessions/demo/workflow.yaml';
    const before = await (await s.worktree()).read(path);
    await (await s.worktree()).write(path, flowText({ ...flow(parallel, {}), phases: [PLAN, END] }));
    const engine = playedEngine(s);
    if (engine === null) return;
    await new Promise<void>((resolve) => {
      dies = () => {
        engine.kill();
        resolve();
      };
      void engine.api.resume(DEMO, { ...PLAIN_RESUME, acceptPlan: true }, new AbortController().signal);
    });
    dies = () => {};
    await (await s.worktree()).write(path, before);
    await s.api.approve(DEMO, 'build', null);
    expect(await s.repo.git('show', 'cairn/demo:half.txt')).toBe('half');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  },
);

test.each([1, 2])(
  'with %i at work at once, an attempt that was cut off counts, also where the engine dies once another phase is skipped',
  async (parallel) => {
    let dies = (): void => {};
    let published = 0;
    const reached = (point: string): void => {
      if (point === 'checkpoint/journal-reset' && (published += 1) === 2) dies();
    };
    const build = { needs: ['plan'] };
    const s = await stage(flow(parallel, build), { world: { reached } });
    await s.agent.part('plan', lists('[{"id": "a"}]'));
    await s.agent.part('build-1', atWorkAfter('usual'));
    await startAndKill(s);
    const design = { id: 'design', needs: ['plan'], when: { file: 'plan/tasks.json', at: '/0/id', is: 'z' } };
    await (
      await s.worktree()
    ).write('.cairn/sessions/demo/workflow.yaml', flowText(flow(parallel, build, design)));
    const engine = playedEngine(s);
    if (engine === null) return;
    // The change of the plan, and the skip.
    published = 0;
    await new Promise<void>((resolve) => {
      dies = () => {
        engine.kill();
        resolve();
      };
      void engine.api.resume(DEMO, { ...PLAIN_RESUME, acceptPlan: true }, new AbortController().signal);
    });
    dies = () => {};
    expect(await rows(s)).toBe('plan done,design skipped,build interrupted,end pending');
    expect(await s.api.status(DEMO)).toMatchObject({ state: 'interrupted' });
    expect(await s.api.list()).toMatchObject([{ state: 'interrupted' }]);
    expect((await s.resume()).reason).toBe('completed');
    const record = await s.repo.git('show', 'cairn/demo:.cairn/sessions/demo/02-build/phase.json');
    const { attempts } = JSON.parse(record) as PhaseRecord;
    expect(attempts.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
      '1 cut-off',
      '2 completed',
    ]);
    expect(await s.violations()).toEqual([]);
  },
);
