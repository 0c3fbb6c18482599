import type { RefName } from '../../src/model/names/ids.ts';
import { chmod, chown, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRepository, type OpenOptions } from '../../src/git/openRepository.ts';
import { gitEnvironment, gitRepo, openGitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';
import { silentLog } from '../support/silentLog.ts';

const open = async (folder: string, options: Partial<OpenOptions> = {}): Promise<unknown> => {
  const repository = await openRepository(folder, { log: silentLog, env: gitEnvironment(), ...options });
  await repository.dispose();
  return repository.root;
};

describe('opening', () => {
  test('any folder of the repository will do, also through a link', async () => {
    const repo = await gitRepo({ 'deep/er/file': 'x' });
    await symlink(repo.root, join(repo.root, '../link'));
    expect([await open(join(repo.root, 'deep/er')), await open(join(repo.root, '../link'))]).toEqual([
      repo.root,
      repo.root,
    ]);
  });

  test('a repository without a commit opens, and its HEAD says so', async () => {
    const { tree } = await openTestRepository(await gitRepo());
    expect(await tree().head()).toEqual({ commit: null, branch: 'refs/heads/main' });
  });

  test('a git that is not there, is too old, or a folder that is no repository, is named', async () => {
    const folder = await temporaryFolder();
    await expect(open(folder)).rejects.toMatchObject({ code: 'git/not-a-repository', details: { folder } });
    await expect(open(join(folder, 'gone'))).rejects.toMatchObject({ code: 'git/not-a-repository' });
    await expect(open(folder, { git: join(folder, 'no-git') })).rejects.toMatchObject({
      code: 'git/not-found',
      details: { tried: join(folder, 'no-git') },
    });
    const old = join(folder, 'old git');
    await writeFile(old, '#!/bin/sh\necho git version 2.37.1\n');
    await chmod(old, 0o755);
    await expect(open(folder, { git: old })).rejects.toMatchObject({
      code: 'git/too-old',
      details: { found: '2.37.1', needed: '2.38' },
    });
  });

  test('a bare repository is refused, from outside and from inside', async () => {
    const folder = await temporaryFolder();
    await openGitRepo(folder).git('init', '-q', '--bare', 'bare.git');
    await expect(open(join(folder, 'bare.git'))).rejects.toMatchObject({ code: 'git/bare' });
    const repo = await gitRepo({ a: 'a' });
    await expect(open(join(repo.root, '.git'))).rejects.toMatchObject({ code: 'git/bare' });
  });

  test('home, desktop and temp root are refused, exactly these: what lies below them is not', async () => {
    const home = await temporaryFolder();
    const env = { ...gitEnvironment(), HOME: home };
    await mkdir(join(home, 'Desktop'));
    for (const [folder, what] of [
      [home, 'home'],
      [join(home, 'Desktop'), 'desktop'],
    ] as const) {
      await gitRepo({ a: 'a' }, { parent: folder, name: '.' });
      await expect(open(folder, { env })).rejects.toMatchObject({
        code: 'repo/forbidden-folder',
        details: { folder, what },
      });
    }
    await expect(open(home, { env: { ...gitEnvironment(), TMPDIR: home } })).rejects.toMatchObject({
      details: { what: 'temp root' },
    });
    const below = await gitRepo({ a: 'a' }, { parent: home, name: 'project' });
    expect(await open(below.root, { env })).toBe(below.root);
  });

  test.runIf(process.getuid?.() === 0)(
    "a folder of somebody else is refused with git's own remedy",
    async () => {
      const repo = await gitRepo({ a: 'a' });
      await chown(repo.root, 12_345, 12_345);
      await chown(join(repo.root, '.git'), 12_345, 12_345);
      await expect(open(repo.root)).rejects.toMatchObject({
        code: 'git/dubious-ownership',
        details: { folder: repo.root, remedy: `git config --global --add safe.directory ${repo.root}` },
      });
    },
  );

  test('linked worktrees and submodules know their main working tree and what they share', async () => {
    const lib = await gitRepo({ 'lib.txt': 'lib' });
    const repo = await gitRepo({ a: 'a' });
    await repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', lib.root, 'vendor/lib');
    await repo.git('worktree', 'add', '-q', '--detach', '../linked');
    const linked = await openTestRepository(repo, { folder: join(repo.root, '../linked') });
    expect({
      root: linked.repository.root,
      main: linked.repository.mainRoot,
      common: linked.repository.commonDir,
    }).toEqual({
      root: await realpath(join(repo.root, '../linked')),
      main: repo.root,
      common: join(repo.root, '.git'),
    });
    const sub = await openTestRepository(repo, { folder: join(repo.root, 'vendor/lib') });
    const root = join(repo.root, 'vendor/lib');
    expect({
      root: sub.repository.root,
      main: sub.repository.mainRoot,
      common: sub.repository.commonDir,
    }).toEqual({ root, main: root, common: join(repo.root, '.git/modules/vendor/lib') });
    expect(await sub.repository.linkedTrees()).toEqual([]);
    expect(await sub.repository.standingOn('refs/heads/main' as RefName)).toEqual([root]);
  });
});
