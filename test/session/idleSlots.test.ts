import { describe, expect, test } from 'vitest';
import { stage as inMemory } from '../support/memoryStage.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { byDepth, isFirst, THOROUGH } from '../support/thorough.ts';

/** One is at work, and does something to the worktree of another in which nobody is at work just now. */

const COMMIT = 'git add -A . && git -c user.name=A -c user.email=a@b.invalid commit -qm mine';
const until = (what: string): string =>
  `until git --git-dir "$PLAY/../repo/.git" log --format=%s cairn/demo | grep -q '${what}'; do sleep 0.05; done`;

/** HEAD of a worktree is moved last. */
const settled = (there: string): string =>
  `until [ "$(git -C ${there} rev-parse HEAD)" = "$(git --git-dir "$PLAY/../repo/.git" rev-parse cairn/demo)" ]; do sleep 0.05; done`;

/** `long` does that to the slot of `short`, once that is there; then both slots are needed. */
async function idle(slot: 1 | 2, script: string, short: object = {}): Promise<Stage> {
  const ids = slot === 1 ? ['short', 'long'] : ['long', 'short'];
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      ...ids.map((id) => ({ id, needs: [], ...(id === 'short' ? short : {}) })),
      { id: 'one', needs: ['long'] },
      { id: 'two', needs: ['long', 'short'] },
    ],
  });
  const there = `../${DEMO}${slot === 1 ? '' : '+2'}`;
  const state = 'approval' in short ? 'short waits' : 'short is done';
  const idles = `${until(state)}\n${settled(there)}\nsleep 0.3`;
  await s.agent.part('long', `usual\n${idles}\n(${script.replaceAll('THERE', there)})`);
  return s;
}

async function expectAll(s: Stage): Promise<void> {
  const { git } = s.repo;
  for (const id of ['long', 'short', 'one', 'two'])
    expect(await git('show', `cairn/demo:src/${id}.txt`)).toBe(`work of ${id}`);
  expect((await s.agent.runs()).toSorted()).toEqual(['long 1', 'one 1', 'short 1', 'two 1']);
  expect(await git('for-each-ref', 'refs/cairn/demo/queued')).toBe('');
  expect(await s.violations()).toEqual([]);
}

const rescued = async (s: Stage): Promise<string> => {
  const refs = (await s.api.rescues(DEMO)).map(({ ref }) => ref);
  const all = await Promise.all(refs.map((ref) => s.repo.git('ls-tree', '-r', '--name-only', ref)));
  return all.join('\n');
};

const HARM: readonly (readonly [what: string, script: string])[] = [
  ['removes it by git', 'git worktree remove --force THERE'],
  ['removes its folder', 'rm -rf THERE'],
  ['removes its .git', 'rm THERE/.git'],
  ['makes a repository of it', `cd THERE; rm .git; git init -q; ${COMMIT}`],
  ['checks out the branch of the session in it', 'cd THERE; git checkout -q cairn/demo'],
  ['checks out something else in it', 'cd THERE; git checkout -q --detach main'],
  ['leaves a merge in it', 'cd THERE; git merge -q --no-commit --no-ff main'],
];

const CASES = HARM.flatMap(([what, script]) => ([1, 2] as const).map((slot) => ({ slot, what, script })));

describe('where an agent that is at work', () => {
  for (const { rows, options } of byDepth(CASES, (_case, at) => at % 11 === 0)) {
    test.each(rows)(
      '$what, slot $slot, in which nobody is at work, it is made ready again for the next',
      options,
      async ({ slot, script }) => {
        const s = await idle(slot, script);
        expect(await s.start()).toMatchObject({ reason: 'completed' });
        await expectAll(s);
      },
    );

    test.each(rows)(
      '$what, slot $slot, in which work waits for a yes, that is gone on with',
      options,
      async ({ slot, script }) => {
        const s = await idle(slot, script, { approval: 'required' });
        expect(await s.start()).toMatchObject({ reason: 'waiting' });
        await s.api.approve(DEMO, 'short', null);
        expect(await s.resume()).toMatchObject({ reason: 'completed' });
        await expectAll(s);
      },
    );
  }

  for (const { rows, options } of byDepth([1, 2] as const))
    test.each(rows)(
      'writes into slot %i, that is a rescue, and no work of the next',
      options,
      async (slot) => {
        const s = await idle(slot, 'echo intruder > THERE/intruder.txt');
        expect(await s.start()).toMatchObject({ reason: 'completed' });
        await expectAll(s);
        expect(await s.repo.git('log', '--format=%s', 'cairn/demo', '--', 'intruder.txt')).toBe('');
        expect(await rescued(s)).toContain('intruder.txt');
        expect(s.told().join('\n')).toContain('rescue 1');
      },
    );

  test.each([1, 2] as const)('commits in slot %i, that is a rescue, too', THOROUGH, async (slot) => {
    const s = await idle(slot, `cd THERE; echo intruder > intruder.txt; ${COMMIT}`);
    expect(await s.start()).toMatchObject({ reason: 'completed' });
    await expectAll(s);
    expect(await s.repo.git('log', '--format=%s', 'cairn/demo', '--', 'intruder.txt')).toBe('');
    expect(await rescued(s)).toContain('intruder.txt');
  });

  test('leaves a lock in the slot of another, the session says so, and goes on once it is resumed', async () => {
    const s = await idle(2, 'touch "$(git -C THERE rev-parse --git-dir)/index.lock"');
    await expect(s.start()).rejects.toMatchObject({ code: 'git/locked' });
    expect(await s.violations()).toEqual([]);
    expect(await s.resume()).toMatchObject({ reason: 'completed' });
    await expectAll(s);
  });
});

test(
  'a branch that somebody checked out in an idle worktree stays, and it is told that the worktree is on none any more',
  THOROUGH,
  async () => {
    const s = await idle(1, 'cd THERE; git checkout -qb mine');
    expect(await s.start()).toMatchObject({ reason: 'completed' });
    await expectAll(s);
    expect(s.told().filter((line) => line.includes('on the branch mine'))).toHaveLength(1);
    expect(await s.repo.git('log', '--format=%s', '-1', 'mine')).toContain('cairn: short is done');
  },
);

for (const { rows, options } of byDepth([1, 2] as const, isFirst))
  test.each(rows)(
    'a branch that somebody has checked out in slot %s, in which nobody is at work, gets no commit of the next agent',
    options,
    async (slot) => {
      const s = await idle(slot, 'cd THERE; git checkout -q -b feature main');
      for (const id of ['one', 'two']) await s.agent.part(id, `usual\n${COMMIT}`);
      expect(await s.start()).toMatchObject({ reason: 'completed' });
      await expectAll(s);
      expect(await s.repo.git('rev-parse', 'feature')).toBe(await s.repo.git('rev-parse', 'main'));
    },
  );

test('what is saved in a worktree that was made anew, once the work of its phase is captured, is a rescue and no work of the next', async () => {
  const s = await inMemory({ schema: 2, parallel: 2, phases: [{ id: 'one' }, { id: 'two' }] });
  await s.agent.part('one-1', 'exit 3');
  expect((await s.start()).reason).toBe('blocked');
  await s.repo.remove(`../repo.worktrees/${DEMO}`);
  const saved: Promise<void>[] = [];
  const seat = await s.seat({
    reached(point) {
      if (point === 'checkpoint/ref-moved' && saved.length === 0)
        saved.push(s.repo.write(`../repo.worktrees/${DEMO}/intruder.txt`, 'intruder\n'));
    },
  });
  expect(await seat.resume()).toMatchObject({ reason: 'completed' });
  await Promise.all(saved);
  expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toContain('intruder.txt');
  expect(await rescued(s)).toContain('intruder.txt');
});
