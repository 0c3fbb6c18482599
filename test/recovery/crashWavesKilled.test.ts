import { describe, test } from 'vitest';
import { PLAIN_RESUME } from '../../src/session/api/run.ts';
import { DEMO, type Flow } from '../support/session.ts';
import { byDepth, isFirst } from '../support/thorough.ts';
import { crashes, start } from './crashes.ts';
import { leftBehind, remove, withApi } from './crashTestbed.ts';
import { DEATHS } from './deaths.ts';

/** Kills the engine with SIGKILL while phases work side by side, on the real thing. */

/** What passes another is laid in its slot before its checks run again; without any it is merged in git alone. */
const FLOWS: Readonly<Record<'checked' | 'unchecked', Flow>> = {
  checked: flow(true),
  unchecked: flow(false),
};

function flow(isChecked: boolean): Flow {
  const side = (id: string): Flow['phases'][number] => ({
    id,
    needs: [],
    artifacts: ['result.md'],
    ...(isChecked ? { checks: [{ name: 'there', run: `test -f src/${id}.txt` }] } : {}),
  });
  return {
    schema: 2,
    parallel: 2,
    phases: [
      side('left'),
      side('right'),
      { id: 'join', needs: ['left', 'right'] },
      // Takes the slot that the other leaves.
      { id: 'last', needs: ['left', 'right'] },
    ],
  };
}

const { fresh, copyOf, die } = crashes();

for (const { rows, options } of byDepth(
  [
    ['whose checks run again', FLOWS.checked, DEATHS.checkedWave],
    ['without checks', FLOWS.unchecked, DEATHS.uncheckedWave],
  ] as const,
  isFirst,
))
  describe.each(rows)('two phases at work, %s,', options, (_kind, each, deaths) => {
    for (const { rows, options } of byDepth(deaths))
      test.concurrent.for(rows)(
        'that die at %s (%i) are gone on with',
        options,
        async (death, { expect: it }) => {
          const machine = await copyOf(await fresh('worktree', each));
          await die(machine, start('worktree'), death);
          await withApi(machine, async (api) => {
            const ended = await api.resume(DEMO, PLAIN_RESUME, new AbortController().signal);
            it(ended).toMatchObject({ reason: 'completed' });
            const closed = (await api.log(DEMO))
              .filter(({ kind }) => kind === 'phase')
              .map(({ phase }) => phase);
            it([...closed].map(String).toSorted()).toEqual(['join', 'last', 'left', 'right']);
            it((await api.verify(DEMO)).flatMap(({ violations }) => violations)).toEqual([]);
          });
          const { git } = machine.repo;
          it(await git('ls-tree', '--name-only', 'cairn/demo:src')).toBe(
            'join.txt\nlast.txt\nleft.txt\nright.txt',
          );
          it(await git('for-each-ref', '--format=%(refname)', 'refs/cairn/demo/queued')).toBe('');
          it(await leftBehind(machine)).toEqual([]);
          // What the first two left in their slots is published by then, and nobody's leftovers. Of the others one may be at work still.
          if (death[1] === 3)
            it(await git('for-each-ref', '--format=%(contents)', 'refs/cairn/demo/rescue')).not.toMatch(
              /Left in a worktree|attempt@(left|right)|queued@/,
            );
          await remove(machine.folder);
        },
      );
  });
