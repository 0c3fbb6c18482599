import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, flowText, type Flow, type Stage } from '../support/session.ts';
import { until } from '../support/until.ts';

/** The workflow of a session loses a phase of which work is open, in one slot or the other. */

const FAN: Flow = {
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'left', needs: [] },
    { id: 'right', needs: [] },
    { id: 'join', needs: [] },
  ],
};
type Side = 'left' | 'right';

async function without(s: Stage, side: Side, flow: Flow): Promise<void> {
  const tree = await s.worktree();
  await tree.write(
    `.cairn/sessions/${DEMO}/workflow.yaml`,
    flowText({ ...flow, phases: flow.phases.filter(({ id }) => id !== side) }),
  );
}

const rescued = async (s: Stage): Promise<string> => {
  const refs = (await s.api.rescues(DEMO)).map(({ ref }) => ref);
  const all = await Promise.all(refs.map((ref) => s.repo.git('ls-tree', '-r', '--name-only', ref)));
  return all.join('\n');
};

async function expectWithout(s: Stage, side: Side): Promise<void> {
  const ids = FAN.phases.map(({ id }) => id).filter((id) => id !== side);
  for (const id of ids) expect(await s.repo.git('show', `cairn/demo:src/${id}.txt`)).toBe(`work of ${id}`);
  expect((await s.api.status(DEMO)).phases.map(({ id, status }) => `${id} ${status}`)).toEqual(
    ids.map((id) => `${id} done`),
  );
  expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toContain(`half-${side}.txt`);
  expect(await rescued(s)).toContain(`half-${side}.txt`);
  expect(s.told().join('\n')).toMatch(/rescue \d/);
  expect(await s.violations()).toEqual([]);
}

describe.each(['left', 'right'] as const)('a plan that loses %s', (side) => {
  test('while it was at work has what that left set aside', async () => {
    const s = await stage(FAN);
    for (const id of ['left', 'right'])
      await s.agent.part(`${id}-1`, `usual\necho half > half-${id}.txt\n: > "$PLAY/${id}.at"\nsleep 60`);
    const stop = new AbortController();
    const run = s.start({}, stop.signal);
    for (const id of ['left', 'right']) await until(() => s.agent.isMarked(`${id}.at`));
    stop.abort();
    expect(await run).toMatchObject({ reason: 'interrupted' });
    await without(s, side, FAN);
    expect(await s.resume({ acceptPlan: true })).toMatchObject({ reason: 'completed' });
    await expectWithout(s, side);
  });

  test('while its work waits has that set aside', async () => {
    const flow = {
      ...FAN,
      phases: FAN.phases.map((phase) => ({
        ...phase,
        ...(phase.id === side ? { approval: 'required' } : {}),
      })),
    };
    const s = await stage(flow);
    await s.agent.part(side, `usual\necho half > half-${side}.txt`);
    expect(await s.start()).toMatchObject({ reason: 'waiting' });
    await without(s, side, flow);
    expect(await s.resume({ acceptPlan: true })).toMatchObject({ reason: 'completed' });
    await expectWithout(s, side);
  });

  test('while its work is blocked has that set aside', async () => {
    const s = await stage(FAN);
    await s.agent.part(side, `echo half > half-${side}.txt`);
    expect(await s.start()).toMatchObject({ reason: 'blocked' });
    await without(s, side, FAN);
    expect(await s.resume({ acceptPlan: true })).toMatchObject({ reason: 'completed' });
    await expectWithout(s, side);
  });
});

describe('a phase that was blocked when it left the plan', () => {
  const flow = (...last: Flow['phases']): Flow => ({
    schema: 2,
    phases: [{ id: 'one' }, { id: 'two', artifacts: ['said.json'] }, ...last],
  });
  const RECORD = `.cairn/sessions/${DEMO}/03-three/phase.json`;
  const takeOver = async (s: Stage, after: Flow): Promise<void> => {
    await (await s.worktree()).write(`.cairn/sessions/${DEMO}/workflow.yaml`, flowText(after));
    expect(await s.resume({ acceptPlan: true })).toMatchObject({ reason: 'completed' });
  };

  async function takenOut(): Promise<Stage> {
    const s = await stage(flow({ id: 'three' }));
    await s.agent.part('two', `printf '{"three": false}' > "$CAIRN_PHASE_DIR/said.json"`);
    await s.agent.part('three', 'echo half > half.txt');
    expect(await s.start()).toMatchObject({ reason: 'blocked' });
    await takeOver(s, flow());
    await s.agent.part('three', 'usual');
    return s;
  }

  test('leaves nothing of it where it was: that is in the checkpoints before', async () => {
    const s = await takenOut();
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toContain(RECORD);
    const onDisk = (await s.worktree()).read(RECORD);
    expect(await onDisk.catch(() => null)).toBe(null);
    expect(await s.violations()).toEqual([]);
  });

  test('begins with nothing of it once it is put back', async () => {
    const s = await takenOut();
    await takeOver(s, flow({ id: 'three' }));
    const record: unknown = JSON.parse(await s.repo.git('show', `cairn/demo:${RECORD}`));
    expect(record).toMatchObject({ status: 'done', attempts: [{ outcome: 'completed' }] });
    expect(record).not.toHaveProperty('edited');
    expect(await s.agent.prompt('three')).not.toContain('half.txt');
    expect(await s.violations()).toEqual([]);
  });

  test('is skipped like any other where it is put back with a condition that is not met', async () => {
    const s = await takenOut();
    await takeOver(s, flow({ id: 'three', when: { file: 'two/said.json', at: '/three', is: true } }));
    expect((await s.api.status(DEMO)).phases.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'skipped',
    ]);
    expect(await s.violations()).toEqual([]);
  });
});
