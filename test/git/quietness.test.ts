import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RefName, Timestamp } from '../../src/model/names/ids.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';
import { captureAll, openTestRepository, type OpenTestRepository } from '../support/openTestRepository.ts';

const AT = '2026-11-20T10:01:22.000Z' as Timestamp;
const BRANCH = 'refs/heads/cairn/s' as RefName;

/** All that a session does to git: open, capture, publish, a worktree, settle, restore, clean up. */
async function wholeLife(repo: GitRepo, { repository, tree, head }: OpenTestRepository): Promise<void> {
  const base = await head();
  const at = tree();
  await at.load(base);
  await repo.write('a', 'changed');
  const captured = await captureAll(at);
  const commit = await repository.commit({
    tree: captured,
    parents: [base],
    message: 'cairn: one\n',
    at: AT,
  });
  expect(await repository.moveRef(BRANCH, { from: null, to: commit, why: 'opened' })).toBe(true);
  const place = join(repo.root, '../linked');
  await repository.addWorktree(place, commit);
  const linked = tree({ root: place });
  await linked.load(commit);
  await writeFile(join(place, 'new'), 'new');
  const next = await repository.commit({
    tree: await captureAll(linked),
    parents: [commit],
    message: 'cairn: two\n',
    at: AT,
  });
  expect(await repository.moveRef(BRANCH, { from: commit, to: next, why: 'phase' })).toBe(true);
  await linked.reset(next);
  await linked.write(captured, (await repository.commitEntry(base)).tree);
  await repository.removeWorktree(place);
  await repository.moveRef(BRANCH, { from: next, to: null, why: 'delete' });
  await repo.write('a', 'a');
}

async function hook(folder: string, name: string, script: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

const HOOKS = [
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'post-checkout',
  'post-index-change',
  'reference-transaction',
  'pre-auto-gc',
  'post-rewrite',
];

describe('what the user has set up stays out of it', () => {
  test('no hook fires, of the repository or configured, in a whole life of a session', async () => {
    const repo = await gitRepo({ a: 'a' });
    const fired = join(repo.root, '../fired');
    for (const name of HOOKS)
      await hook(join(repo.root, '.git/hooks'), name, `echo "${name}" >> "${fired}"; exit 1`);
    await wholeLife(repo, await openTestRepository(repo));
    await repo.git('config', 'core.hooksPath', '.git/hooks');
    await wholeLife(repo, await openTestRepository(repo));
    await expect(readFile(fired, 'utf8')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('signing, an fsmonitor program, an editor and a pager that would fail or hang are not asked', async () => {
    const repo = await gitRepo({ a: 'a' });
    const trap = await temporaryFolder();
    await hook(trap, 'trap', `echo trapped >> "${trap}/fired"; exit 1`);
    for (const key of [
      'gpg.program',
      'core.fsmonitor',
      'core.editor',
      'core.pager',
      'core.askPass',
      'diff.external',
    ])
      await repo.git('config', key, `${trap}/trap`);
    await repo.git('config', 'commit.gpgsign', 'true');
    const env = {
      EDITOR: `${trap}/trap`,
      PAGER: `${trap}/trap`,
      GIT_ASKPASS: `${trap}/trap`,
      SSH_ASKPASS: `${trap}/trap`,
      GIT_EXTERNAL_DIFF: `${trap}/trap`,
    };
    await wholeLife(repo, await openTestRepository(repo, { env }));
    await expect(readFile(join(trap, 'fired'), 'utf8')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('inherited GIT_ variables lead to no other repository', async () => {
    const repo = await gitRepo({ a: 'a' });
    const other = await gitRepo({ b: 'b' });
    const before = await other.untouchables();
    const env = {
      GIT_DIR: join(other.root, '.git'),
      GIT_WORK_TREE: other.root,
      GIT_INDEX_FILE: join(other.root, '.git/index'),
      GIT_OBJECT_DIRECTORY: join(other.root, '.git/objects'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.bare',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_NAMESPACE: 'elsewhere',
      GIT_CEILING_DIRECTORIES: '/',
    };
    const opened = await openTestRepository(repo, { env });
    expect(opened.repository.root).toBe(repo.root);
    await wholeLife(repo, opened);
    expect(await other.untouchables()).toEqual(before);
  });

  test('nobody needs to be known to git, and nobody is made known', async () => {
    const repo = await gitRepo({ a: 'a' });
    await repo.git('config', '--unset', 'user.name');
    await repo.git('config', '--unset', 'user.email');
    await repo.git('config', 'user.useConfigOnly', 'true');
    const nobody = { GIT_AUTHOR_NAME: '', GIT_AUTHOR_EMAIL: '' };
    const opened = await openTestRepository(repo, { env: nobody });
    expect(await opened.repository.identity()).toBeNull();
    await wholeLife(repo, opened);
    await expect(repo.git('config', 'user.name')).rejects.toThrow();
    const inCi = await openTestRepository(repo, {
      env: { GIT_AUTHOR_NAME: 'Ci', GIT_AUTHOR_EMAIL: 'ci@example.invalid' },
    });
    expect(await inCi.repository.identity()).toEqual({ name: 'Ci', email: 'ci@example.invalid' });
  });

  test('HEAD, index, stash, config and branches are the same bytes after a whole life of a session', async () => {
    const repo = await gitRepo({ a: 'a', b: 'b' });
    await repo.git('config', 'branch.autoSetupMerge', 'always');
    await repo.git('config', 'branch.autoSetupRebase', 'always');
    await repo.write('b', 'stashed');
    await repo.git('stash', '--quiet');
    await repo.write('b', 'staged');
    await repo.git('add', 'b');
    const opened = await openTestRepository(repo);
    const before = await repo.untouchables();
    await wholeLife(repo, opened);
    expect(await repo.untouchables()).toEqual(before);
  });

  test("replace refs and the user's formats do not change what is read", async () => {
    const repo = await gitRepo({ a: 'a' });
    const first = await repo.git('rev-parse', 'HEAD');
    await repo.write('a', 'second');
    const second = await repo.commit('second');
    const { repository, head } = await openTestRepository(repo);
    const before = [await repository.history(await head()), await repository.refs(['refs/heads'])];
    await repo.git('replace', second, first);
    for (const [key, value] of [
      ['log.showSignature', 'true'],
      ['trailer.separators', '%'],
      ['log.date', 'relative'],
      ['i18n.logOutputEncoding', 'latin1'],
      ['format.pretty', 'oneline'],
      ['log.mailmap', 'true'],
    ] as const)
      await repo.git('config', key, value);
    const again = await openTestRepository(repo);
    expect([
      await again.repository.history(await head()),
      await again.repository.refs(['refs/heads']),
    ]).toEqual(before);
  });
});
