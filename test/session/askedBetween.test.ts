import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { atWorkAfter, startAndKill } from '../support/killedEngine.ts';
import { stage as inMemory } from '../support/memoryStage.ts';
import { DEMO, stage, type Flow, type Stage } from '../support/session.ts';
import { onceSaid } from '../support/sideBySide.ts';
import { until } from '../support/until.ts';

const FOLDER = `.cairn/sessions/${DEMO}`;
const HALF = 'echo half > half.txt';

/** As a person edits the workflow of the session. */
async function change(s: Stage, to: (flow: Flow) => Flow): Promise<void> {
  const tree = (await s.api.status(DEMO)).isolation === 'in-place' ? s.repo : await s.worktree();
  const path = `${FOLDER}/workflow.yaml`;
  const flow = JSON.parse(await tree.read(path)) as Flow;
  await tree.write(path, `${JSON.stringify(to(flow), null, 2)}\n`);
}

/** The first attempt of `build` does not hold, and the run is stopped before the next one begins. */
async function stoppedBeforeRetry(inPlace = false): Promise<Stage> {
  const stop = new AbortController();
  const s = await inMemory(
    { schema: 2, phases: [{ id: 'plan' }, { id: 'build', retries: 1 }, { id: 'after' }] },
    { world: { reached: (point) => point === 'attempt/failed' && stop.abort() } },
  );
  await s.agent.part('build-1', HALF);
  expect((await s.start({ inPlace }, stop.signal)).reason).toBe('interrupted');
  return s;
}

const kindsOf = async (s: Stage): Promise<readonly string[]> =>
  (await s.log()).map((line) => line.split(' ').slice(1, 3).join(' '));

describe('what has begun before a question', () => {
  test('is held while a limit is asked about: it is gone on with, and nobody’s edit', async () => {
    const s = await stoppedBeforeRetry();
    await change(s, (flow) => ({ ...flow, limits: { time: '1ms' } }));
    expect((await s.resume()).reason).toBe('waiting');
    const { question, phases } = await s.api.status(DEMO);
    expect(question?.about).toBe('limit');
    expect(phases[1]).toMatchObject({ status: 'waiting', attempt: 1 });
    expect(await s.repo.git('show', `${phases[1]?.held?.commit}:half.txt`)).toBe('half');
    expect((await s.api.list())[0]).toMatchObject({ state: 'waiting' });
    await s.api.answer(DEMO, 'go on without');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.agent.prompt('build', 2)).toContain('result.md is missing');
    expect(await s.agent.runs()).toEqual(['plan 1', 'build 1', 'build 2', 'after 1']);
    expect(await kindsOf(s)).toEqual([
      'opened -',
      'phase plan/1',
      'edit -',
      'waiting build/1',
      'answer build/1',
      'phase build/2',
      'phase after/1',
    ]);
    const record = await s.repo.git('show', `cairn/demo:${FOLDER}/02-build/phase.json`);
    const { attempts, edited } = JSON.parse(record) as PhaseRecord;
    expect(attempts.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
      '1 completed',
      '2 completed',
    ]);
    expect(edited).toBeUndefined();
    expect(await s.violations()).toEqual([]);
  });

  test('stays as it is while HEAD is elsewhere, and is gone on with once that is back', async () => {
    const s = await stage({ phases: [{ id: 'plan' }, { id: 'build' }] });
    await s.agent.part('build-1', `${HALF}\nsleep 60`);
    const stop = new AbortController();
    const run = s.start({ inPlace: true }, stop.signal);
    await until(async () => existsSync(`${s.repo.root}/half.txt`));
    stop.abort();
    await run;
    await s.repo.git('switch', '-q', '-c', 'other');
    expect((await s.resume()).reason).toBe('waiting');
    await s.repo.git('switch', '-q', 'main');
    expect((await s.resume()).reason).toBe('completed');
    expect((await kindsOf(s)).filter((kind) => kind.startsWith('edit'))).toEqual([]);
    expect(await s.agent.prompt('build', 2)).toContain('half.txt');
    expect(await s.violations()).toEqual([]);
  });

  test.each([false, true])(
    'is set aside where a changed plan skips its phase (in place: %s)',
    async (inPlace) => {
      const s = await stoppedBeforeRetry(inPlace);
      const when = { file: 'plan/result.md', exists: true };
      await change(s, (flow) => ({
        ...flow,
        phases: flow.phases.map((phase) => (phase.id === 'build' ? { ...phase, when } : phase)),
      }));
      expect((await s.resume({ acceptPlan: true })).reason).toBe('completed');
      expect(await s.agent.runs()).toEqual(['plan 1', 'build 1', 'after 1']);
      expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo', 'half.txt')).toBe('');
      const [rescue] = await s.api.rescues(DEMO);
      expect(await s.repo.git('show', `${rescue?.ref}:half.txt`)).toBe('half');
      expect(await s.violations()).toEqual([]);
    },
  );
});

describe('where another phase is skipped before one is gone on with', () => {
  const skipped = (flow: Flow): Flow => ({
    ...flow,
    phases: flow.phases.flatMap((phase) => {
      if (phase.id !== 'build') return [phase];
      const when = { file: 'plan/result.md', exists: true };
      const design = { id: 'design', needs: ['plan'], artifacts: ['design.md'], when };
      return [design, { ...phase, needs: ['plan'] }];
    }),
  });

  test('retries that it has used stay used', async () => {
    const s = await stoppedBeforeRetry();
    await s.agent.part('build-2', HALF);
    await change(s, skipped);
    expect((await s.resume({ acceptPlan: true })).reason).toBe('blocked');
    expect(await s.agent.runs()).toEqual(['plan 1', 'build 1', 'build 2']);
    expect(await kindsOf(s)).toContain('skipped design/0');
  });

  test('what an attempt has left that was cut off is told as that, and not as a person’s', async () => {
    const s = await inMemory({ schema: 2, phases: [{ id: 'plan' }, { id: 'build' }] });
    await s.agent.part('build-1', atWorkAfter(HALF));
    await startAndKill(s, { inPlace: true });
    await change(s, skipped);
    expect((await s.resume({ acceptPlan: true })).reason).toBe('completed');
    expect(await kindsOf(s)).toContain('skipped design/0');
    expect(await s.agent.prompt('build', 2)).toContain('An earlier attempt left');
    expect(await s.agent.prompt('build', 2)).toContain('half.txt');
    expect(await s.violations()).toEqual([]);
  });
});

describe('a limit counts', () => {
  test('what an attempt has used that was stopped', async () => {
    const s = await inMemory({ schema: 2, limits: { time: '1h' }, phases: [{ id: 'plan' }] });
    await s.agent.part('plan-1', `touch "$PLAY/began"; sleep 60`);
    const stop = new AbortController();
    const run = s.start({}, stop.signal);
    await until(async () => (await s.api.list())[0]?.driven === true && (await s.agent.runs()).length === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    stop.abort();
    expect((await run).reason).toBe('interrupted');
    await change(s, (flow) => ({ ...flow, limits: { time: '10ms' } }));
    expect((await s.resume()).reason).toBe('waiting');
    expect(await s.agent.runs()).toEqual(['plan 1']);
    await s.api.answer(DEMO, 'go on without');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });
});

describe('a limit that is reached while phases work side by side', () => {
  test('begins no retry of another, which asks as well; raised, both go on', async () => {
    const s = await stage({
      schema: 2,
      parallel: 2,
      limits: { time: '1s' },
      phases: [
        { id: 'long', needs: [] },
        {
          id: 'fails',
          needs: [],
          retries: 1,
          checks: [{ run: `${onceSaid('long waits')}; test -e ok.txt` }],
        },
      ],
    });
    await s.agent.part('long-1', 'sleep 60');
    await s.agent.part('fails-2', 'usual; touch ok.txt');
    expect((await s.start()).reason).toBe('waiting');
    expect((await s.agent.runs()).toSorted()).toEqual(['fails 1', 'long 1']);
    expect((await s.api.status(DEMO)).questions.map(({ about }) => about)).toEqual(['limit', 'limit']);
    await s.api.answer(DEMO, 'go on without', null);
    expect((await s.resume()).reason).toBe('completed');
    expect((await s.agent.runs()).toSorted()).toEqual(['fails 1', 'fails 2', 'long 1', 'long 2']);
    expect(await s.violations()).toEqual([]);
  });

  test('asks for no yes twice: approved work is merged and closed, and only what would begin asks', async () => {
    const s = await stage({
      schema: 2,
      parallel: 2,
      phases: [
        { id: 'mine', needs: [], approval: 'required' },
        { id: 'other', needs: [] },
        { id: 'join', needs: ['mine', 'other'] },
      ],
    });
    await s.agent.part('other', `usual\n${onceSaid('mine waits')}`);
    expect((await s.start()).reason).toBe('waiting');
    await s.api.approve(DEMO, 'mine', null);
    expect((await s.log()).at(-1)).toMatch(/ approval mine\/1 running$/);
    await change(s, (flow) => ({ ...flow, limits: { time: '1ms' } }));
    expect((await s.resume()).reason).toBe('waiting');
    const { phases, questions } = await s.api.status(DEMO);
    expect(phases.map(({ status }) => status)).toEqual(['done', 'done', 'waiting']);
    expect(questions).toMatchObject([{ phase: 'join', about: 'limit' }]);
    expect((await s.agent.runs()).toSorted()).toEqual(['mine 1', 'other 1']);
    expect(await s.violations()).toEqual([]);
  });

  test('holds what was merged and laid for an attempt that is cut off, until that is gone on with', async () => {
    const s = await stage(
      {
        schema: 2,
        parallel: 2,
        phases: [
          { id: 'left', needs: [] },
          { id: 'right', needs: [] },
        ],
      },
      { files: { 'app.txt': 'one\n' } },
    );
    await s.agent.part('left', 'usual\necho left > app.txt');
    await s.agent.part(
      'right-1',
      `usual\n${onceSaid('left is done')}\necho right > app.txt; echo own > own.txt`,
    );
    await s.agent.part('right-2', ': > "$PLAY/at-work"; sleep 60');
    const stop = new AbortController();
    const run = s.start({}, stop.signal);
    await until(async () => existsSync(`${s.agent.folder}/at-work`));
    stop.abort();
    expect((await run).reason).toBe('interrupted');
    await change(s, (flow) => ({ ...flow, limits: { time: '1ms' } }));
    expect((await s.resume()).reason).toBe('waiting');
    const held = (await s.api.status(DEMO)).phases[1]?.held;
    expect(await s.repo.git('show', `${held?.commit}:own.txt`)).toBe('own');
    await s.agent.part('right-3', 'usual\necho both > app.txt');
    await s.api.answer(DEMO, 'go on without');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.repo.git('show', 'cairn/demo:own.txt')).toBe('own');
    expect(await s.repo.git('show', 'cairn/demo:app.txt')).toBe('both');
    expect(await s.repo.git('show', 'cairn/demo:src/left.txt')).toBe('work of left');
    expect(await s.violations()).toEqual([]);
  });
});
