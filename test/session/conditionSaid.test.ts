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
