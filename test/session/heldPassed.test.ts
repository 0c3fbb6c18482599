import { expect, test } from 'vitest';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import type { SessionId } from '../../src/model/names/ids.ts';
import { DEMO, stage, type Stage } from '../support/session.ts';

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
  await s.agent.part(
    'c',
    `${WORK}\nwhile ! git log --format=%s cairn/demo | grep -q 'b waits'; do sleep 0.02; done`,
  );
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
