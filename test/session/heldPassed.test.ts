import { expect, test } from 'vitest';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import { stage } from '../support/memoryStage.ts';
import { DEMO, flowText, type Flow, type Stage } from '../support/session.ts';
import { onceSaid } from '../support/sideBySide.ts';

/** Work that is held, and passed: other phases were published since it began. */

const WORK = 'usual\necho "of $CAIRN_PHASE" > "$CAIRN_PHASE.txt"';

/** `b` waits, then `c` and `d` are published. */
async function passed(): Promise<Stage> {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      { id: 'c', needs: [] },
      { id: 'b', needs: [], approval: 'required' },
      { id: 'd', needs: ['c'] },
    ],
  });
  await s.agent.part('default', WORK);
  await s.agent.part('c', `${WORK}\n${onceSaid('b waits')}`);
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  return s;
}

const filesAt = async (s: Stage, branch: string): Promise<readonly string[]> =>
  (await s.repo.git('ls-tree', '--name-only', branch)).split('\n').filter((name) => name.endsWith('.txt'));

test.each<readonly [string, (s: Stage) => Promise<SessionId>]>([
  [
    'a restore',
    async (s) => {
      await s.api.restore(DEMO, { to: 'd' }, { dryRun: false });
      return DEMO;
    },
  ],
  [
    'a restore to its beginning, and its undoing',
    async (s) => {
      await s.api.restore(DEMO, { to: '1' }, { dryRun: false });
      await s.api.restore(DEMO, { undo: true }, { dryRun: false });
      return DEMO;
    },
  ],
  [
    'a fork',
    async (s) => {
      const { session } = await s.api.fork(DEMO, 'd', { id: 'other' });
      return session;
    },
  ],
])('work that others have passed takes nothing of theirs back after %s', async (_kind, act) => {
  const s = await passed();
  const session = await act(s);
  expect((await s.api.diff(session, 'b')).changed.filter(({ change }) => change === 'deleted')).toEqual([]);
  const status = await s.api.status(session);
  expect(status.phases.map(({ id, status: is }) => `${id} ${is}`)).toEqual(['c done', 'b waiting', 'd done']);
  await s.api.approve(session, 'b', null);
  await s.api.resume(session, PLAIN_RESUME, new AbortController().signal);
  expect(await filesAt(s, `cairn/${session}`)).toEqual(['b.txt', 'c.txt', 'd.txt']);
  expect((await s.api.status(session)).state).toBe('done');
  expect(await s.api.verify(session)).toMatchObject([{ violations: [] }]);
});

const PLAN = { id: 'plan', artifacts: ['t.json'] };
const OWN = `.cairn/sessions/${DEMO}/workflow.yaml`;

/** `build` waits, is sent back, and the workflow says something else by then. */
async function sentBack(flow: Flow): Promise<Stage> {
  const s = await stage({
    schema: 2,
    phases: [PLAN, { id: 'build', approval: 'required' }, { id: 'last' }],
  });
  await s.agent.part('default', WORK);
  await s.agent.part('plan', `${WORK}\necho '{"docs": false}' > "$CAIRN_PHASE_DIR/t.json"`);
  await s.agent.part('build', `${WORK}\ntest ! -e built || touch "$PLAY/found"\ntouch built`);
  expect(await s.start()).toMatchObject({ reason: 'waiting' });
  await s.api.reject(DEMO, 'build', 'Not like this.');
  await (await s.worktree()).write(OWN, flowText(flow));
  return s;
}

test('a phase that comes before work that was sent back has none of it, and its own attempt finds it again', async () => {
  const phases = [PLAN, { id: 'look' }, { id: 'build', approval: 'required' }, { id: 'last' }];
  const s = await sentBack({ schema: 2, phases });
  expect(await s.resume({ acceptPlan: true })).toMatchObject({ reason: 'waiting' });
  expect(await filesAt(s, 'cairn/demo')).toEqual(['look.txt', 'plan.txt']);
  expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo')).not.toMatch(/built|-build\/result/);
  expect(await s.agent.isMarked('found')).toBe(true);
  await s.api.approve(DEMO, 'build', null);
  expect(await s.resume()).toMatchObject({ reason: 'completed' });
  expect(await filesAt(s, 'cairn/demo')).toEqual(['build.txt', 'last.txt', 'look.txt', 'plan.txt']);
  expect(await s.violations()).toEqual([]);
});

test('work that waits, of a phase that is skipped by then, is a rescue and lies in no working tree', async () => {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      { id: 'build', needs: [], approval: 'required' },
      { ...PLAN, needs: [], stop: { when: { file: 'plan/t.json', at: '/docs', is: false } } },
    ],
  });
  await s.agent.part('build', WORK);
  await s.agent.part(
    'plan',
    `${WORK}\necho '{"docs": false}' > "$CAIRN_PHASE_DIR/t.json"\n${onceSaid('build waits')}`,
  );
  expect(await s.start()).toMatchObject({ reason: 'completed' });
  expect(await filesAt(s, 'cairn/demo')).toEqual(['plan.txt']);
  const [rescue] = await s.api.rescues(DEMO);
  expect(await s.repo.git('show', `${rescue?.ref}:build.txt`)).toBe('of build');
  for (const tree of ['demo', 'demo+2'])
    expect(await s.repo.look(`../repo.worktrees/${tree}/build.txt`)).toBeNull();
  expect(await s.violations()).toEqual([]);
});
