import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHeadFile } from '../../src/git/headFile.ts';
import type { RefName } from '../../src/model/names/ids.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';

const MAIN = 'refs/heads/main' as RefName;

/** How HEAD may lie there; `file`: what its file says by itself, null where git has to be asked. */
const SITUATIONS: readonly {
  readonly name: string;
  readonly file: 'branch' | 'commit' | null;
  arrange(repo: GitRepo): Promise<unknown>;
}[] = [
  { name: 'a branch', file: 'branch', arrange: async () => undefined },
  { name: 'a branch whose ref is packed', file: 'branch', arrange: (repo) => repo.git('pack-refs', '--all') },
  {
    name: 'a branch of several folders',
    file: 'branch',
    arrange: (repo) => repo.git('checkout', '-qb', 'a/b/c'),
  },
  { name: 'a detached commit', file: 'commit', arrange: (repo) => repo.git('checkout', '-q', '--detach') },
  {
    name: 'a branch without a commit',
    file: 'branch',
    arrange: (repo) => repo.git('checkout', '-q', '--orphan', 'empty'),
  },
  {
    name: 'a branch that is another name of main',
    file: null,
    arrange: async (repo) => {
      await repo.git('symbolic-ref', 'refs/heads/alias', MAIN);
      await repo.git('symbolic-ref', 'HEAD', 'refs/heads/alias');
    },
  },
  {
    name: 'a HEAD that is a symbolic link, as git made them once',
    file: null,
    arrange: async (repo) => {
      const head = join(repo.root, '.git/HEAD');
      await rename(head, `${head}.real`);
      await symlink(MAIN, head);
    },
  },
];

describe('HEAD without a process of git', () => {
  for (const { name, file, arrange } of SITUATIONS) {
    test(`of ${name} is what git says`, async () => {
      const repo = await gitRepo({ a: 'a' });
      await arrange(repo);
      const git = join(repo.root, '.git');
      const read = readHeadFile(git, join(git, 'HEAD'));
      expect(read === null ? null : Object.keys(read)[0]).toBe(file);
      const { repository, tree } = await openTestRepository(repo);
      const said = (...args: readonly string[]): Promise<string | null> =>
        repo.git(...args).then(
          (out) => out.trim(),
          () => null,
        );
      const branch = await said('rev-parse', '--symbolic-full-name', 'HEAD');
      const unborn = await said('symbolic-ref', '-q', 'HEAD');
      const commit = await said('rev-parse', '--verify', '-q', 'HEAD');
      expect(await tree().head()).toEqual({
        commit,
        branch: commit === null ? unborn : branch === 'HEAD' ? null : branch,
      });
      const listed = (await repo.git('worktree', 'list', '--porcelain')).includes(`branch ${MAIN}\n`);
      expect(await repository.standingOn(MAIN)).toEqual(listed ? [repo.root] : []);
    });
  }

  test('of another store of refs, or of none, is left to git', async () => {
    const repo = await gitRepo({ a: 'a' });
    const git = join(repo.root, '.git');
    for (const text of ['ref: refs/heads/.invalid\n', 'ref: refs/bisect/x\n', 'garbage\n', '']) {
      await repo.write('.git/OTHER', text);
      expect([text, readHeadFile(git, join(git, 'OTHER'))]).toEqual([text, null]);
    }
    expect(readHeadFile(git, join(git, 'NONE'))).toBeNull();
  });

  test('of one working tree that git has to be asked about does not hide another', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository } = await openTestRepository(repo);
    await repo.git('worktree', 'add', '-q', '-b', 'other', '../other');
    await repo.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/other');
    await repo.git('-C', '../other', 'symbolic-ref', 'HEAD', 'refs/heads/alias');
    const roots = await repository.standingOn('refs/heads/other' as RefName);
    expect(roots).toHaveLength(1);
    expect(await repository.standingOn('refs/heads/nobody' as RefName)).toEqual([]);
  });
});
