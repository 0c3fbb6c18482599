import { chmod, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RepoPath } from '../../src/model/names/ids.ts';
import { addedByGit } from '../support/addedByGit.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { captureAll, loadedTree, openTestRepository, seen } from '../support/openTestRepository.ts';

const path = (text: string): RepoPath => text as RepoPath;

describe('what is stored', () => {
  test('modes: an executable file, its bit taken away, a link', async () => {
    const repo = await gitRepo({ run: '#!/bin/sh\n' });
    const { at, repository } = await loadedTree(repo);
    await chmod(join(repo.root, 'run'), 0o755);
    await repo.link('link', 'run');
    const captured = await captureAll(at);
    expect((await repository.list(captured, '')).map((entry) => `${entry.mode} ${entry.path}`)).toEqual([
      '120000 link',
      '100755 run',
    ]);
    await chmod(join(repo.root, 'run'), 0o644);
    expect(await seen(at)).toEqual(['modified file run']);
  });

  test('under autocrlf a second capture sees no change, and what would not come back as it was is normalised', async () => {
    const repo = await gitRepo({ 'old-crlf.txt': 'kept\r\nas it is\r\n' });
    await repo.git('config', 'core.autocrlf', 'true');
    const { at, repository, headTree } = await loadedTree(repo);
    expect(await captureAll(at)).toBe(await headTree());
    await repo.write('crlf.txt', 'one\r\ntwo\r\n');
    await repo.write('mixed.txt', 'one\r\ntwo\n');
    await repo.write('lf\nnewline.txt', 'one\ntwo\n');
    await repo.write('binary', Buffer.from([0, 13, 10, 10]));
    const paths = (await at.pending()).map((entry) => entry.path);
    const captured = (await at.capture(paths)).tree;
    expect(captured).toBe(await addedByGit(repo));
    expect(Buffer.from((await repository.read(captured, path('crlf.txt')))!).toString()).toBe('one\ntwo\n');
    expect((await at.normalised(captured, paths)).toSorted()).toEqual(['lf\nnewline.txt', 'mixed.txt']);
    expect(await at.pending()).toEqual([]);
  });

  test('clean and smudge filters run; a file whose filter fails costs itself only, and is told', async () => {
    const repo = await gitRepo({ '.gitattributes': '*.up filter=up\n*.bad filter=bad\n', 'x.up': 'first' });
    await repo.git('config', 'filter.up.clean', 'tr a-z A-Z');
    await repo.git('config', 'filter.up.smudge', 'tr A-Z a-z');
    await repo.git('config', 'filter.bad.clean', 'false');
    await repo.git('config', 'filter.bad.required', 'true');
    const told: unknown[] = [];
    const opened = await openTestRepository(repo, {
      log: { info() {}, error() {}, warn: (_message, facts) => void told.push(facts?.['path']) },
    });
    const at = opened.tree();
    await at.load(await opened.head());
    await repo.write('y.up', 'hello');
    await repo.write('mixed.up', 'Hello');
    for (const name of ['1.bad', '2.bad', '3', '4', '5']) await repo.write(name, name);
    const paths = (await at.pending()).map((entry) => entry.path);
    const { tree: captured, notTaken } = await at.capture(paths);
    const stored = await opened.repository.list(captured, '');
    expect(stored.map((entry) => entry.path).filter((name) => /^\d/.test(name))).toEqual(['3', '4', '5']);
    expect(told.map(String).toSorted()).toEqual(['1.bad', '2.bad']);
    expect(notTaken.map((entry) => entry.path).toSorted()).toEqual(['1.bad', '2.bad']);
    expect(Buffer.from((await opened.repository.read(captured, path('y.up')))!).toString()).toBe('HELLO');
    expect(await at.normalised(captured, ['y.up', 'mixed.up'].map(path))).toEqual(['mixed.up']);
  });

  test('the tree is what git itself would write, after any row of changes', async () => {
    const repo = await gitRepo({ 'a/1': '1', 'a/2': '2', 'b/c/d/3': '3', top: 't' });
    const { at } = await loadedTree(repo);
    const steps: (() => Promise<unknown>)[] = [
      () => repo.write('a/1', 'changed'),
      () => repo.remove('b'),
      () => repo.write('b', 'a file now'),
      () => repo.write('n/e/w/x', 'x'),
      async () => (await repo.remove('a'), repo.link('a', 'n')),
      async () => (await repo.remove('b'), repo.write('b/back', 'folder again')),
      async () => (await repo.remove('a'), repo.write('a/1', '1')),
      () => repo.remove('n/e/w/x'),
      () => repo.remove('top'),
    ];
    for (const step of steps) {
      await step();
      expect(await captureAll(at)).toBe(await addedByGit(repo));
      expect(await at.pending()).toEqual([]);
    }
  });

  test('an index that somebody else wrote, tore or removed is made again', async () => {
    const repo = await gitRepo({ a: 'a', b: 'b' });
    const { repository, tree, head, headTree } = await openTestRepository(repo);
    const at = tree();
    const index = join(repository.commonDir, 'cairn/test-index-0');
    await at.load(await head());
    await writeFile(index, (await readFile(index)).subarray(0, 40));
    expect(await at.holds(await headTree())).toBe(false);
    await at.load(await head());
    expect([await at.holds(await headTree()), await at.pending()]).toEqual([true, []]);
    await rm(index);
    await repo.write('a', 'A');
    await at.load(await head());
    expect(await seen(at)).toEqual(['modified file a']);
  });

  test('two looks at the same time do not disturb each other', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { at, head } = await loadedTree(repo);
    await repo.write('a', 'A');
    const [one, captured, two] = await Promise.all([
      at.pending(),
      at.capture([path('a')]),
      at.pending(),
      at.load(await head()),
    ]);
    expect([one.length, captured.notTaken, two.length]).toEqual([1, [], 0]);
    expect(await seen(at)).toEqual(['modified file a']);
  });

  test('what was captured is forgotten where another one wrote the private index meanwhile', async () => {
    const repo = await gitRepo({ a: 'a', b: 'b' });
    const { at, repository, head } = await loadedTree(repo);
    const index = join(repository.commonDir, 'cairn', 'test-index-0');
    const second = repository.workingTree({ root: repo.root, index, always: [] });
    await repo.write('a', 'A');
    await captureAll(at);
    await repo.write('b', 'B');
    await captureAll(second);
    expect(await second.pending()).toEqual([]);
    await second.load(await head());
    // The file holds HEAD: nothing may make it look as if `a` had been taken.
    expect(await seen(at)).toEqual(['modified file a', 'modified file b']);
  });

  test('what was captured is held where somebody touched the private index before', async () => {
    const repo = await gitRepo({ a: 'a', b: 'b' });
    const { at, repository } = await loadedTree(repo);
    await utimes(join(repository.commonDir, 'cairn', 'test-index-0'), new Date(), new Date(1));
    await repo.write('a', 'A');
    const captured = await captureAll(at);
    expect(await seen(at)).toEqual([]);
    expect((await at.capture([])).tree).toBe(captured);
    await repo.write('b', 'B');
    await captureAll(at);
    expect(await seen(at)).toEqual([]);
  });
});
