import { describe, test } from 'vitest';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { DEMO, type Flow } from '../support/session.ts';
import { byDepth } from '../support/thorough.ts';
import { crashes, start } from './crashes.ts';
import { leftBehind, remove, withApi } from './crashTestbed.ts';
import { DEATHS } from './deaths.ts';

/** Kills the engine with SIGKILL while phases work side by side, on the real thing. */

const FLOW: Flow = {
  schema: 2,
  parallel: 2,
  phases: [
    { id: 'left', needs: [] },
    { id: 'right', needs: [] },
    { id: 'join', needs: ['left', 'right'] },
  ],
};

const { fresh, copyOf, die } = crashes();

describe('two phases at work', () => {
  for (const { rows, options } of byDepth(DEATHS.wave))
    test.concurrent.for(rows)(
      'that die at %s (%i) are gone on with',
      options,
      async (death, { expect: it }) => {
        const machine = await copyOf(await fresh('worktree', FLOW));
        await die(machine, start('worktree'), death);
        await withApi(machine, async (api) => {
          const ended = await api.resume(DEMO, PLAIN_RESUME, new AbortController().signal);
          it(ended).toMatchObject({ reason: 'completed' });
          const closed = (await api.log(DEMO))
            .filter(({ kind }) => kind === 'phase')
            .map(({ phase }) => phase);
          it([...closed].map(String).toSorted()).toEqual(['join', 'left', 'right']);
          it((await api.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
        });
        const { git } = machine.repo;
        it(await git('ls-tree', '--name-only', 'cairn/demo:src')).toBe('join.txt\nleft.txt\nright.txt');
        it(await git('for-each-ref', '--format=%(refname)', 'refs/cairn/demo/queued')).toBe('');
        it(await leftBehind(machine)).toEqual([]);
        await remove(machine.folder);
      },
    );
});
