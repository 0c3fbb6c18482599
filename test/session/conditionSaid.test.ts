import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, flowText, type Flow, type Stage } from '../support/session.ts';

const TORN = 'usual; echo \'{"docs": true, "docs": false}\' > "$CAIRN_PHASE_DIR/tasks.json"';
const docs = { id: 'docs', when: { file: 'plan/tasks.json', at: '/docs', is: true } };
const flow = (rest: object = {}, over: object = {}): Flow => ({
  schema: 2,
  ...rest,
  phases: [{ id: 'plan', artifacts: ['tasks.json'] }, { ...docs, ...over }, { id: 'last' }],
});

const list = (max: number) => ({ file: 'plan/tasks.json', at: '/tasks', max });
const LONG = `echo '{"tasks": ["a", "b"]}' > "$CAIRN_PHASE_DIR/tasks.json"`;

/** A person said that `docs` runs, as its condition cannot be read. */
async function saidToRun(of: Flow): Promise<Stage> {
  const s = await stage(of);
  await s.agent.part('plan', TORN);
  expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'docs' });
  await s.api.answer(DEMO, 'run it');
  return s;
}

describe('what a person said of a condition that cannot be read holds for the round', () => {
  test('also after an attempt that is blocked', async () => {
    const s = await saidToRun(flow());
    await s.agent.part('docs-1', 'echo nothing');
    await s.agent.part('docs-2', 'echo nothing');
    expect(await s.resume()).toMatchObject({ reason: 'blocked', phase: 'docs' });
    expect(await s.resume()).toMatchObject({ reason: 'blocked', phase: 'docs' });
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['plan 1', 'docs 1', 'docs 2', 'docs 3', 'last 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('also where something else is asked before it begins', async () => {
    const s = await saidToRun(flow());
    const limited = flowText(flow({ limits: { time: '1ms' } }));
    await (await s.worktree()).write(`.cairn/sessions/${DEMO}/workflow.yaml`, limited);
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'docs' });
    expect((await s.api.status(DEMO)).question).toMatchObject({ about: 'limit' });
    await s.api.answer(DEMO, 'go on without');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toContain('docs 1');
    expect(await s.violations()).toEqual([]);
  });

  test('and is asked anew in the next', async () => {
    const until = { file: 'docs/ok.json', at: '/ok', is: true };
    const artifacts = ['ok.json'];
    const s = await stage(flow({}, { artifacts, loop: { to: 'plan', until, max: 3 } }));
    await s.agent.part('plan', TORN);
    await s.agent.part('docs', `echo '{"ok": false}' > "$CAIRN_PHASE_DIR/ok.json"`);
    expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'docs' });
    await s.api.answer(DEMO, 'run it');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'docs' });
    expect((await s.api.status(DEMO)).question).toMatchObject({ about: 'condition' });
    expect(await s.agent.runs()).toEqual(['plan 1', 'docs 1', 'plan 2']);
    await s.api.answer(DEMO, 'skip it');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.violations()).toEqual([]);
  });
});

test('how much of a list runs is asked anew in the next round', async () => {
  const until = { file: 'check/ok.json', at: '/ok', is: true };
  const s = await stage({
    schema: 2,
    phases: [
      { id: 'plan', artifacts: ['tasks.json'] },
      { id: 'build', forEach: list(1) },
      { id: 'check', artifacts: ['ok.json'], loop: { to: 'plan', until, max: 3 } },
    ],
  });
  await s.agent.part('plan', LONG);
  await s.agent.part('check-1', `echo '{"ok": false}' > "$CAIRN_PHASE_DIR/ok.json"`);
  expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'build' });
  await s.api.answer(DEMO, 'run the first 1');
  expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'build' });
  expect((await s.agent.runs()).filter((run) => run.startsWith('build'))).toHaveLength(1);
  expect((await s.api.status(DEMO)).question).toMatchObject({ about: 'condition' });
  expect(await s.violations()).toEqual([]);
});

describe('of a phase that is repeated a condition that cannot be read', () => {
  const WRITES = `${LONG}; echo '{"go": 1, "go": 2}' > "$CAIRN_PHASE_DIR/go.json"`;
  const TASKS = '.cairn/sessions/demo/01-plan/tasks.json';
  const asks = async (s: Stage) => (await s.api.status(DEMO)).question;
  const repeated = (max: number): Flow => {
    const when = { file: 'plan/go.json', at: '/go', is: 1 };
    const plan = { id: 'plan', artifacts: ['tasks.json', 'go.json'] };
    return { schema: 2, phases: [plan, { id: 'build', when, forEach: list(max) }, { id: 'last' }] };
  };
  async function asked(max: number): Promise<Stage> {
    const s = await stage(repeated(max));
    await s.agent.part('plan', WRITES);
    expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'build' });
    return s;
  }

  test('is asked about once, before its list is read, and the word holds for all its items', async () => {
    const s = await asked(5);
    expect(await asks(s)).toMatchObject({
      text: 'Whether build runs is decided by plan/go.json, which cannot be read: the key "go" is there twice.',
      options: ['look again', 'run it', 'skip it'],
    });
    await s.api.answer(DEMO, 'run it');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['plan 1', 'build-1 1', 'build-2 1', 'last 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('skips all of it, where a person says so', async () => {
    const s = await asked(5);
    await s.api.answer(DEMO, 'skip it');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['plan 1', 'last 1']);
    expect((await s.api.status(DEMO)).phases[1]?.skipped).toEqual({
      file: 'plan/go.json',
      at: '',
      byPerson: true,
    });
    expect(await s.violations()).toEqual([]);
  });

  test('is not asked about again where how many run is asked, too', async () => {
    const s = await asked(1);
    await s.api.answer(DEMO, 'run it');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'build' });
    expect(await asks(s)).toMatchObject({ options: ['run all', 'run the first 1', 'skip it'] });
    await s.api.answer(DEMO, 'run all');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['plan 1', 'build-1 1', 'build-2 1', 'last 1']);
  });

  test('nor where the list is looked at again', async () => {
    const s = await asked(5);
    await s.api.answer(DEMO, 'run it');
    const tree = await s.worktree();
    await tree.write(TASKS, 'no list');
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'build' });
    expect(await asks(s)).toMatchObject({ options: ['look again', 'skip it'] });
    await tree.write(TASKS, '{"tasks": ["a"]}');
    await s.api.answer(DEMO, 'look again');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['plan 1', 'build-1 1', 'last 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('leaves what is done as it was closed, where another plan has its list read anew', async () => {
    const s = await stage(repeated(5));
    const both = `echo '{"tasks": ["a", "b"], "more": ["a", "b"]}' > "$CAIRN_PHASE_DIR/tasks.json"`;
    await s.agent.part('plan', `${WRITES}; ${both}`);
    const second = async (part: string) => {
      for (const n of [1, 2]) await s.agent.part(`build-2-${n}`, part);
    };
    await second('echo nothing');
    await s.start();
    await s.api.answer(DEMO, 'run it');
    expect(await s.resume()).toMatchObject({ reason: 'blocked', phase: 'build-2' });
    const other = flowText(repeated(5)).replace(/("?at"?: *["']?)\/tasks/, '$1/more');
    await (await s.worktree()).write(`.cairn/sessions/${DEMO}/workflow.yaml`, other);
    expect(await s.resume({ acceptPlan: true })).toMatchObject({ reason: 'waiting', phase: 'build' });
    await s.api.answer(DEMO, 'run it');
    await second('usual');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['plan 1', 'build-1 1', 'build-2 1', 'build-2 2', 'last 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('is not asked about where there is no item', async () => {
    const s = await stage(repeated(5));
    await s.agent.part('plan', `${WRITES}; echo '{"tasks": []}' > "$CAIRN_PHASE_DIR/tasks.json"`);
    expect(await s.start()).toMatchObject({ reason: 'completed' });
    expect(await s.agent.runs()).toEqual(['plan 1', 'last 1']);
  });
});

test.each<[name: string, plan: string, over: object, others: readonly string[]]>([
  ['a condition', TORN, {}, ['run all', 'run the first 2', 'run', 'yes']],
  [
    'a list that is too long',
    LONG,
    { when: undefined, forEach: list(1) },
    ['run it', 'look again', 'run the first 2', 'run the firstborn'],
  ],
])(
  'an answer about %s that is none of its options is refused, and nothing is published',
  async (_name, plan, over, others) => {
    const s = await stage(flow({}, over));
    await s.agent.part('plan', plan);
    expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'docs' });
    const before = await s.log();
    const { question } = await s.api.status(DEMO);
    for (const said of others)
      await expect(s.api.answer(DEMO, said), said).rejects.toMatchObject({
        code: 'usage/not-possible',
        details: { refusal: { because: 'no-option', phase: 'docs', said, options: question?.options } },
      });
    expect(await s.log()).toEqual(before);
    await s.api.answer(DEMO, ' Skip it ');
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
  },
);
