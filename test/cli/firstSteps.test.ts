import { spawnSync } from 'node:child_process';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { temporaryFolder } from '../support/gitRepo.ts';

const cli = builtCairn();

test('init in a new repository leads to the first commit, then to the first session', async () => {
  const folder = await temporaryFolder();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: '/nonexistent-home',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const run = (program: string, ...words: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, env, encoding: 'utf8' });
    return status === 0 ? stdout : `exit ${status}: ${stderr}`;
  };
  const cairn = (...words: readonly string[]): string => run(process.execPath, cli(), ...words);
  const commit = 'git add -A && git commit -m "First commit"';
  const start = 'cairn start feature --request "…"';

  run('git', 'init', '-q');
  const first = cairn('init');
  expect(first).toContain('No tests are run by it');
  expect(first.indexOf(commit)).toBeGreaterThan(0);
  expect(first.indexOf(start)).toBeGreaterThan(first.indexOf(commit));
  const written = await readFile(join(folder, '.cairn/workflows/feature.yaml'), 'utf8');

  run('git', 'config', 'user.email', 'ada@example.org');
  run('git', 'config', 'user.name', 'Ada');
  expect(run('/bin/sh', '-c', commit)).not.toContain('exit');
  const again = cairn('init');
  expect(again).toContain('is there already and was left as it is');
  expect(again).not.toContain(commit);
  expect(await readFile(join(folder, '.cairn/workflows/feature.yaml'), 'utf8')).toBe(written);
  expect(cairn('list')).toContain(start);
});

test('a start that is refused leaves nothing behind, whatever refuses it', async () => {
  const folder = await temporaryFolder();
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent-home', GIT_CONFIG_GLOBAL: '/dev/null' };
  const git = (...words: readonly string[]): void => void spawnSync('git', words, { cwd: folder, env });
  const start = (...words: readonly string[]): string =>
    spawnSync(process.execPath, [cli(), 'start', ...words], { cwd: folder, env, encoding: 'utf8' }).stderr;
  git('init', '-q');
  expect(start('feature', '--request', 'x')).toContain('no commit');
  git(
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.org',
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'First',
  );
  expect(start('feature', '--request', 'x')).toContain('feature');
  spawnSync(process.execPath, [cli(), 'init'], { cwd: folder, env });
  expect(start('feature', '--request', 'x', '--id', '-no-')).toContain('-no-');
  expect(await readdir(join(folder, '.git'))).not.toContain('cairn');
});

test('init names the tests of the project, so that done cannot be said while they fail', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { test: 'node --test' } }));
  await writeFile(join(folder, 'yarn.lock'), '');
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent-home', GIT_CONFIG_GLOBAL: '/dev/null' };
  spawnSync('git', ['init', '-q'], { cwd: folder, env });
  const { stdout } = spawnSync(process.execPath, [cli(), 'init'], { cwd: folder, env, encoding: 'utf8' });
  expect(stdout).toContain('It runs yarn test after implement and after verify');
  const written = await readFile(join(folder, '.cairn/workflows/feature.yaml'), 'utf8');
  expect(written.match(/- run: yarn test/g)).toHaveLength(2);
});
