import { describe, expect, test } from 'vitest';
import { atWorkAfter } from '../support/killedEngine.ts';
import { stage as inMemory } from '../support/memoryStage.ts';
import { elsewhere } from '../support/otherMachine.ts';
import { DEMO, flowText, stage, type Flow, type Seat, type Stage } from '../support/session.ts';
import { THOROUGH } from '../support/thorough.ts';
import { until } from '../support/until.ts';

/** How many phases may work at once is another number than when they began, or this machine has one working tree for all. */

const flow = (parallel: number): Flow => ({
  schema: 2,
  parallel,
  phases: [{ id: 'plan' }, { id: 'a', needs: ['plan'], approval: 'required' }, { id: 'b', needs: ['plan'] }],
});

const bothAsk = (parallel: number): Flow => ({
  schema: 2,
  parallel,
  phases: [
    { id: 'a', needs: [], approval: 'required' },
    { id: 'b', needs: [], approval: 'required' },
    { id: 'c', needs: ['a', 'b'] },
  ],
});

const WORKFLOW = `.cairn/sessions/${DEMO}/workflow.yaml`;

/** Each phase leaves a file, and what it found of the others. */
async function begun(of: Flow): Promise<Stage> {
  const s = await stage(of);
  for (const id of ['plan', 'a', 'b', 'c'])
    await s.agent.part(id, `usual\nls > "$PLAY/${id}-saw"\necho ${id} > ${id}.txt`);
  return s;
}

const published = async ({ repo }: Seat): Promise<readonly string[]> =>
  (await repo.git('ls-tree', '--name-only', 'cairn/demo'))
    .split('\n')
    .filter((name) => /^(plan|a|b|c)\.txt$/.test(name));

const told = ({ progress }: Seat): readonly string[] =>
  progress.flatMap((event) => (event.type === 'told' ? [event.notice.notice] : []));

describe('phases that may work side by side go one by one in place', () => {
  /** The one that waits stops the session, and no unapproved work is published. */
  async function expectOneByOne(s: Stage, here: Seat): Promise<void> {
    expect(told(here)).toContain('one-by-one');
    expect(await here.api.status(DEMO)).toMatchObject({ state: 'waiting', next: ['a'] });
    expect(await s.agent.runs()).toEqual(['plan 1', 'a 1']);
    expect(await published(here)).toEqual(['plan.txt']);
    await here.api.approve(DEMO, 'a', null);
    expect(await here.resume()).toMatchObject({ reason: 'completed' });
    expect(await s.repo.look('../play/b-saw')).toContain('a.txt');
    expect(await published(here)).toEqual(['a.txt', 'b.txt', 'plan.txt']);
    expect(await here.violations()).toEqual([]);
  }

  test('where the session is taken up from a worktree elsewhere', async () => {
    const s = await begun(flow(2));
    expect(await s.start({ until: 'plan' })).toMatchObject({ reason: 'paused' });
    const other = await elsewhere(s);
    expect(await other.resume({ inPlace: true })).toMatchObject({ reason: 'waiting', phase: 'a' });
    await expectOneByOne(s, other);
  });

  test('where that is edited into its workflow', THOROUGH, async () => {
    const s = await begun(flow(1));
    expect(await s.start({ inPlace: true, until: 'plan' })).toMatchObject({ reason: 'paused' });
    await s.repo.write(WORKFLOW, flowText(flow(2)));
    expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'a' });
    await expectOneByOne(s, s);
  });

  test('where one waits that others went past elsewhere', THOROUGH, async () => {
    const s = await begun(flow(2));
    await s.agent.part('b', 'sleep 60');
    const run = s.start();
    const person = await s.seat();
    await expect
      .poll(async () => (await person.log().catch(() => [])).join(), { timeout: 30_000 })
      .toContain('waiting a/1');
    await person.api.stop(DEMO);
    expect(await run).toMatchObject({ reason: 'interrupted', state: 'running' });
    await s.agent.part('b', `usual\nls > "$PLAY/b-saw"\necho b > b.txt`);
    const other = await elsewhere(s);
    expect(await other.resume({ inPlace: true })).toMatchObject({ reason: 'waiting', phase: 'a' });
    expect(await other.api.status(DEMO)).toMatchObject({ state: 'waiting', next: ['a'] });
    expect(await published(other)).toEqual(['plan.txt']);
    await other.api.approve(DEMO, 'a', null);
    expect(await other.resume()).toMatchObject({ reason: 'completed' });
    expect(await published(other)).toEqual(['a.txt', 'b.txt', 'plan.txt']);
    expect(await other.violations()).toEqual([]);
  });

  test('but not where several hold work: one working tree cannot', async () => {
    const s = await begun(bothAsk(2));
    expect(await s.start()).toMatchObject({ reason: 'waiting' });
    const other = await elsewhere(s);
    await expect(other.resume({ inPlace: true, trust: true })).rejects.toMatchObject({
      code: 'usage/not-possible',
      details: { refusal: { because: 'several-hold', phases: ['a', 'b'] } },
    });
    expect(await other.repo.git('status', '--porcelain')).toBe('');
  });
});

const BESIDE: Flow = {
  schema: 2,
  parallel: 2,
  phases: [{ id: 'plan' }, { id: 'a', needs: ['plan'] }, { id: 'b', needs: ['plan'] }],
};

/** `plan` is done in the first worktree, where `b` is at work, and `a` beside it, when the session is stopped. */
async function bothStopped(): Promise<Stage> {
  const s = await begun(BESIDE);
  for (const id of ['a', 'b'])
    await s.agent.part(`${id}-1`, `echo half > half.txt; : > "$PLAY/${id}"; sleep 60`);
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  for (const id of ['a', 'b'])
    await expect.poll(() => s.repo.look(`../play/${id}`), { timeout: 30_000 }).not.toBe(null);
  stop.abort();
  expect((await run).reason).toBe('interrupted');
  return s;
}

test('what several phases have begun in worktrees is not taken up in place, and they are gone on with there', async () => {
  const s = await bothStopped();
  const place = await s.api.path(DEMO);
  await expect(s.resume({ inPlace: true })).rejects.toMatchObject({
    code: 'usage/not-possible',
    details: { refusal: { because: 'several-hold', phases: ['a', 'b'] } },
  });
  expect(await s.repo.git('status', '--porcelain')).toBe('');
  expect(await s.api.path(DEMO)).toBe(place);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await published(s)).toEqual(['a.txt', 'b.txt', 'plan.txt']);
  expect(await s.violations()).toEqual([]);
});

test('nor is what one of them has begun in a further worktree, until a restore has set it aside', async () => {
  const s = await inMemory(BESIDE);
  await s.agent.part('b-1', atWorkAfter('echo half > half.txt'));
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  await until(
    async () =>
      (await s.repo.look('../play/at-work')) !== null && (await s.log()).some((line) => line.includes(' a/')),
  );
  stop.abort();
  expect((await run).reason).toBe('interrupted');
  await expect(s.resume({ inPlace: true })).rejects.toMatchObject({
    code: 'usage/not-possible',
    details: { refusal: { because: 'work-apart', phase: 'b', tip: 3 } },
  });
  await s.api.restore(DEMO, { to: '3' }, { dryRun: false });
  expect(await s.resume({ inPlace: true })).toMatchObject({ reason: 'completed' });
  const [rescue] = await s.api.rescues(DEMO);
  expect(await s.repo.git('show', `${rescue?.ref}:half.txt`)).toBe('half');
  expect(await s.violations()).toEqual([]);
});

describe('where a session from slots is taken up in place, what a phase has begun there', () => {
  /** `plan` was done in a slot; in place `a` was stopped in its first attempt. */
  async function stoppedInPlace(of: Flow): Promise<Stage> {
    const s = await inMemory(of);
    await s.start({ until: 'plan' });
    await s.agent.part('a-1', atWorkAfter('echo half > half.txt'));
    const stop = new AbortController();
    const run = s.resume({ inPlace: true }, stop.signal);
    await until(async () => (await s.repo.look('../play/at-work')) !== null);
    stop.abort();
    expect((await run).reason).toBe('interrupted');
    return s;
  }

  test('is shown as its own', async () => {
    const s = await stoppedInPlace(flow(2));
    expect((await s.api.diff(DEMO, 'a')).changed.map(({ path }) => path)).toContain('half.txt');
    expect((await s.api.status(DEMO)).phases[1]).toMatchObject({
      id: 'a',
      attempt: 1,
      status: 'interrupted',
    });
  });

  test('is set aside where another plan skips it', async () => {
    const s = await stoppedInPlace(flow(2));
    const when = { file: 'plan/result.md', exists: true };
    const skips: Flow['phases'] = [
      { id: 'plan' },
      { id: 'other', needs: ['plan'], when },
      { id: 'a', needs: ['other'], when },
      { id: 'b', needs: ['plan'] },
    ];
    await s.repo.write(WORKFLOW, flowText({ ...flow(2), phases: skips }));
    expect(await s.resume({ acceptPlan: true })).toMatchObject({ reason: 'completed' });
    expect(await s.repo.git('ls-tree', '--name-only', 'cairn/demo')).not.toContain('half.txt');
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescue?.ref}:half.txt`)).toBe('half');
    expect(await s.violations()).toEqual([]);
  });
});

test(
  'where more may work at once by an edited workflow, they work in worktrees of their own from then on',
  THOROUGH,
  async () => {
    const s = await begun(flow(1));
    expect(await s.start({ until: 'plan' })).toMatchObject({ reason: 'paused' });
    await (await s.worktree()).write(WORKFLOW, flowText(flow(2)));
    expect(await s.resume()).toMatchObject({ reason: 'waiting' });
    expect(await published(s)).toEqual(['b.txt', 'plan.txt']);
    expect(await s.repo.look('../play/b-saw')).not.toContain('a.txt');
    await s.api.approve(DEMO, 'a', null);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    expect(await published(s)).toEqual(['a.txt', 'b.txt', 'plan.txt']);
    expect(await s.violations()).toEqual([]);
  },
);

test(
  'what a stopped attempt left is set aside, also where more may work at once by then',
  THOROUGH,
  async () => {
    const s = await begun(flow(1));
    await s.agent.part('plan-1', 'echo half > half.txt\necho "$PWD" > "$PLAY/at-work"\nsleep 60');
    const stop = new AbortController();
    const run = s.start({}, stop.signal);
    await expect.poll(() => s.repo.look('../play/at-work'), { timeout: 30_000 }).not.toBe(null);
    stop.abort();
    expect(await run).toMatchObject({ reason: 'interrupted' });
    await (await s.worktree()).write(WORKFLOW, flowText(flow(2)));
    expect(await s.resume()).toMatchObject({ reason: 'waiting' });
    const [rescue] = await s.api.rescues(DEMO);
    expect(await s.repo.git('show', `${rescue?.ref}:half.txt`)).toBe('half');
    expect(await published(s)).toEqual(['b.txt', 'plan.txt']);
    expect(await s.violations()).toEqual([]);
  },
);

describe('two that wait, where by an edited workflow one may work at a time', () => {
  async function bothWait(): Promise<Stage> {
    const s = await begun(bothAsk(2));
    expect(await s.start()).toMatchObject({ reason: 'waiting' });
    await (await s.worktree()).write(WORKFLOW, flowText(bothAsk(1)));
    expect(await s.resume()).toMatchObject({ reason: 'waiting' });
    return s;
  }

  async function expectBothAsked(s: Stage, here: Seat): Promise<void> {
    await here.api.approve(DEMO, 'a', null);
    expect(await here.api.status(DEMO)).toMatchObject({ state: 'waiting', question: { kind: 'approval' } });
    expect(await here.resume()).toMatchObject({ reason: 'waiting', phase: 'b' });
    await here.api.approve(DEMO, 'b', null);
    expect(await here.resume()).toMatchObject({ reason: 'completed' });
    expect(await published(here)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await s.agent.runs()).toHaveLength(3);
    expect(await here.violations()).toEqual([]);
  }

  test('each is waited for', async () => {
    const s = await bothWait();
    await expectBothAsked(s, s);
  });

  test(
    'and once both are sent back, the one that begins comes next, not the one that was spoken of last',
    THOROUGH,
    async () => {
      const s = await bothWait();
      await s.api.reject(DEMO, 'a', 'again');
      await s.api.reject(DEMO, 'b', 'again');
      expect(await s.api.status(DEMO)).toMatchObject({ next: ['a'] });
      expect(await s.resume()).toMatchObject({ reason: 'waiting', phase: 'a' });
      expect(await s.violations()).toEqual([]);
    },
  );

  test('in a clone, too', THOROUGH, async () => {
    const s = await bothWait();
    await expectBothAsked(s, await elsewhere(s));
  });
});

test('the session runs while items that have just become phases may begin, whatever else waits', async () => {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      { id: 'ask', needs: [], approval: 'required' },
      { id: 'plan', needs: [], artifacts: ['tasks.json'] },
      { id: 'build', needs: ['plan'], forEach: { file: 'plan/tasks.json', at: '/tasks', max: 5 } },
    ],
  });
  const asked = `git -C "$CAIRN_REPO" log --format=%s cairn/demo | grep -q 'ask waits'`;
  await s.agent.part(
    'plan',
    `while ! ${asked}; do sleep 0.02; done\necho '{"tasks": ["x", "y"]}' > "$CAIRN_PHASE_DIR/tasks.json"`,
  );
  expect(await s.start()).toMatchObject({ reason: 'waiting', phase: 'ask' });
  const log = await s.log();
  expect(log.find((line) => line.includes(' plan plan/'))).toMatch(/running$/);
  expect(await s.violations()).toEqual([]);
});
