import { copyFile, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RepoPath, Timestamp, TreeId } from '../../src/model/names/ids.ts';
import type { Repository, WorkingTree } from '../../src/session/ports.ts';
import { datedBefore } from '../../src/git/workingTree/indexTime.ts';
import { addedByGit } from '../support/addedByGit.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';
import { captureAll, loadedTree, openTestRepository, seen } from '../support/openTestRepository.ts';
import { THOROUGH } from '../support/thorough.ts';
import { secondBegins } from '../support/secondBegins.ts';
import { runsOf } from '../support/seeds.ts';

const PAST = new Date('2020-01-01T00:00:00Z');
const at = (text: string): Timestamp => text as Timestamp;

/** As `cp -p`, `rsync -t` and `tar x` do: other bytes of the same length, and the time that the file had. */
async function putBack(repo: GitRepo, file: string, text: string): Promise<void> {
  const path = join(repo.root, file);
  await writeFile(path, text);
  await utimes(path, PAST, PAST);
}

async function commitOf(repository: Repository, tree: TreeId) {
  return repository.commit({ tree, parents: [], message: 'next\n', at: at('2026-11-20T10:01:22.000Z') });
}

describe('an edit of the same length with its time put back, in the second in which the file was looked at', () => {
  test('is seen after a capture, at once and later, whatever was captured between', async () => {
    const repo = await gitRepo({ file: 'aaaa', other: '1' });
    const { at: tree } = await loadedTree(repo);
    await secondBegins();
    await putBack(repo, 'file', 'bbbb');
    await captureAll(tree);
    await putBack(repo, 'file', 'cccc');
    expect(await seen(tree)).toEqual(['modified file file']);
    await secondBegins();
    await repo.write('other', '2');
    await tree.capture(['other' as RepoPath]);
    expect(await seen(tree)).toEqual(['modified file file']);
  });

  test('is seen where the index was loaded from a commit', THOROUGH, async () => {
    const repo = await gitRepo();
    await putBack(repo, 'file', 'aaaa');
    await repo.git('add', '-A');
    await repo.git('commit', '-qm', 'one');
    // A person's own index that cannot be copied: all of it is read and refreshed.
    await repo.git('update-index', '--index-version', '4');
    await secondBegins();
    await putBack(repo, 'file', 'aaaa');
    const { at: tree } = await loadedTree(repo);
    await putBack(repo, 'file', 'bbbb');
    expect(await seen(tree)).toEqual(['modified file file']);
  });

  test(
    "is seen where the index began as a copy of the person's, which cannot tell either",
    THOROUGH,
    async () => {
      const repo = await gitRepo();
      await secondBegins();
      await putBack(repo, 'file', 'aaaa');
      await repo.git('add', '-A');
      await repo.git('commit', '-qm', 'one');
      await putBack(repo, 'file', 'bbbb');
      await secondBegins();
      // Written anew a second later: its own time says nothing of when it looked.
      await repo.write('other', 'other');
      await repo.git('add', 'other');
      const { at: tree } = await loadedTree(repo);
      expect(await seen(tree)).toContain('modified file file');
    },
  );

  test('is seen after a restore wrote the file', async () => {
    const repo = await gitRepo({ file: 'aaaa' });
    const { at: tree, headTree } = await loadedTree(repo);
    const before = await headTree();
    await repo.write('file', 'bbbb');
    const captured = await captureAll(tree);
    await secondBegins();
    await tree.write(captured, before);
    const path = join(repo.root, 'file');
    const { atime, mtime } = await stat(path);
    await writeFile(path, 'cccc');
    await utimes(path, atime, mtime);
    expect(await seen(tree)).toEqual(['modified file file']);
  });

  test(
    'is seen after it was settled, by the next owner, and in the index of the worktree',
    THOROUGH,
    async () => {
      const repo = await gitRepo({ file: 'aaaa' });
      const opened = await openTestRepository(repo);
      const place = join(repo.root, '../one');
      await opened.repository.addWorktree(place, await opened.head());
      const index = join(opened.repository.commonDir, 'cairn', 'index-of-two');
      const open = (): WorkingTree => opened.repository.workingTree({ root: place, index, always: [] });
      const tree = open();
      await tree.load(await opened.head());
      await secondBegins();
      const there = { ...repo, root: place };
      await putBack(there, 'file', 'bbbb');
      const captured = await captureAll(tree);
      const commit = await commitOf(opened.repository, captured);
      await tree.reset(commit);
      await putBack(there, 'file', 'cccc');
      const next = open();
      expect(await next.holds(captured)).toBe(true);
      expect(await seen(next)).toEqual(['modified file file']);
      expect(await next.uncommitted()).toEqual(['file']);
    },
  );

  test(
    'is seen in a worktree that git has just made, whenever its index is written next',
    THOROUGH,
    async () => {
      const repo = await gitRepo({ file: 'aaaa', other: '1' });
      const opened = await openTestRepository(repo);
      const root = join(repo.root, '../made');
      await secondBegins();
      await opened.repository.addWorktree(root, await opened.head());
      const { atime, mtime } = await stat(join(root, 'file'));
      const tree = opened.tree({ root });
      await tree.load(await opened.head());
      await writeFile(join(root, 'other'), '2');
      await captureAll(tree);
      await secondBegins();
      expect(await seen(tree)).toEqual([]);
      await writeFile(join(root, 'file'), 'bbbb');
      await utimes(join(root, 'file'), atime, mtime);
      expect(await seen(tree)).toEqual(['modified file file']);
    },
  );

  test('is seen in a copied index of a file whose own time is older', async () => {
    const repo = await gitRepo();
    await putBack(repo, 'file', 'aaaa');
    await secondBegins();
    await putBack(repo, 'file', 'aaaa');
    await repo.git('add', '-A');
    await sleep(60);
    await repo.git('commit', '-qm', 'one');
    const { at: tree } = await loadedTree(repo);
    await putBack(repo, 'file', 'bbbb');
    expect(await seen(tree)).toEqual(['modified file file']);
  });

  test('is seen in a foreign index that was written in the second of the change, too', THOROUGH, async () => {
    const repo = await gitRepo();
    const opened = await openTestRepository(repo);
    const index = join(opened.repository.commonDir, 'cairn/test-index-0');
    await secondBegins();
    await putBack(repo, 'file', 'aaaa');
    await sleep(60);
    await repo.git('add', '-A');
    await repo.git('commit', '-qm', 'one');
    await copyFile(join(repo.root, '.git/index'), index);
    const tree = opened.tree();
    await tree.load(await opened.head());
    await putBack(repo, 'file', 'bbbb');
    expect(await seen(tree)).toEqual(['modified file file']);
  });

  test('is seen in an index of which nobody says that its times were looked at', THOROUGH, async () => {
    const repo = await gitRepo({ file: 'aaaa' });
    const opened = await openTestRepository(repo);
    const tree = opened.tree();
    await secondBegins();
    await putBack(repo, 'file', 'bbbb');
    const index = join(opened.repository.commonDir, 'cairn/test-index-0');
    await repo.git('add', '-A');
    await repo.git('commit', '-qm', 'two');
    await putBack(repo, 'file', 'cccc');
    await writeFile(index, await readFile(join(repo.root, '.git/index')));
    const { size, mtimeNs, ino } = await stat(index, { bigint: true });
    await writeFile(`${index}.tree`, `${await opened.headTree()} ${size} ${mtimeNs} ${ino}`);
    await tree.load(await opened.head());
    expect(await seen(tree)).toEqual(['modified file file']);
  });
});

test('a file that was only converted since is not seen as changed, in the second of the index either', async () => {
  const repo = await gitRepo({ '.gitattributes': '*.txt text eol=lf\n' });
  await secondBegins();
  await repo.write('x.txt', 'a\nb\n');
  await repo.git('add', '-A');
  await repo.git('commit', '-qm', 'one');
  await repo.write('x.txt', 'a\r\nb\r\n');
  const { at: tree } = await loadedTree(repo);
  expect(await seen(tree)).toEqual([]);
});

describe('the time of a private index is from before git looked at any file', () => {
  const timeOf = async (file: string): Promise<number> => (await stat(file)).mtimeMs;
  const secondOf = (ms: number): number => Math.floor(ms / 1000) * 1000;

  test('where git took long to write it; one that was not written keeps its time', THOROUGH, async () => {
    const index = join(await temporaryFolder(), 'index');
    await writeFile(index, 'first');
    const before = await timeOf(index);
    await datedBefore(index, () => sleep(20));
    expect(await timeOf(index)).toBe(before);
    await secondBegins();
    const began = Date.now();
    await datedBefore(index, async () => {
      await secondBegins();
      await writeFile(index, 'written');
    });
    expect(await timeOf(index)).toBe(secondOf(began - 20));
  });

  test('where it began as a copy of which some entries were not believed', THOROUGH, async () => {
    const repo = await gitRepo({ other: '1' });
    await secondBegins();
    await putBack(repo, 'file', 'aaaa');
    await repo.git('add', '-A');
    await repo.git('commit', '-qm', 'one');
    const own = await timeOf(join(repo.root, '.git/index'));
    await secondBegins();
    const { repository } = await loadedTree(repo);
    expect(await timeOf(join(repository.commonDir, 'cairn/test-index-0'))).toBe(secondOf(own));
  });
});

test('files in doubt that take long to read are read once more, and then believed', THOROUGH, async () => {
  const repo = await gitRepo({ '.gitattributes': '*.c filter=count\n', 'before.c': 'x' });
  const log = join(repo.root, '.git/asked');
  await writeFile(log, '');
  await repo.git('config', 'filter.count.clean', `echo %f >> '${log}'; cat`);
  const { at: tree } = await loadedTree(repo);
  await secondBegins();
  await repo.write('small.c', 'small');
  await repo.write('large.c', 'large'.repeat(5_000_000));
  await captureAll(tree);
  const asked = async (): Promise<readonly string[]> => {
    await writeFile(log, '');
    expect(await seen(tree)).toEqual([]);
    return (await readFile(log, 'utf8')).split('\n').filter(Boolean).sort();
  };
  // Within the second that they changed in nobody can believe them.
  await asked();
  await secondBegins();
  expect(await asked()).toEqual(['before.c', 'large.c', 'small.c']);
  expect(await asked()).toEqual([]);
});

test('whatever is edited at whatever instant, a capture holds what hashing every file gives', async () => {
  const NAMES = ['a', 'b', 'd/c'];
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ edit: fc.constantFrom(...NAMES), text: fc.constantFrom('1', '2', '3') }),
    },
    { weight: 3, arbitrary: fc.constant('capture' as const) },
    { weight: 1, arbitrary: fc.constant('load' as const) },
    { weight: 1, arbitrary: fc.constant('restore' as const) },
    { weight: 1, arbitrary: fc.constant('next owner' as const) },
    { weight: 2, arbitrary: fc.record({ pause: fc.integer({ min: 0, max: 40 }) }) },
  );
  const repo = await gitRepo(Object.fromEntries(NAMES.map((name) => [name, '0'])));
  const opened = await openTestRepository(repo);
  const root = repo.root;
  const index = join(opened.repository.commonDir, 'cairn', 'index-of-many');
  const open = (): WorkingTree => opened.repository.workingTree({ root, index, always: [] });
  const first = await opened.headTree();
  let tree = open();
  await tree.load(first);
  let held = first;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      for (const what of steps) {
        if (what === 'capture') {
          held = await captureAll(tree);
          expect(held).toBe(await addedByGit(repo));
        } else if (what === 'load') await tree.load(held);
        else if (what === 'restore') {
          held = await captureAll(tree);
          await tree.write(held, first);
          held = first;
        } else if (what === 'next owner') {
          tree = open();
          if (!(await tree.holds(held))) await tree.load(held);
        } else if ('pause' in what) await sleep(what.pause);
        else await putBack(repo, what.edit, what.text);
      }
      held = await captureAll(tree);
      expect(held).toBe(await addedByGit(repo));
    }),
    { numRuns: runsOf(10, 30) },
  );
});
