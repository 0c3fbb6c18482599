import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEMO, stage, type Flow, type Seat, type Stage } from '../support/session.ts';
import { leftAndRight, onceSaid } from '../support/sideBySide.ts';
import { THOROUGH, byDepth, isFirst } from '../support/thorough.ts';

/** What this machine remembers of a session is lost while several phases have work in worktrees, which are still there. */

const there = async (s: Stage, name: string): Promise<void> => {
  while (!existsSync(`${s.agent.folder}/${name}`)) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** One of the two is published, the other one is stopped at work. */
async function oneStopped(stopped: 'left' | 'right'): Promise<Stage> {
  const s = await stage(leftAndRight());
  const other = stopped === 'left' ? 'right' : 'left';
  for (const id of ['left', 'right']) await s.agent.part(id, `usual\necho ${id} > ${id}.txt`);
  await s.agent.part(
    `${stopped}-1`,
    `echo half > half.txt\n${onceSaid(`${other} is done`)}\n: > "$PLAY/${stopped}.root"\nsleep 60`,
  );
  const stop = new AbortController();
  const run = s.start({}, stop.signal);
  await there(s, `${stopped}.root`);
  stop.abort();
  await run;
  return s;
}

async function forgotten(s: Stage, what = ''): Promise<Seat> {
  await s.dispose();
  await rm(join(s.repo.root, '.git/cairn', what), { recursive: true });
  return s.seat();
}

async function expectBoth(s: Stage, later: Seat): Promise<void> {
  expect(await later.resume()).toMatchObject({ reason: 'completed' });
  for (const id of ['left', 'right']) expect(await s.repo.git('show', `cairn/demo:${id}.txt`)).toBe(id);
  expect(await later.violations()).toEqual([]);
}

describe('where the notes of a session are lost', () => {
  for (const { rows, options } of byDepth(['left', 'right'] as const, isFirst))
    test.each(rows)(
      'while %s is at work on an older checkpoint, what the other one published stays',
      options,
      async (stopped) => {
        const s = await oneStopped(stopped);
        const later = await forgotten(s);
        await expectBoth(s, later);
        // What nobody remembers, nobody looks at: it is where it was, or in a rescue.
        const kept = await later.api.rescues(DEMO);
        const files = await Promise.all(
          kept.map(({ ref }) => s.repo.git('ls-tree', '-r', '--name-only', ref)),
        );
        const isThere = existsSync(`${s.repo.root}.worktrees/${DEMO}+2/half.txt`);
        expect(isThere || files.join('\n').includes('half.txt')).toBe(true);
      },
    );

  test('so are those of the first worktree alone', THOROUGH, async () => {
    const s = await oneStopped('left');
    await expectBoth(s, await forgotten(s, `${DEMO}/about.json`));
  });

  test(
    'work that waits for a yes in another worktree is laid anew and can be approved',
    THOROUGH,
    async () => {
      const flow: Flow = {
        schema: 2,
        parallel: 2,
        phases: [
          { id: 'build', needs: [] },
          { id: 'design', needs: [], approval: 'required' },
          { id: 'join', needs: ['build', 'design'] },
        ],
      };
      const s = await stage(flow);
      await s.agent.part('build', `usual\n${onceSaid('design waits')}`);
      await s.agent.part('design', 'usual\necho mine > design.txt');
      expect((await s.start()).reason).toBe('waiting');
      const later = await forgotten(s);
      await later.api.approve(DEMO, null, null);
      expect(await later.resume()).toMatchObject({ reason: 'completed' });
      expect(await s.repo.git('show', 'cairn/demo:design.txt')).toBe('mine');
      expect((await s.agent.runs()).toSorted()).toEqual(['build 1', 'design 1', 'join 1']);
      expect(await later.violations()).toEqual([]);
    },
  );
});
