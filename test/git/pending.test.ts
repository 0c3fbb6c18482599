import { execFile } from 'node:child_process';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { RepoPath, TreeId } from '../../src/model/names/ids.ts';
import { addedByGit } from '../support/addedByGit.ts';
import { gitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { secondBegins } from '../support/secondBegins.ts';
import { captureAll, loadedTree, seen } from '../support/openTestRepository.ts';

const path = (text: string): RepoPath => text as RepoPath;

describe('what is seen', () => {
  test('a change of the same size with its time put back is seen, whatever the user has told git about times', async () => {
    const repo = await gitRepo({ a: 'one', b: 'b' });
    await repo.git('config', 'core.trustctime', 'false');
    await repo.git('config', 'core.checkStat', 'minimal');
    // Long before the index is written: else git would compare contents because it cannot trust the times.
    const before = new Date(Date.now() - 3_600_000);
    await utimes(join(repo.root, 'a'), before, before);
    const { at } = await loadedTree(repo);
    // git compares times by whole seconds, as it is built nearly everywhere.
    await secondBegins();
    await repo.write('a', 'two');
    await utimes(join(repo.root, 'a'), before, before);
    expect(await seen(at)).toEqual(['modified file a']);
  });

  test('a change in the same tick as the capture before it is seen', async () => {
    const repo = await gitRepo({ a: 'a0' });
    const { at } = await loadedTree(repo);
    for (let turn = 1; turn <= 20; turn += 1) {
      await repo.write('a', `a${turn % 10}`);
      await at.capture([path('a')]);
      await repo.write('a', `b${turn % 10}`);
      expect(await seen(at), `turn ${turn}`).toEqual(['modified file a']);
    }
  });

  test('a file that was only touched is not pending', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { at } = await loadedTree(repo);
    await utimes(join(repo.root, 'a'), new Date(), new Date());
    expect(await at.pending()).toEqual([]);
  });

  test("the user's status and index settings hide nothing", async () => {
    const repo = await gitRepo({ a: 'a', 'd/b': 'b' });
    for (const [key, value] of [
      ['status.showUntrackedFiles', 'no'],
      ['status.relativePaths', 'true'],
      ['status.renames', 'copies'],
      ['feature.manyFiles', 'true'],
      ['core.splitIndex', 'true'],
      ['index.sparse', 'true'],
      ['diff.ignoreSubmodules', 'all'],
    ] as const)
      await repo.git('config', key, value);
    const { at, repository } = await loadedTree(repo);
    await repo.git('mv', 'a', 'moved');
    await repo.write('d/new', 'new');
    expect(await seen(at)).toEqual(['deleted file a', 'added file d/new', 'added file moved']);
    expect(await captureAll(at)).toBe(await addedByGit(repo));
    expect((await repository.list((await addedByGit(repo)) as TreeId, '')).length).toBe(3);
  });

  test('a nested repository is one path, and nothing in it is touched', async () => {
    const repo = await gitRepo({ a: 'a' });
    await gitRepo({ inner: 'inner' }, { parent: repo.root, name: 'nested' });
    await repo.write('nested/dirty', 'dirty');
    const { at } = await loadedTree(repo);
    expect(await at.pending()).toEqual([
      { path: 'nested', change: 'added', kind: 'nested-repository', bytes: 0, tracked: false },
    ]);
  });

  test('a submodule is told when it moved or is dirty inside; captured, it is the commit that it stands on', async () => {
    const lib = await gitRepo({ lib: 'lib' });
    const repo = await gitRepo({ a: 'a' });
    await repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', lib.root, 'lib');
    await repo.commit('with a submodule');
    await repo.git('config', 'submodule.lib.ignore', 'all');
    const { at, repository, headTree } = await loadedTree(repo);
    expect(await at.pending()).toEqual([]);
    await repo.write('lib/dirty', 'dirty');
    expect(await seen(at)).toEqual(['modified submodule lib']);
    expect(await captureAll(at)).toBe(await headTree());
    await repo.git(
      '-C',
      'lib',
      '-c',
      'user.name=x',
      '-c',
      'user.email=x',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'moved',
    );
    const moved = await captureAll(at);
    expect(await repository.entry(moved, path('lib'))).toEqual({
      path: 'lib',
      mode: '160000',
      blob: await repo.git('-C', 'lib', 'rev-parse', 'HEAD'),
    });
  });

  test('pipes and sockets are told as special, beside tracked and untracked files, unless ignored', async () => {
    const repo = await gitRepo({ '.gitignore': '*.sock\n', 'd/tracked': 't', gone: 'gone' });
    const { at } = await loadedTree(repo);
    await repo.write('new/file', 'n');
    await repo.remove('gone');
    for (const pipe of ['d/pipe', 'new/pipe', 'top', 'hidden.sock', 'gone'])
      await promisify(execFile)('mkfifo', [join(repo.root, pipe)]);
    // Long enough for a look at a folder to be remembered.
    await sleep(200);
    const specials = (await seen(at)).filter((line) => !line.includes('new/file'));
    expect(specials).toEqual([
      'added special d/pipe',
      'modified special gone',
      'added special new/pipe',
      'added special top',
    ]);
    await repo.remove('d/pipe');
    await promisify(execFile)('mkfifo', [join(repo.root, 'd/later')]);
    await repo.remove('gone');
    expect(await seen(at)).toEqual([
      'added special d/later',
      'deleted file gone',
      'added file new/file',
      'added special new/pipe',
      'added special top',
    ]);
  });

  test('a name that is no text is told as unreadable, stays, and survives in trees', async () => {
    const repo = await gitRepo({ a: 'a' });
    const odd = Buffer.concat([Buffer.from(`${repo.root}/b`), Buffer.from([0xff, 0xc3, 0x28])]);
    await writeFile(odd, 'odd');
    const { at, repository } = await loadedTree(repo);
    const [entry] = await at.pending();
    expect(entry).toMatchObject({ change: 'added', kind: 'unreadable' });
    await repo.commit('git can');
    const head = (await repository.resolve('HEAD'))!;
    const [listed] = (await repository.list(head, '')).filter((found) => found.path !== 'a');
    expect(listed?.path).toBe(entry?.path);
    expect(
      await repository.compose(
        head,
        new Map([[listed!.path, { blob: listed!.blob, mode: '100644' as const }]]),
      ),
    ).toBe((await repository.commitEntry(head)).tree);
    expect(await repository.compose(head, new Map([[listed!.path, null]]))).toBe(
      await repo.git('rev-parse', 'HEAD~1^{tree}'),
    );
  });

  test('an always folder reached through a link is the link, nothing behind it', async () => {
    const repo = await gitRepo({ a: 'a' });
    const elsewhere = await temporaryFolder();
    await writeFile(join(elsewhere, 'secret'), 'secret');
    await repo.link('.cairn', elsewhere);
    const { at } = await loadedTree(repo, { always: ['.cairn'] });
    expect(await seen(at)).toEqual(['added link .cairn']);
  });

  test('skip-worktree and assume-unchanged paths are never pending nor captured; those that differ are flagged', async () => {
    const repo = await gitRepo({ skip: 's', assume: 'a', same: 'x', sparse: 'absent' });
    await repo.git('update-index', '--skip-worktree', 'skip', 'sparse', 'same');
    await repo.git('update-index', '--assume-unchanged', 'assume');
    await repo.write('skip', 'S');
    await repo.write('assume', 'A');
    await repo.remove('sparse');
    const { at, headTree } = await loadedTree(repo);
    expect([await at.pending(), (await at.flagged()).toSorted()]).toEqual([[], ['assume', 'skip']]);
    expect((await at.capture(['skip', 'assume', 'sparse'].map(path))).tree).toBe(await headTree());
  });

  test('a flag that is taken away later hides nothing', async () => {
    const repo = await gitRepo({ a: 'a', b: 'b' });
    await repo.git('update-index', '--assume-unchanged', 'a');
    await repo.git('update-index', '--skip-worktree', 'b');
    const { at } = await loadedTree(repo);
    await repo.git('update-index', '--no-assume-unchanged', 'a');
    await repo.git('update-index', '--no-skip-worktree', 'b');
    await repo.write('a', 'A');
    await repo.write('b', 'B');
    expect(await seen(at)).toEqual(['modified file a', 'modified file b']);
  });

  test('a sparse checkout is not a deletion', async () => {
    const repo = await gitRepo({ 'in/a': 'a', 'out/b': 'b', 'out/deep/c': 'c' });
    await repo.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'in');
    const { at, head, repository } = await loadedTree(repo);
    expect([await at.pending(), await at.flagged()]).toEqual([[], []]);
    await repo.write('in/a', 'A');
    const captured = await captureAll(at);
    expect((await repository.changes(await head(), captured)).map((change) => change.path)).toEqual(['in/a']);
  });
});
