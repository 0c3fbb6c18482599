import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRepository } from '../../src/git/openRepository.ts';
import { ownMark } from '../../src/host/processMark.ts';
import type { RefName, Timestamp } from '../../src/model/names/ids.ts';
import { gitRepo, openGitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';
import { silentLog } from '../support/silentLog.ts';
import { threeTrees, type ThreeSides } from '../support/threeTrees.ts';
import { A, B, FAR, lines } from './mergeRow.ts';

const APART: ThreeSides = { base: { 'd/f': lines() }, ours: { 'd/f': A }, theirs: { 'd/f': FAR } };
const CLASH: ThreeSides = { base: { f: lines() }, ours: { f: A }, theirs: { f: B } };
const AT = '2026-11-20T10:00:00.000Z' as Timestamp;

const scratchIn = async (repo: GitRepo): Promise<readonly string[]> =>
  (await readdir(join(repo.root, '.git/objects'))).filter((name) => name.startsWith('tmp_'));

/** A program called git that does this before it is git. */
async function gitAfter(script: string): Promise<string> {
  const program = join(await temporaryFolder(), 'git');
  await writeFile(program, `#!/bin/sh\n${script}\nexec git "$@"\n`);
  await chmod(program, 0o755);
  return program;
}

describe('the git directory of a merge', () => {
  test('is gone after a merge, a conflict and a failure', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository } = await openTestRepository(repo);
    for (const sides of [APART, CLASH]) {
      const { base, ours, theirs } = await threeTrees(repository, sides);
      await repository.merge(base, ours, theirs);
      expect(await scratchIn(repo)).toEqual([]);
    }
    const git = await gitAfter(`case "$*" in *merge-tree*) echo "fatal: no" >&2; exit 128;; esac`);
    const failing = await openRepository(repo.root, { log: silentLog, env: repo.env, git });
    onTestFinished(() => failing.dispose());
    const { base, ours, theirs } = await threeTrees(failing, APART);
    await expect(failing.merge(base, ours, theirs)).rejects.toMatchObject({ code: 'git/failed' });
    expect(await scratchIn(repo)).toEqual([]);
  });

  test('that a killed process left goes with the next merge; one whose owner lives or cannot be seen stays', async () => {
    const repo = await gitRepo({ a: 'a' });
    const { repository } = await openTestRepository(repo);
    const { base, ours, theirs } = await threeTrees(repository, APART);
    const killing = await gitAfter('case "$*" in *merge-tree*) kill -9 $PPID;; esac');
    const program = fileURLToPath(new URL('mergeProgram.ts', import.meta.url));
    const args = [program, repo.root, killing, base, ours, theirs];
    const ended = promisify(execFile)(process.execPath, args, { env: repo.env });
    await expect(ended).rejects.toMatchObject({ signal: 'SIGKILL' });
    expect(await scratchIn(repo)).toHaveLength(1);
    const stays = [ownMark(), `${'0'.repeat(8)}${ownMark().slice(8)}`].map(
      (mark) => `tmp_objdir-cairn-merge-${process.pid}-${mark}-abcdef`,
    );
    for (const name of stays) await mkdir(join(repo.root, '.git/objects', name));
    await repository.merge(base, ours, theirs);
    expect((await scratchIn(repo)).toSorted()).toEqual(stays.toSorted());
  });

  test('gives the repository what was merged, each object on disk before a ref moves, and none of its own commits', async () => {
    const repo = await gitRepo({ a: 'a' });
    const flushed = new Set<string>();
    const repository = await openRepository(repo.root, {
      log: silentLog,
      env: repo.env,
      flush: async (file) => void flushed.add(`${basename(dirname(file))}${basename(file)}`),
    });
    const head = (await repository.resolve('HEAD'))!;
    const { base, ours, theirs } = await threeTrees(repository, APART);
    const merged = await repository.merge(base, ours, theirs);
    if (!('tree' in merged)) throw new Error('it did not merge');
    const commit = await repository.commit({ tree: merged.tree, parents: [head], message: 'm\n', at: AT });
    const ref = 'refs/heads/merged' as RefName;
    expect(await repository.moveRef(ref, { from: null, to: commit, why: 'test' })).toBe(true);
    await repository.dispose();
    const made = (await repo.git('rev-list', '--objects', '--no-object-names', ref, '--not', 'main')).split(
      '\n',
    );
    // Commit, two trees, the file.
    expect(made).toHaveLength(4);
    expect(made.filter((id) => !flushed.has(id))).toEqual([]);
    expect(await repo.git('fsck', '--strict', '--no-dangling', '--no-progress')).toBe('');
    const kinds = await repo.git('cat-file', '--batch-all-objects', '--batch-check=%(objecttype)');
    expect(kinds.split('\n').filter((kind) => kind === 'commit')).toHaveLength(2);
  });

  test.skipIf(process.platform === 'win32')(
    'stores for everybody in a repository that a group shares',
    async () => {
      const repo = await gitRepo({ a: 'a' });
      const objects = join(repo.root, '.git/objects');
      await chmod(objects, 0o2775);
      const { repository } = await openTestRepository(repo);
      const { base, ours, theirs } = await threeTrees(repository, APART);
      const merged = await repository.merge(base, ours, theirs);
      const tree = 'tree' in merged ? merged.tree : '';
      expect((await stat(join(objects, tree.slice(0, 2)))).mode & 0o7777).toBe(0o2775);
      expect((await stat(join(objects, tree.slice(0, 2), tree.slice(2)))).mode & 0o777).toBe(0o444);
    },
  );

  test('fetches for a partial clone what the merge needs', async () => {
    const repo = await gitRepo({ f: lines(), g: lines('g'), k: 'k' });
    await repo.git('config', 'uploadpack.allowFilter', 'true');
    await repo.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    await repo.git('branch', 'base');
    await repo.write('f', A);
    await repo.remove('g');
    await repo.write('moved', lines('g', { 3: 'A' }));
    await repo.commit('ours');
    await repo.git('checkout', '-q', '-b', 'theirs', 'base');
    await repo.write('f', FAR);
    await repo.write('g', lines('g', { 15: 'far' }));
    await repo.commit('theirs');
    const root = join(await temporaryFolder(), 'clone');
    await repo.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${repo.root}`, root);
    const { repository } = await openTestRepository(openGitRepo(root));
    const [base, ours, theirs] = await Promise.all(
      ['base', 'main', 'theirs'].map(async (name) => (await repository.resolve(`origin/${name}`))!),
    );
    const merged = await repository.merge(base!, ours!, theirs!);
    const files = 'tree' in merged ? await repository.list(merged.tree, '') : [];
    expect(files.map(({ path }) => path)).toEqual(['f', 'k', 'moved']);
  });
});

test('a merge costs one process, none where each side has files of its own, and one more for a driver of a file that does not merge', async () => {
  const repo = await gitRepo({ a: 'a' });
  const log = join(await temporaryFolder(), 'log');
  const git = await gitAfter(`case "$*" in *cat-file*) ;; *) echo "$*" >> '${log}';; esac`);
  const repository = await openRepository(repo.root, { log: silentLog, env: repo.env, git });
  onTestFinished(() => repository.dispose());
  const calls = async (sides: ThreeSides): Promise<readonly string[]> => {
    const { base, ours, theirs } = await threeTrees(repository, sides);
    await writeFile(log, '');
    await repository.merge(base, ours, theirs);
    const said = (await openGitRepo(dirname(log)).read('log')).split('\n').filter(Boolean);
    return said.map((line) => /merge-tree|check-attr|$/.exec(line)![0] || line);
  };
  expect(await calls(APART)).toEqual(['merge-tree']);
  const own = { base: { f: lines() }, ours: { f: A, 'd/g': 'g' }, theirs: { 'd/h': 'h' } };
  expect(await calls(own)).toEqual([]);
  // It may have been renamed.
  expect(await calls({ ...own, theirs: { f: null, 'd/h': 'h' } })).toEqual(['merge-tree']);
  expect(await calls(CLASH)).toEqual(['merge-tree']);
  const driver = { ...CLASH, base: { ...CLASH.base, '.gitattributes': 'f merge=mine\n' } };
  expect(await calls(driver)).toEqual(['merge-tree', 'check-attr']);
  expect(await calls({ ...APART, theirs: {} })).toEqual([]);
});
