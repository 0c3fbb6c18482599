import { execFileSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitRepo } from '../support/gitRepo.ts';
import { openTestRepository } from '../support/openTestRepository.ts';

test('what a working tree stands on is read from files: no process, also of a worktree and of conflicts', async () => {
  const repo = await gitRepo({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const { tree } = await openTestRepository(repo);
  const place = join(repo.root, '../linked');
  await repo.git('worktree', 'add', '-q', '--detach', place);
  const trees = [tree(), tree({ root: place })];
  const look = () => Promise.all(trees.map((at) => at.footing()));
  const before = await look();
  let processes = 0;
  const count = (): void => void (processes += 1);
  subscribe('child_process', count);
  expect(await look()).toEqual(before);
  const blob = execFileSync('git', ['rev-parse', 'HEAD:a.txt'], { cwd: repo.root, encoding: 'utf8' }).trim();
  const conflict = [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\ta.txt\n`).join('');
  const entries = `0 ${'0'.repeat(40)}\ta.txt\n${conflict}`;
  execFileSync('git', ['update-index', '--index-info'], { cwd: place, input: entries });
  const synchronous = processes;
  expect((await look()).map(({ unmerged }) => unmerged)).toEqual([[], ['a.txt']]);
  unsubscribe('child_process', count);
  expect(processes).toBe(synchronous);
});

test.each([
  ['version 4', ['-c', 'index.version=4']],
  ['a split index', ['-c', 'core.splitIndex=true']],
])('conflicts in an index of %s are asked of git', async (_what, config) => {
  const repo = await gitRepo({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const { tree } = await openTestRepository(repo);
  await repo.git('switch', '-q', '-c', 'side');
  await repo.write('a.txt', 'side\n');
  await repo.commit('side');
  await repo.git('switch', '-q', 'main');
  await repo.write('a.txt', 'main\n');
  await repo.commit('main');
  await expect(repo.git(...config, 'merge', 'side')).rejects.toThrow();
  expect(await tree().footing()).toMatchObject({ busy: 'merge', unmerged: ['a.txt'] });
});
