import { describe, expect, test } from 'vitest';
import { stage } from '../support/memoryStage.ts';
import { DEMO, flowText, type Stage } from '../support/session.ts';
import { leftAndRight } from '../support/sideBySide.ts';
import { until } from '../support/until.ts';

const FAN = leftAndRight();

const areAtWork = async ({ agent }: Stage, ...phases: readonly string[]): Promise<void> => {
  for (const id of phases) await until(() => agent.isMarked(`${id}.root`));
};

/** Both are at work, each with something in its worktree, and do not end. */
async function atWork(): Promise<{ readonly s: Stage; readonly end: () => Promise<unknown> }> {
  const s = await stage(FAN);
  for (const id of ['left', 'right'])
    await s.agent.part(`${id}-1`, `echo half > ${id}.txt\necho "$PWD" > "$PLAY/${id}.root"\nsleep 60`);
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  await areAtWork(s, 'left', 'right');
  return {
    s,
    async end() {
      stop.abort();
      return run;
    },
  };
}

const worktrees = async ({ repo }: Stage): Promise<number> =>
  (await repo.git('worktree', 'list', '--porcelain'))
    .split('\n')
    .filter((line) => line.startsWith('worktree ')).length;

describe('two phases at work', () => {
  test('are both stopped, and both gone on with', async () => {
    const { s, end } = await atWork();
    expect(await end()).toMatchObject({ reason: 'interrupted' });
    expect((await s.resume()).reason).toBe('completed');
    expect((await s.agent.runs()).toSorted()).toEqual(['join 1', 'left 1', 'left 2', 'right 1', 'right 2']);
    // What a stopped attempt left is set aside, and told to the next.
    expect(await s.agent.prompt('left', 2)).toContain('left.txt');
    expect(await s.agent.prompt('right', 2)).toContain('right.txt');
    expect(await s.violations()).toEqual([]);
  });

  test('both end where the session is paused, and nothing begins after them', async () => {
    const s = await stage(FAN);
    for (const id of ['left', 'right'])
      await s.agent.part(id, `usual\n: > "$PLAY/${id}.root"\nuntil [ -e "$PLAY/go" ]; do sleep 0.02; done`);
    const run = s.start();
    await areAtWork(s, 'left', 'right');
    await (await s.seat()).api.pause(DEMO);
    await s.agent.mark('go');
    expect(await run).toMatchObject({ reason: 'paused' });
    expect((await s.api.status(DEMO)).phases.map(({ status }) => status)).toEqual([
      'done',
      'done',
      'pending',
    ]);
    expect((await s.agent.runs()).toSorted()).toEqual(['left 1', 'right 1']);
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });

  test('leave what they have made in a rescue each where the session is cancelled meanwhile, also after one was published', async () => {
    const s = await stage({
      schema: 2,
      parallel: 2,
      phases: ['one', 'two', 'three'].map((id) => ({ id, needs: [] })),
    });
    for (const id of ['two', 'three'])
      await s.agent.part(id, `echo half > ${id}.txt\n: > "$PLAY/${id}.root"\nsleep 60`);
    const run = s.start();
    await areAtWork(s, 'two', 'three');
    await (await s.seat()).api.cancel(DEMO);
    expect(await run).toMatchObject({ reason: 'cancelled' });
    const kept = await s.api.rescues(DEMO);
    const files = await Promise.all(kept.map(({ ref }) => s.repo.git('ls-tree', '-r', '--name-only', ref)));
    expect(files.join('\n')).toContain('two.txt');
    expect(files.join('\n')).toContain('three.txt');
    expect(await s.repo.git('for-each-ref', 'refs/cairn/demo/queued')).toBe('');
    expect(await s.violations()).toEqual([]);
  });

  test('are set aside by a restore, and the session goes on from there', async () => {
    const { s, end } = await atWork();
    await end();
    await s.api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await s.violations()).toEqual([]);
    const kept = (await s.repo.git('for-each-ref', '--format=%(refname)', 'refs/cairn/demo/rescue')).split(
      '\n',
    );
    const files = await Promise.all(kept.map((ref) => s.repo.git('ls-tree', '-r', '--name-only', ref)));
    expect(files.join('\n')).toContain('left.txt');
    expect(files.join('\n')).toContain('right.txt');
    for (const id of ['left', 'right']) await s.agent.part(id, 'usual');
    expect((await s.resume()).reason).toBe('completed');
    expect(await s.violations()).toEqual([]);
  });

  test('have their work in worktrees again once a restore is undone, and are told of it', async () => {
    const { s, end } = await atWork();
    await end();
    // A person added something to what the agents had made.
    const left = await s.worktree('left');
    expect((await s.agent.read('left.root')).trim()).toBe(left.root);
    await left.write('person.txt', 'mine\n');
    await (await s.seat()).api.restore(DEMO, { to: '1' }, { dryRun: false });
    expect(await left.look('left.txt')).toBeNull();
    await (await s.seat()).api.restore(DEMO, { undo: true }, { dryRun: false });
    expect(await s.violations()).toEqual([]);
    for (const id of ['left', 'right'])
      await s.agent.part(id, `usual\ncat ${id}.txt > "$PLAY/saw-${id}"\nls > "$PLAY/lay-${id}"`);
    expect((await s.resume()).reason).toBe('completed');
    for (const id of ['left', 'right']) {
      expect(await s.agent.read(`saw-${id}`)).toBe('half\n');
      expect(await s.agent.prompt(id, 2)).toContain(`${id}.txt`);
      expect(await s.repo.git('show', `cairn/demo:${id}.txt`)).toBe('half');
    }
    // Each has its own.
    expect(await s.agent.read('lay-left')).toMatch(/person\.txt/);
    expect(await s.agent.read('lay-right')).not.toMatch(/person\.txt|left\.txt/);
    expect(await s.repo.git('show', 'cairn/demo:person.txt')).toBe('mine');
    expect(await s.violations()).toEqual([]);
  });

  test('are set aside where the session is cancelled', async () => {
    const { s, end } = await atWork();
    await end();
    await s.api.cancel(DEMO);
    const kept = (await s.repo.git('for-each-ref', '--format=%(refname)', 'refs/cairn/demo/rescue')).split(
      '\n',
    );
    expect(kept).toHaveLength(2);
    expect(await s.violations()).toEqual([]);
  });

  test('leave no worktree where the session is deleted, and their work is kept', async () => {
    const { s, end } = await atWork();
    await end();
    expect(await worktrees(s)).toBe(3);
    await s.api.delete(DEMO, { purge: false });
    expect(await worktrees(s)).toBe(1);
    const kept = (await s.repo.git('for-each-ref', '--format=%(refname)', 'refs/cairn/demo/rescue')).split(
      '\n',
    );
    expect(kept).toHaveLength(2);
    await s.api.delete(DEMO, { purge: true });
    expect(await s.repo.git('for-each-ref', 'refs/cairn')).toBe('');
  });
});

test('where phases go one by one, what lay there of one that another was put before lies in a worktree again once a restore is undone', async () => {
  const phases = [{ id: 'one' }, { id: 'two' }];
  const s = await stage({ schema: 2, phases });
  await s.agent.part('two-1', `printf 'half' > two.txt\necho "$PWD" > "$PLAY/two.root"\nsleep 60`);
  await s.agent.part('two', `usual\ncat two.txt > "$PLAY/saw-two"`);
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  await areAtWork(s, 'two');
  stop.abort();
  expect(await run).toMatchObject({ reason: 'interrupted' });
  const flow = { schema: 2, phases: [{ id: 'one' }, { id: 'between' }, { id: 'two' }] };
  await (await s.worktree()).write(`.cairn/sessions/${DEMO}/workflow.yaml`, flowText(flow));
  expect(await s.resume({ acceptPlan: true, until: 'between' })).toMatchObject({ reason: 'paused' });
  await (await s.seat()).api.restore(DEMO, { to: 'one' }, { dryRun: false });
  const back = await s.seat();
  await back.api.restore(DEMO, { undo: true }, { dryRun: false });
  expect(back.told()).toEqual([]);
  expect(await (await s.worktree('two')).look('two.txt')).toBe('half');
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.agent.read('saw-two')).toBe('half');
  expect(await s.agent.prompt('two', 2)).toContain('two.txt');
  expect(await s.repo.git('show', 'cairn/demo:two.txt')).toBe('half');
  expect(await s.violations()).toEqual([]);
});
