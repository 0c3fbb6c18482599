import { expect, test } from 'vitest';
import { DEMO, stage, type Stage } from '../support/session.ts';

const three = async (): Promise<Stage> => {
  const s = await stage({
    schema: 2,
    parallel: 2,
    phases: [
      { id: 'a', needs: [] },
      { id: 'b', needs: [] },
      { id: 'c', needs: [] },
      { id: 'd', needs: ['a', 'b', 'c'] },
      { id: 'e', needs: ['a', 'b', 'c'] },
    ],
  });
  const look = 'git status --porcelain > "$PLAY/found-$CAIRN_PHASE"\nusual';
  for (const id of ['b', 'c', 'd', 'e']) await s.agent.part(id, look);
  await s.agent.part('a', `${look}\nsleep 0.4`);
  return s;
};

const found = async ({ repo }: Stage): Promise<readonly string[]> => {
  const trees = ['demo', 'demo+2'].map((name) => `../repo.worktrees/${name}`);
  return Promise.all(trees.map((tree) => repo.git('-C', tree, 'status', '--porcelain')));
};

test('each phase finds the files of the engine as they are published, in whatever worktree it begins, and so does who looks there at the end', async () => {
  const s = await three();
  expect((await s.start()).reason).toBe('completed');
  for (const id of ['a', 'b', 'c', 'd', 'e'])
    // What git shows there is how far the session is.
    expect(await s.repo.read(`../play/found-${id}`)).toBe(` M .cairn/sessions/${DEMO}/STATUS.md\n`);
  expect(await found(s)).toEqual(['', '']);
  await s.api.delete(DEMO, { purge: false });
  expect(await s.repo.git('for-each-ref', '--format=%(refname)', 'refs/cairn/demo/rescue')).toBe('');
});

test('a restore leaves nothing of what it went behind in any worktree', async () => {
  const s = await three();
  await s.start();
  await s.api.restore(DEMO, { to: 'a' }, { dryRun: false });
  expect(await found(s)).toEqual(['', '']);
  expect((await s.resume()).reason).toBe('completed');
  expect(await found(s)).toEqual(['', '']);
  expect(await s.violations()).toEqual([]);
});
