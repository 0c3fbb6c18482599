import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { DEMO, stage, type Stage } from '../support/session.ts';
import { onceSaid } from '../support/sideBySide.ts';
import { THOROUGH } from '../support/thorough.ts';

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
  // Without what the engine is just about to rename into its place: it lies there for a moment.
  const look = `git status --porcelain -- . ':!*/.cairn-tmp-*' > "$PLAY/found-$CAIRN_PHASE"\nusual`;
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

test('a restore leaves nothing of what it went behind in any worktree', THOROUGH, async () => {
  const s = await three();
  await s.start();
  await s.api.restore(DEMO, { to: 'a' }, { dryRun: false });
  expect(await found(s)).toEqual(['', '']);
  expect((await s.resume()).reason).toBe('completed');
  expect(await found(s)).toEqual(['', '']);
  expect(await s.violations()).toEqual([]);
});

test('what git ignores in the place of what another phase published is moved out of the way, and that is not published as a deletion', async () => {
  const s = await stage(
    {
      schema: 2,
      parallel: 2,
      phases: [
        { id: 'left', needs: [] },
        { id: 'right', needs: [], checks: [{ run: 'true' }] },
        { id: 'one', needs: ['left', 'right'] },
        { id: 'other', needs: ['left', 'right'] },
      ],
    },
    { files: { '.gitignore': 'node_modules/\n/lib\n', 'packages/x/a.js': 'x\n', 'packages/y/a.js': 'y\n' } },
  );
  await s.agent.part(
    'left',
    `usual
rm -r packages/x; echo moved > packages/x
echo node_modules/ > .gitignore; mkdir lib; echo lib > lib/a.js`,
  );
  await s.agent.part(
    'right',
    `usual
mkdir packages/x/node_modules; echo installed > packages/x/node_modules/dep.js
mkdir "$PLAY/elsewhere"; ln -s "$PLAY/elsewhere" lib
${onceSaid('left is done')}`,
  );
  for (const id of ['one', 'other']) await s.agent.part(id, 'usual');
  expect((await s.start()).reason).toBe('completed');
  const files = await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo', 'packages', 'lib');
  expect(files.split('\n')).toEqual(['lib/a.js', 'packages/x', 'packages/y/a.js']);
  const worktree = await s.api.path(DEMO);
  const inRight = (path: string): Promise<string> =>
    s.repo.read(`${relative(s.repo.root, worktree)}+2/${path}`);
  expect(await inRight('packages/x')).toBe('moved\n');
  expect(await inRight('packages/x.replaced-1/node_modules/dep.js')).toBe('installed\n');
  expect(s.told()).toContain(
    'packages/x was a folder that no checkpoint holds, in the place of what the session has there now. It was moved to packages/x.replaced-1.',
  );
  expect(await s.repo.git('-C', `${worktree}+2`, 'status', '--porcelain')).toBe('?? lib.replaced-1');
  expect(await s.violations()).toEqual([]);
});
