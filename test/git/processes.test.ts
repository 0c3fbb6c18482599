import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openRepository } from '../../src/git/openRepository.ts';
import type { CommitId, RefName, RepoPath, SessionId, Timestamp } from '../../src/model/names/ids.ts';
import { findSession } from '../../src/session/record/findSession.ts';
import type { World } from '../../src/session/world.ts';
import { gitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { silentLog } from '../support/silentLog.ts';

/** A git that writes down what it was asked. */
async function watchedGit(): Promise<{ readonly program: string; calls(): Promise<readonly string[]> }> {
  const folder = await temporaryFolder();
  const [program, log] = [join(folder, 'git'), join(folder, 'log')];
  await writeFile(program, `#!/bin/sh\necho "$*" >> "${log}"\nexec git "$@"\n`);
  await chmod(program, 0o755);
  return {
    program,
    async calls() {
      const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').filter(Boolean);
      await rm(log, { force: true });
      return lines;
    },
  };
}

/** The command without the config before it. */
const commandOf = (line: string): string =>
  line
    .replaceAll(/-c \S+ /g, '')
    .split(' ')
    .slice(0, 2)
    .join(' ');

/** A second that ends while git makes files costs a process more. */
const withinASecond = (): Promise<unknown> => {
  const gone = Date.now() % 1000;
  return gone < 600 ? Promise.resolve() : sleep(1020 - gone);
};

test('the first look at a working tree that holds the commit costs no process, whether git has just made it or a person works in it', async () => {
  const repo = await gitRepo({ a: 'a', 'd/b': 'b' });
  const git = await watchedGit();
  const repository = await openRepository(repo.root, { log: silentLog, env: repo.env, git: git.program });
  onTestFinished(() => repository.dispose());
  const tip = (await repository.resolve('HEAD'))!;
  const made = join(repo.root, '../made');
  await withinASecond();
  await repository.addWorktree(made, tip);
  for (const [path, text] of [
    ['a', 'a'],
    ['d/b', 'b'],
  ] as const)
    await repo.write(path, text);
  await repo.git('add', '-A');
  await repo.git('commit', '-q', '--allow-empty', '-m', 'same');
  await git.calls();
  for (const root of [made, repo.root]) {
    const index = join(repository.commonDir, `private-${root === made}`);
    const tree = repository.workingTree({ root, index, always: [] });
    await tree.load(tip);
    expect((await git.calls()).map(commandOf)).toEqual([]);
    expect(await tree.pending()).toEqual([]);
    await writeFile(join(root, 'a'), 'b');
    expect((await tree.pending()).map(({ path }) => path)).toEqual(['a']);
    await git.calls();
  }
});

test('a warm checkpoint costs four processes, and each that writes is told to flush', async () => {
  const repo = await gitRepo({ a: 'a', 'd/b': 'b' });
  const git = await watchedGit();
  const repository = await openRepository(repo.root, { log: silentLog, env: repo.env, git: git.program });
  onTestFinished(() => repository.dispose());
  const branch = 'refs/heads/cairn/s' as RefName;
  let tip = (await repository.resolve('HEAD'))!;
  await repository.moveRef(branch, { from: null, to: tip, why: 'opened' });
  const tree = repository.workingTree({
    root: repo.root,
    index: join(repository.commonDir, 'private'),
    always: [],
  });
  await tree.load(tip);

  const checkpoint = async (turn: number): Promise<CommitId> => {
    await repo.write('d/b', `turn ${turn}`);
    const pending = await tree.pending();
    const captured = (await tree.capture(pending.map((entry) => entry.path))).tree;
    expect((await repository.changes(tip, captured)).map((change) => change.path)).toEqual(['d/b']);
    const status = {
      blob: await repository.writeBlob(Buffer.from(`status ${turn}`)),
      mode: '100644' as const,
    };
    const whole = await repository.compose(captured, new Map([['s/STATUS.md' as RepoPath, status]]));
    const commit = await repository.commit({
      tree: whole,
      parents: [tip],
      message: `${turn}\n`,
      at: '2026-11-20T10:01:22.000Z' as Timestamp,
    });
    expect(await repository.moveRef(branch, { from: tip, to: commit, why: 'phase' })).toBe(true);
    await repo.write('s/STATUS.md', `status ${turn}`);
    await tree.load(commit);
    return commit;
  };

  tip = await checkpoint(1);
  await git.calls();
  tip = await checkpoint(2);
  const calls = await git.calls();
  expect(calls.map(commandOf)).toEqual([
    'status --porcelain=v2',
    'update-index -z',
    'update-ref --no-deref',
    // The private index, once the ref has moved.
    'update-index -z',
  ]);
  for (const line of calls) expect(line).toContain('-c core.hooksPath=/dev/null');
  for (const line of calls.filter((call) => !commandOf(call).startsWith('status'))) {
    expect(line).toMatch(
      /-c core\.fsync=(committed,loose-object,reference|pack,pack-metadata,commit-graph,reference) /,
    );
  }
  expect(calls.find((call) => commandOf(call).startsWith('update-ref'))).toContain(
    'core.fsync=committed,loose-object,reference',
  );
});

test('where the branch of a session is costs no process besides the reader', async () => {
  const repo = await gitRepo({ a: 'a' });
  const git = await watchedGit();
  const repository = await openRepository(repo.root, { log: silentLog, env: repo.env, git: git.program });
  onTestFinished(() => repository.dispose());
  await repo.git('update-ref', 'refs/heads/cairn/one', 'HEAD');
  await repo.git('pack-refs', '--all');
  await git.calls();
  const state = { of: () => ({ about: async () => null }) } as unknown as World['state'];
  const { tip } = await findSession({ repository, state }, 'one' as SessionId);
  expect(tip).toBe((await repo.git('rev-parse', 'HEAD')).trim());
  expect((await git.calls()).map(commandOf)).toEqual(['cat-file --batch-command']);
});

test('how much a session added is asked once, also by the next command, until git packs', async () => {
  const repo = await gitRepo({ a: 'a' });
  const git = await watchedGit();
  const env = { ...repo.env, XDG_CACHE_HOME: await temporaryFolder() };
  const base = (await repo.git('rev-parse', 'HEAD')).trim() as CommitId;
  await repo.git('commit', '-q', '--allow-empty', '-m', 'more');
  const tip = (await repo.git('rev-parse', 'HEAD')).trim() as CommitId;
  const ask = async (): Promise<readonly [number | null, boolean]> => {
    const repository = await openRepository(repo.root, { log: silentLog, env, git: git.program });
    const bytes = await repository.addedBytes([tip], [base]);
    await repository.dispose();
    return [bytes, (await git.calls()).some((call) => commandOf(call).startsWith('rev-list'))];
  };
  const [first, asked] = await ask();
  expect([first === null, asked]).toEqual([false, true]);
  expect(await ask()).toEqual([first, false]);
  await repo.git('gc', '-q');
  expect((await ask())[1]).toBe(true);
});
