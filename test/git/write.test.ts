import { execFile } from 'node:child_process';
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { BlobId, RepoPath, Timestamp } from '../../src/model/names/ids.ts';
import type { Mode } from '../../src/session/ports.ts';
import { gitRepo, openGitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { captureAll, loadedTree, openTestRepository } from '../support/openTestRepository.ts';

const path = (text: string): RepoPath => text as RepoPath;

describe('what is written back', () => {
  test('filters, modes and attributes of the tree that comes hold', async () => {
    const repo = await gitRepo({ 'x.txt': 'one\n' });
    const { at, headTree } = await loadedTree(repo);
    const from = await headTree();
    await repo.write('.gitattributes', '*.txt eol=crlf\n');
    await repo.write('x.txt', 'two\n');
    await repo.write('sub/y.txt', 'y\n');
    await repo.write('run', '#!/bin/sh\n', 0o755);
    const to = await captureAll(at);
    await at.write(to, from);
    expect([await repo.look('x.txt'), await repo.look('.gitattributes'), await repo.look('sub')]).toEqual([
      'one\n',
      null,
      null,
    ]);
    expect(await at.write(from, to)).toEqual({ skipped: [], unmade: [], stayed: [], unlike: [] });
    expect([await repo.look('x.txt'), await repo.look('sub/y.txt')]).toEqual(['two\r\n', 'y\r\n']);
    expect((await lstat(join(repo.root, 'run'))).mode & 0o111).not.toBe(0);
    expect(await at.pending()).toEqual([]);
  });

  test('what git converts and the index has not written yet is known as captured when it is written over', async () => {
    const repo = await gitRepo({ '.gitattributes': '*.txt text\n', 'x.txt': 'one\n', y: 'y' });
    const { at, headTree, repository } = await loadedTree(repo);
    const then = await headTree();
    await repo.write('x.txt', 'two\r\n');
    const captured = await captureAll(at);
    const mode = '100644' as const;
    const edit = { blob: await repository.writeBlob(Buffer.from('Y')), mode };
    const from = await repository.compose(captured, new Map([[path('y'), edit]]));
    await repo.write('y', 'Y');
    expect(await at.write(from, then)).toEqual({ skipped: [], unmade: [], stayed: [], unlike: [] });
    const saved: string[] = [];
    await at.release(async (files) => {
      saved.push(...files.map((file) => file.path));
      return new Set();
    });
    expect(saved).toEqual([]);
    expect([await repo.look('x.txt'), await repo.look('y')]).toEqual(['one\n', 'y']);
    expect(await at.pending()).toEqual([]);
  });

  test('an owner that is replaced between two files writes no more of them', async () => {
    const repo = await gitRepo({ a: 'a', b: 'b', c: 'c' });
    const { repository, headTree } = await openTestRepository(repo);
    let left = 2;
    const at = repository.workingTree({
      root: repo.root,
      index: join(await temporaryFolder(), 'index'),
      always: [],
      async fence() {
        if (left === 0) throw new Error('replaced');
        left -= 1;
      },
    });
    const head = await headTree();
    const none = await repository.compose(head, new Map(['a', 'b', 'c'].map((name) => [path(name), null])));
    await expect(at.write(head, none)).rejects.toThrow('replaced');
    expect([await repo.look('a'), await repo.look('b'), await repo.look('c')]).toEqual([null, null, 'c']);
  });

  test('nothing is written when one object is missing', async () => {
    const repo = await gitRepo({ a: 'a', b: 'b' });
    const { at, headTree, repository } = await loadedTree(repo);
    const from = await headTree();
    await repo.write('a', 'A');
    await repo.write('b', 'B');
    const to = await captureAll(at);
    await at.write(to, from);
    const { blob } = (await repository.entry(to, path('b')))!;
    await rm(join(repository.commonDir, 'objects', blob.slice(0, 2), blob.slice(2)), { force: true });
    const again = await openTestRepository(repo);
    const fresh = again.tree();
    await fresh.load(from);
    await expect(fresh.write(from, to)).rejects.toMatchObject({
      code: 'data/missing-object',
      details: { object: blob },
    });
    expect([await repo.look('a'), await repo.look('b')]).toEqual(['a', 'b']);
  });

  test('a submodule, a special file and a path that git was told to leave alone are skipped and told', async () => {
    const repo = await gitRepo({ pipe: 'p', left: 'l', fine: 'f' });
    const { at, headTree, repository } = await loadedTree(repo);
    const from = await headTree();
    const blob = await repository.writeBlob(Buffer.from('new'));
    const file = { blob, mode: '100644' as const };
    const link = { blob: (await repo.git('rev-parse', 'HEAD')) as BlobId, mode: '160000' as const };
    const to = await repository.compose(
      from,
      new Map<RepoPath, { blob: BlobId; mode: Mode }>([
        [path('pipe'), file],
        [path('left'), file],
        [path('fine'), file],
        [path('sub'), link],
      ]),
    );
    await repo.remove('pipe');
    await promisify(execFile)('mkfifo', [join(repo.root, 'pipe')]);
    await repo.git('update-index', '--skip-worktree', 'left');
    const { skipped } = await at.write(from, to);
    expect(skipped.map((entry) => entry.path).toSorted()).toEqual(['left', 'pipe', 'sub']);
    expect([await repo.look('fine'), await repo.look('left')]).toEqual(['new', 'l']);
  });

  test('a file in the place of a parent folder stays, and a folder that still holds something', async () => {
    const repo = await gitRepo({ 'd/x': 'x', 'e/y': 'y' });
    const { at, headTree, repository } = await loadedTree(repo);
    const from = await headTree();
    const blob = await repository.writeBlob(Buffer.from('new'));
    const to = await repository.compose(
      from,
      new Map([
        [path('d/x'), { blob, mode: '100644' as const }],
        [path('e/y'), null],
      ]),
    );
    await repo.remove('d');
    await repo.write('d', 'mine');
    await repo.write('e/mine', 'mine');
    expect((await at.write(from, to)).skipped.map((entry) => entry.path)).toEqual(['d/x']);
    expect([await repo.look('d'), await repo.look('e/mine'), await repo.look('e/y')]).toEqual([
      'mine',
      'mine',
      null,
    ]);
  });

  test('offline, pointers stand for large files; a filter that fails costs its own files only', async () => {
    const repo = await gitRepo({ '.gitattributes': '*.big filter=lfs\n*.bad filter=bad\n', a: 'a' });
    await repo.git('config', 'filter.lfs.smudge', 'test -n "$GIT_LFS_SKIP_SMUDGE" && cat');
    await repo.git('config', 'filter.lfs.required', 'true');
    await repo.git('config', 'filter.bad.smudge', 'false');
    await repo.git('config', 'filter.bad.required', 'true');
    await repo.git('config', 'filter.lfs.clean', 'cat');
    await repo.git('config', 'filter.bad.clean', 'cat');
    const { at, headTree, repository, head } = await loadedTree(repo);
    const from = await headTree();
    for (const name of ['1.bad', '2.big', '3.txt', '4.bad', '5.txt']) await repo.write(name, name);
    const to = await captureAll(at);
    await at.write(to, from);
    const { skipped } = await at.write(from, to);
    expect(skipped.map((entry) => entry.path)).toEqual(['1.bad', '4.bad']);
    expect([await repo.look('2.big'), await repo.look('3.txt'), await repo.look('5.txt')]).toEqual([
      '2.big',
      '3.txt',
      '5.txt',
    ]);

    const tree = await repository.compose(
      to,
      new Map([
        [path('1.bad'), null],
        [path('4.bad'), null],
      ]),
    );
    const commit = await repository.commit({
      tree,
      parents: [await head()],
      message: 'x\n',
      at: '2026-11-20T10:01:22.000Z' as Timestamp,
    });
    const place = join(repo.root, '../linked');
    await repository.addWorktree(place, commit);
    expect(await openGitRepo(place).look('2.big')).toBe('2.big');
  });
});
