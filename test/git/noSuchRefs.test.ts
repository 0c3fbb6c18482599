import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noSuchRefs } from '../../src/git/noSuchRefs.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';

const PATTERNS = [
  'refs/heads/',
  'refs/heads/cairn/*',
  'refs/heads/cairn/long',
  'refs/heads/**/long',
  'refs/remotes/**/cairn/*',
  'refs/remotes/**/cairn/long',
  'refs/cairn/long/',
  'refs/cairn/long/rescue/',
  'refs/cairn/long/rescue/1',
];

const NAMES = [
  'refs/heads/cairn/long',
  'refs/heads/cairn/longer',
  'refs/heads/cairn/a/b',
  'refs/heads/team/cairn/long',
  'refs/heads/Cairn/long',
  'refs/remotes/cairn/long',
  'refs/remotes/origin/main',
  'refs/remotes/origin/cairn/long',
  'refs/remotes/a/b/cairn/long',
  'refs/remotes/origin/scairn/long',
  'refs/cairn/long/rescue/1',
  'refs/cairn/long/effects',
  'refs/cairn/longer/rescue/1',
];

const git = ({ root }: GitRepo): string => join(root, '.git');

async function withRef(name: string): Promise<GitRepo> {
  const repo = await gitRepo({ a: 'a' });
  await repo.git('update-ref', name, 'HEAD');
  return repo;
}

describe('refs that are not there, without a process of git', () => {
  test('of each pattern and name, as a file and packed, it says what git says', async () => {
    for (const name of NAMES) {
      const repo = await withRef(name);
      for (const packed of [false, true]) {
        if (packed) await repo.git('pack-refs', '--all');
        const said: string[] = [];
        for (const pattern of PATTERNS) {
          const listed = await repo.git('for-each-ref', '--format=%(refname)', '--', pattern);
          if ((listed.trim() === '') !== noSuchRefs(git(repo), [pattern])) said.push(pattern);
        }
        const whole = [
          'refs/heads/cairn',
          'refs/heads/cairn/long',
          'refs/heads/team',
          'refs/cairn/long/rescue/1',
        ];
        for (const one of whole) if (noSuchRefs(git(repo), [], [one]) === (one === name)) said.push(one);
        expect(said, `${name}, packed: ${packed}`).toEqual([]);
      }
    }
  });

  test('one that is found is enough for several patterns, in whichever order', async () => {
    const repo = await withRef('refs/remotes/origin/cairn/long');
    const [none, one] = ['refs/cairn/long/', 'refs/remotes/**/cairn/long'];
    expect([[none], [one], [none, one], [one, none]].map((these) => noSuchRefs(git(repo), these))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  const LEFT_TO_GIT: readonly { readonly name: string; arrange(repo: GitRepo): Promise<unknown> }[] = [
    { name: 'another ref store', arrange: (repo) => mkdir(join(git(repo), 'reftable')) },
    { name: 'a repository that is gone', arrange: (repo) => rm(git(repo), { recursive: true }) },
    {
      name: 'a link among the refs',
      arrange: async (repo) => {
        await mkdir(join(git(repo), 'refs/cairn'));
        await symlink('../heads', join(git(repo), 'refs/cairn/linked'));
      },
    },
    {
      name: 'a file in the place of a folder',
      arrange: (repo) => writeFile(join(git(repo), 'refs/cairn'), 'this is another ref store\n'),
    },
    {
      name: 'more packed refs than are read',
      arrange: (repo) => writeFile(join(git(repo), 'packed-refs'), '#\n'.repeat(400_000)),
    },
    {
      name: 'more refs than are looked through',
      arrange: async (repo) => {
        await mkdir(join(git(repo), 'refs/cairn/many'), { recursive: true });
        for (let at = 0; at <= 500; at += 1) await writeFile(join(git(repo), 'refs/cairn/many', `${at}`), '');
      },
    },
  ];
  for (const { name, arrange } of LEFT_TO_GIT)
    test(`${name} is left to git`, async () => {
      const repo = await gitRepo({ a: 'a' });
      const pattern = 'refs/cairn/**/long';
      expect(noSuchRefs(git(repo), [pattern])).toBe(true);
      await arrange(repo);
      expect(noSuchRefs(git(repo), [pattern])).toBe(false);
    });

  test('so is a pattern that says more than names and stars, and one of refs that a working tree has of its own', async () => {
    const repo = await gitRepo({ a: 'a' });
    const odd = ['refs/heads/a?', 'refs/heads/[a]', 'refs/heads/\\a', 'refs/heads/a.b', 'refs/heads/é'];
    for (const pattern of [...odd, 'refs/bisect/', 'refs/worktree/x', 'HEAD'])
      expect(noSuchRefs(git(repo), [pattern])).toBe(false);
  });
});
