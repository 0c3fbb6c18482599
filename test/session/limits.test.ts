import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, stage as onGit, type Flow } from '../support/session.ts';

const flow = (rest: object, phase: object = {}): Flow => ({
  schema: 2,
  ...rest,
  phases: [{ id: 'plan' }, { id: 'build', ...phase }],
});

describe('a limit of what agents may use', () => {
  test('ends an attempt with its work held, and asks; raised, the phase goes on with that work', async () => {
    const s = await stage(flow({}, { limits: { time: '500ms' } }));
    await s.agent.part('build-1', 'echo begun > begun.txt; sleep 20');
    expect((await s.start()).reason).toBe('waiting');
    const { question, phases } = await s.api.status(DEMO);
    expect(question?.text).toMatch(/^The phase build has reached its limit of time: 1s used, 1s allowed\.$/);
    expect(question?.options).toEqual(['raise to 1s', 'go on without', 'stop']);
    expect(phases[1]?.held).toBeDefined();
    expect(await s.log()).toEqual([
      '1 opened - running',
      '2 phase plan/1 running',
      '3 waiting build/1 waiting',
    ]);
    await s.api.answer(DEMO, 'go on without');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.repo.git('show', 'cairn/demo:begun.txt')).toBe('begun');
    expect(await s.agent.prompt('build', 2)).toContain('go on without');
    expect(await s.violations()).toEqual([]);
  });

  test('lets no attempt begin beyond it, and asks again where the answer raised nothing', async () => {
    const s = await stage(flow({ limits: { time: '1ms' } }));
    expect((await s.start()).reason).toBe('waiting');
    await s.api.answer(DEMO, 'be quick');
    expect((await s.resume()).reason).toBe('waiting');
    const runs = await s.agent.runs();
    await s.api.answer(DEMO, 'raise to 1h');
    expect((await s.resume()).reason).toBe('completed');
    expect((await s.agent.runs()).length).toBeGreaterThan(runs.length);
    expect(await s.violations()).toEqual([]);
  });

  test('stops the session where a person says so', async () => {
    const s = await stage(flow({ limits: { time: '1ms' } }));
    await s.start();
    expect((await s.api.answer(DEMO, 'stop')).state).toBe('cancelled');
  });

  test.each<[asked: string, flow: Flow]>([
    ['a limit', flow({ limits: { time: '1ms' } })],
    [
      'the rounds of a loop',
      flow({}, { loop: { to: 'build', until: { file: 'build/x.json', exists: true }, max: 1 } }),
    ],
  ])(
    'or %s, is asked about where HEAD is where the session left it: "stop" sets nothing of another branch aside',
    async (_asked, asking) => {
      const s = await onGit(asking);

      expect((await s.start({ inPlace: true })).reason).toBe('waiting');
      await s.repo.write('begun.txt', 'begun\n');
      const { git } = s.repo;
      await git('stash', '-q', '-u');
      await git('checkout', '-q', '-b', 'other');
      await s.repo.write('mine.txt', 'mine\n');
      await git('add', 'mine.txt');
      await git('commit', '-q', '-m', 'mine');
      await s.repo.write('loose.txt', 'mine\n');
      await expect(s.api.answer(DEMO, 'stop')).rejects.toMatchObject({ code: 'repo/head-moved' });
      expect(await git('for-each-ref', 'refs/cairn')).toBe('');
      expect((await s.api.status(DEMO)).state).toBe('waiting');
      await git('checkout', '-q', 'main');
      await git('stash', 'pop', '-q');
      expect((await s.api.answer(DEMO, 'stop')).state).toBe('cancelled');
      // Where they lay, and no file of the other branch but what lies here.
      expect(await git('show', 'main:README.md')).toBe('hello');
      expect(await s.repo.read('begun.txt')).toBe('begun\n');
      expect(await s.repo.read('loose.txt')).toBe('mine\n');
      expect(await git('log', '--all', '--format=%s', '--', 'mine.txt')).toBe('mine');
      expect(await s.violations()).toEqual([]);
    },
  );

  test('of cost is said to count nothing of an agent that tells none', async () => {
    const s = await stage(flow({ limits: { cost: 5 } }));
    expect((await s.start()).reason).toBe('completed');
    expect(s.told().join('\n')).toContain('tells no cost: the limit of cost counts nothing of what it does.');
  });
});

test('[L18] an attempt that has gone on for long says what would be lost, as long as it works', async () => {
  const s = await stage(flow({}, { warnAfter: '1ms' }));
  await s.agent.part('build', 'usual; echo x > x.txt; until [ -f "$PLAY/go" ]; do sleep 0.05; done');
  const running = s.start();
  const warned = async () =>
    (await s.api.status(DEMO).catch(() => null))?.warnings.filter(
      ({ warning }) => warning === 'long-attempt',
    );
  await expect.poll(async () => (await warned())?.length, { timeout: 60_000 }).toBe(1);
  await s.agent.mark('go');
  expect((await running).reason).toBe('completed');
  expect(await warned()).toEqual([]);
});
