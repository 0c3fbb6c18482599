import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CommitId, RepoPath, TreeId } from '../../src/model/names/ids.ts';
import type { Repository } from '../../src/session/ports.ts';
import { gitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';

const path = (text: string): RepoPath => text as RepoPath;

type Made = Awaited<ReturnType<Repository['commitAsPerson']>>;

function onlyOf(made: Made): CommitId {
  const [commit] = 'commits' in made ? made.commits : [];
  if (commit === undefined) throw new Error(JSON.stringify(made));
  return commit;
}

describe('a commit as the person', () => {
  async function hook(root: string, name: string, script: string): Promise<void> {
    await writeFile(join(root, '.git/hooks', name), `#!/bin/sh\n${script}\n`);
    await chmod(join(root, '.git/hooks', name), 0o755);
  }

  async function landing(
    script: { readonly [name: string]: string },
    config: Readonly<Record<string, string>> = {},
    env: Readonly<Record<string, string>> = {},
  ) {
    const repo = await gitRepo({ a: 'a' });
    await mkdir(join(repo.root, '.git/hooks'), { recursive: true });
    for (const [name, text] of Object.entries(script)) await hook(repo.root, name, text);
    for (const [key, value] of Object.entries(config)) await repo.git('config', key, value);
    const scratch = await temporaryFolder();
    const { repository, head } = await openTestRepository(repo, {
      env: { TMPDIR: scratch, SAYS: 'hello from the shell', ...env },
    });
    const base = await head();
    const tree = await repository.compose(
      base,
      new Map([[path('b'), { blob: await repository.writeBlob(Buffer.from('b')), mode: '100644' as const }]]),
    );
    const before = await repo.untouchables();
    const made = await repository.commitAsPerson({
      parent: base,
      commits: [{ tree, message: '# not a comment\n\nbody\n' }],
    });
    expect(await repo.untouchables()).toEqual(before);
    expect(await repository.linkedTrees()).toEqual([]);
    return { repo, repository, made, tree, base };
  }

  test('their hooks run, with their environment and the files in place', async () => {
    const { repository, made, tree } = await landing({
      'pre-commit':
        'test -f a && test -f b && test "$SAYS" = "hello from the shell" && git ls-files -- "*b" | grep -q b',
      'commit-msg': 'echo "Signed-off-by: hook" >> "$1"',
    });
    const entry = await repository.commitEntry(onlyOf(made));
    expect([entry.tree, entry.message]).toEqual([tree, '# not a comment\n\nbody\nSigned-off-by: hook\n']);
  });

  test('hooks in a folder of the tree are those that the person has checked out, and none that the commit brings', async () => {
    const repo = await gitRepo({ a: 'a', '.gitignore': '.husky/_\n' });
    const scratch = await temporaryFolder();
    const { repository, head } = await openTestRepository(repo);
    const base = await head();
    const script = (name: string, exit: number): string =>
      `#!/bin/sh\necho ${name} >> '${scratch}/ran'\nexit ${exit}\n`;
    const brings = async (place: string) => {
      const blob = await repository.writeBlob(Buffer.from(script('theirs', 0)));
      const files = new Map([[path(`${place}/pre-commit`), { blob, mode: '100755' as const }]]);
      return { parent: base, commits: [{ message: 'x\n', tree: await repository.compose(base, files) }] };
    };
    for (const place of ['.husky', '.husky/_']) {
      await repo.git('config', 'core.hooksPath', place);
      expect(onlyOf(await repository.commitAsPerson(await brings(place)))).toEqual(expect.any(String));
    }
    expect(await readdir(scratch)).toEqual([]);
    await mkdir(join(repo.root, '.husky/_'), { recursive: true });
    await writeFile(join(repo.root, '.husky/_/pre-commit'), script('mine', 7), { mode: 0o755 });
    expect(await repository.commitAsPerson(await brings('.husky/_'))).toEqual({ refused: '', at: 0 });
    expect(await readFile(join(scratch, 'ran'), 'utf8')).toBe('mine\n');
  });

  test('several stand on each other; what a hook leaves in the tree is in no other commit, and one that is refused is named', async () => {
    const { repo, repository } = await landing({});
    const base = (await repository.resolve('HEAD')) as CommitId;
    const trees: TreeId[] = [];
    for (const text of ['one', 'two', 'three']) {
      const file = { blob: await repository.writeBlob(Buffer.from(text)), mode: '100644' as const };
      const files = [path('a'), path(text)].map((name) => [name, file] as const);
      trees.push(await repository.compose(base, new Map(files)));
    }
    const commits = trees.map((tree, at) => ({ tree, message: `commit ${at}\n` }));
    await hook(repo.root, 'pre-commit', 'echo formatted > a; echo left > left; test ! -f three');
    expect(await repository.commitAsPerson({ parent: base, commits })).toEqual({ refused: '', at: 2 });
    const made = await repository.commitAsPerson({ parent: base, commits: commits.slice(0, 2) });
    const [first, second] = 'commits' in made ? made.commits : [];
    expect(await repository.commitEntry(second as CommitId)).toMatchObject({
      parents: [first],
      tree: trees[1],
      message: 'commit 1\n',
    });
    expect(await repo.git('rev-list', '--count', `${base}..${second}`)).toBe('2');
    expect(await repository.linkedTrees()).toEqual([]);
  });

  test('it is by whom the environment says, as every commit of theirs is', async () => {
    const { repo, made } = await landing(
      {},
      {},
      {
        GIT_AUTHOR_NAME: 'Nina',
        GIT_AUTHOR_EMAIL: 'nina@example.invalid',
        GIT_COMMITTER_NAME: 'Build',
        GIT_COMMITTER_EMAIL: 'build@example.invalid',
        GIT_DIR: '/nowhere',
      },
    );
    expect(await repo.git('log', '-1', '--format=%an <%ae>, %cn <%ce>', onlyOf(made))).toBe(
      'Nina <nina@example.invalid>, Build <build@example.invalid>',
    );
  });

  test('what a hook or the signing program says no to is told in its own words, and nothing is left', async () => {
    const refused = await landing({ 'pre-commit': 'echo "no tabs please" >&2; exit 7' });
    expect(refused.made).toEqual({ refused: 'no tabs please', at: 0 });
    const unsigned = await landing({}, { 'commit.gpgsign': 'true', 'gpg.program': '/bin/false' });
    expect(unsigned.made).toEqual({ refused: expect.stringContaining('gpg failed to sign the data'), at: 0 });
  });

  test('nobody known to git is told as what git says', async () => {
    const repo = await gitRepo({ a: 'a' });
    for (const key of ['user.name', 'user.email']) await repo.git('config', '--unset', key);
    await repo.git('config', 'user.useConfigOnly', 'true');
    const names = ['AUTHOR_NAME', 'AUTHOR_EMAIL', 'COMMITTER_NAME', 'COMMITTER_EMAIL'];
    const { repository, head } = await openTestRepository(repo, {
      env: Object.fromEntries(names.map((name) => [`GIT_${name}`, undefined])),
    });
    const base = await head();
    const { tree } = await repository.commitEntry(base);
    const made = await repository.commitAsPerson({ parent: base, commits: [{ tree, message: 'x\n' }] });
    expect(made).toEqual({ refused: expect.stringContaining('tell me who you are'), at: 0 });
  });

  test('what a process that was killed here left of its scratch working tree is removed by the next', async () => {
    const repo = await gitRepo({ a: 'a' });
    const tmp = await temporaryFolder();
    vi.stubEnv('TMPDIR', tmp);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { repository, head } = await openTestRepository(repo);
    const base = await head();
    const { tree } = await repository.commitEntry(base);
    const dead = spawnSync(process.execPath, ['-e', '0']).pid;
    // As one that is killed while it commits leaves it; the name is that of a living one's, with another number.
    await hook(repo.root, 'pre-commit', `pwd > '${tmp}/place'`);
    const commits = [{ tree, message: 'x\n' }];
    await repository.commitAsPerson({ parent: base, commits });
    const place = (await readFile(join(tmp, 'place'), 'utf8')).trim();
    const left = place.replace(`-${process.pid}-`, `-${dead}-`);
    const alive = place.replace(/\w{6}\/tree$/, 'others/tree');
    for (const path of [left, alive]) await repo.git('worktree', 'add', '-q', '--detach', path);
    await repository.commitAsPerson({ parent: base, commits });
    expect(await repo.git('worktree', 'list', '--porcelain')).not.toContain(left);
    expect(await repo.git('worktree', 'list', '--porcelain')).toContain(alive);
    expect((await readdir(tmp)).filter((name) => name.startsWith('cairn-commit-'))).toEqual([
      basename(dirname(alive)),
    ]);
  });
});
