import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RefName } from '../../src/model/names/ids.ts';
import { gitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';

describe('worktrees', () => {
  test('making one writes no config and makes no branch, whatever git would like to set up', async () => {
    const repo = await gitRepo({ a: 'a' });
    await repo.git('config', 'branch.autoSetupMerge', 'always');
    await repo.git('config', 'worktree.guessRemote', 'true');
    const { repository, head } = await openTestRepository(repo);
    const before = await repo.untouchables();
    await repository.addWorktree(join(repo.root, '../one'), await head());
    expect(await repo.untouchables()).toEqual(before);
    await repository.removeWorktree(join(repo.root, '../one'));
    expect(await repo.untouchables()).toEqual(before);
  });

  test.runIf(process.platform === 'linux')(
    'the locks of HEAD and index that a killed git left there go, others stay',
    async () => {
      const repo = await gitRepo({ a: 'a' });
      const { repository, head } = await openTestRepository(repo);
      const [place, other] = [join(repo.root, '../one'), join(repo.root, '../two')];
      for (const path of [place, other]) await repository.addWorktree(path, await head());
      const locks = ['one', 'two'].flatMap((name) =>
        ['HEAD.lock', 'index.lock'].map((lock) => `.git/worktrees/${name}/${lock}`),
      );
      for (const lock of [...locks, '.git/index.lock', '.git/HEAD.lock']) await repo.write(lock, '');
      expect(await repository.clearWorktreeLocks(place)).toEqual(
        locks.slice(0, 2).map((lock) => join(repo.root, lock)),
      );
      const left = await Promise.all(
        [...locks, '.git/index.lock', '.git/HEAD.lock'].map((lock) => repo.look(lock)),
      );
      expect(left).toEqual([null, null, '', '', '', '']);
    },
  );

  test.for([
    ['another git is making', 150],
    ['a dead git, or a power cut, left without its content', null],
  ] as const)('one that %s does not take down git elsewhere', async ([, filledAfter]) => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const [first, second] = [join(repo.root, '../one'), join(repo.root, '../two')];
    await repository.addWorktree(first, await head());
    const tie = join(repo.root, '.git/worktrees/one/commondir');
    const whole = await readFile(tie, 'utf8');
    await writeFile(tie, '');
    const filled = filledAfter === null ? null : sleep(filledAfter).then(() => writeFile(tie, whole));
    await repository.addWorktree(second, await head());
    await filled;
    expect(await readFile(tie, 'utf8')).toBe(whole);
    expect(await repo.git('worktree', 'list')).toContain('two');
  });

  test('one that is registered but gone is told as missing and can be made again in its place', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const place = join(repo.root, '../one');
    await repository.addWorktree(place, await head());
    await repo.remove('../one');
    const found = async (): Promise<unknown> =>
      (await repository.linkedTrees()).map(({ path, missing }) => [path, missing]);
    expect(await found()).toEqual([[place, true]]);
    await mkdir(place);
    await repository.addWorktree(place, await head());
    expect(await found()).toEqual([[place, false]]);
    expect(await readFile(join(place, 'a'), 'utf8')).toBe('a');
  });

  test('[D9] removing one follows no link, minds no read-only folder, and forgets no other', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const [place, other, outside] = [
      join(repo.root, '../one'),
      join(repo.root, '../away'),
      await temporaryFolder(),
    ];
    await repository.addWorktree(other, await head());
    await repo.remove('../away');
    await repository.addWorktree(place, await head());
    await writeFile(join(outside, 'precious'), 'precious');
    await symlink(outside, join(place, 'link'));
    await mkdir(join(place, 'cache/deep'), { recursive: true });
    await writeFile(join(place, 'cache/deep/file'), 'x');
    await chmod(join(place, 'cache/deep'), 0o555);
    await repo.git('worktree', 'lock', place);
    await repository.removeWorktree(place);
    expect(await readFile(join(outside, 'precious'), 'utf8')).toBe('precious');
    expect((await repository.linkedTrees()).map((tree) => tree.path)).toEqual([other]);
  });

  test('a worktree whose folder is gone already can be removed', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    await repository.addWorktree(join(repo.root, '../one'), await head());
    await repo.remove('../one');
    await repository.removeWorktree(join(repo.root, '../one'));
    expect(await repository.linkedTrees()).toEqual([]);
  });

  test('names with spaces and newlines, and a branch checked out somewhere, are told as they are', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository, head } = await openTestRepository(repo);
    const odd = join(repo.root, '../with space\nand newline');
    await repository.addWorktree(odd, await head());
    await repo.git('worktree', 'add', '-q', '-b', 'cairn/x', '../checked');
    const checked = join(repo.root, '../checked');
    expect((await repository.linkedTrees()).map((tree) => tree.path)).toEqual([checked, odd]);
    expect(await repository.standingOn('refs/heads/cairn/x' as RefName)).toEqual([checked]);
    expect(await repository.standingOn('refs/heads/main' as RefName)).toEqual([repo.root]);
    expect(await repository.standingOn('refs/heads/cairn' as RefName)).toEqual([]);
  });
});
