import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Point } from '../../src/session/points.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, type Stage, stage as onGit } from '../support/session.ts';

/** Two phases are done and `src/one.txt` was edited when a restore to the first one died at a point. */
async function cutOffAt(point: Point): Promise<Stage> {
  const s = await stage(chain('one', 'two', 'three'));
  await s.start({ until: 'two' });
  await (await s.worktree()).write('src/one.txt', 'edited\n');
  const dying = await s.seat({
    reached(at) {
      if (at === point) throw new Error('died');
    },
  });
  await expect(dying.api.restore(DEMO, { to: 'one' }, { dryRun: false })).rejects.toThrow('died');
  return s;
}

test.each(['restore/journaled', 'overwrite/released'] as const)(
  'cancel after a restore that died at %s finishes it first, and ends with its tree',
  async (point) => {
    const s = await cutOffAt(point);
    expect(await s.api.cancel(DEMO)).toMatchObject({ state: 'cancelled' });
    expect((await s.log()).slice(3)).toEqual(['4 restore one/1 running', '5 closed - cancelled']);
    expect(await s.repo.git('ls-tree', '-r', '--name-only', 'cairn/demo', 'src')).toBe('src/one.txt');
    expect(await s.repo.git('show', 'cairn/demo:src/one.txt')).toBe('work of one');
    expect(await s.repo.git('show', 'refs/cairn/demo/rescue/1:src/one.txt')).toBe('edited');
    expect(await s.violations()).toEqual([]);
  },
);

test('a restore that failed and died while it was taken back is finished: it had not ended', async () => {
  const s = await onGit(chain('one', 'two', 'three'));
  await s.agent.part('one', 'usual; echo first > a');
  await s.agent.part('two', 'usual; echo second > a');
  await s.start({ until: 'two' });
  let placed = 0;
  let failed = false;
  const dying = await s.seat({
    reached(point) {
      if (point === 'overwrite/files-written') {
        failed = true;
        throw new Error('disk full');
      }
      if (failed && point === 'replace/placed') throw new Error(`died ${(placed += 1)}`);
    },
  });
  await expect(dying.api.restore(DEMO, { to: 'one' }, { dryRun: false })).rejects.toThrow('died 1');
  expect((await s.resume()).reason).toBe('completed');
  expect((await s.log()).slice(3)).toEqual([
    '4 restore one/1 running',
    '5 phase two/2 running',
    '6 phase three/1 done',
  ]);
  expect(await s.violations()).toEqual([]);
});

test('a rescue is applied on top of the restore that had been cut off, and stays', async () => {
  const s = await cutOffAt('overwrite/released');
  await s.api.rescueApply(DEMO, 1, ['src/one.txt']);
  expect((await s.log()).slice(3)).toEqual(['4 restore one/1 running']);
  expect(await (await s.worktree()).read('src/one.txt')).toBe('edited\n');
  expect((await s.resume()).reason).toBe('completed');
  expect(await s.repo.git('show', 'cairn/demo:src/one.txt')).toBe('edited');
});

test('a rescue whose applying was killed between removing files and making them is applied again, and sets nothing aside but work', async () => {
  const s = await stage(chain('one'));
  await s.start();
  const tree = await s.worktree();
  await tree.write('README.md', 'edited\n');
  await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
  await tree.write('README.md', 'edited again\n');
  const dying = await s.seat({
    reached(point) {
      if (point === 'rescue/ref-moved') throw new Error('died');
    },
  });
  await expect(dying.api.rescueApply(DEMO, 1, [])).rejects.toThrow('died');
  await tree.remove('README.md');
  await s.api.rescueApply(DEMO, 1, []);
  expect(await tree.read('README.md')).toBe('edited\n');
  const kept = (await s.api.rescues(DEMO)).map(({ ref }) => s.repo.git('show', `${ref}:README.md`));
  expect(await Promise.all(kept)).toEqual(['edited', 'edited again']);
});

test('a purge goes on over the lock of a ref of the session that a killed git left', async () => {
  const s = await onGit(chain('one'));
  await s.start();
  await (await s.worktree()).write('README.md', 'edited\n');
  await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
  await leaveLocked(s, 'rescue/1');
  await s.api.delete(DEMO, { purge: true });
  expect(await s.repo.git('for-each-ref', 'refs/cairn', 'refs/heads/cairn')).toBe('');
});

test('work is set aside, and the locks of refs of the session that a killed git left are told and gone', async () => {
  const s = await onGit(chain('one'));
  await s.start();
  await (await s.worktree()).write('README.md', 'edited\n');
  for (const ref of ['rescue/1', 'effects', 'archive']) await leaveLocked(s, ref);
  await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
  expect((await s.api.rescues(DEMO)).map(({ ref }) => ref)).toEqual(['refs/cairn/demo/rescue/1']);
  for (const ref of ['rescue/1', 'effects', 'archive'])
    expect(s.told()).toContain(
      `A stale lock on refs/cairn/demo/${ref} was removed: whoever held it has died.`,
    );
});

/** Old enough that nobody has to wait until it is. */
async function leaveLocked(s: Stage, ref: string): Promise<void> {
  const lock = `.git/refs/cairn/demo/${ref}.lock`;
  await s.repo.write(lock, '');
  await utimes(join(s.repo.root, lock), 0, new Date(Date.now() - 120_000));
}
