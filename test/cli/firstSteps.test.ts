import { spawnSync } from 'node:child_process';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
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
  const start = 'cairn start feature "…"';

  run('git', 'init', '-q');
  const first = cairn('init');
  expect(first).toContain(
    'No tests of this project were found. No file that says so is here: package.json, ',
  );
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
  expect(start('fetaure', 'x')).toContain('There are: feature, fix, refactor, review.');
  expect(start('feature', 'x', '--request', 'y')).toContain('give one of the two');
  expect(start('feature')).toContain('say what is to be done');
  expect(start('feature', '--request', 'x', '--by-hand', '--id', '-no-')).toContain('-no-');
  expect(await readdir(join(folder, '.git'))).not.toContain('cairn');
});

/** A repository without a commit, and `cairn` in it. */
async function fresh(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent-home', GIT_CONFIG_GLOBAL: '/dev/null' };
  spawnSync('git', ['init', '-q'], { cwd: folder, env });
  return {
    folder,
    cairn: (...words: readonly string[]) =>
      spawnSync(process.execPath, [cli(), ...words], { cwd: folder, env, encoding: 'utf8' }),
  };
}

test('init says what it found, where, what it left out, how to change it, and what to type next', async () => {
  const scripts = { lint: 'eslint . --fix', test: 'node --test' };
  const { folder, cairn } = await fresh({
    'package.json': JSON.stringify({ scripts, dependencies: { a: '1' } }, null, 2),
    'yarn.lock': '',
    '.gitignore': 'node_modules\n',
  });
  const { stdout } = cairn('init', '--from', 'fix');
  expect(stdout)
    .toBe(`✓ Wrote .cairn/workflows/fix.yaml: reproduce, fix (checked), verify (checked; may send back to fix). It is yours to change.

Read from the files of this repository:
· Set up with yarn install --frozen-lockfile (yarn.lock).
· Checked with yarn test (package.json:4).
! Left out: yarn run lint (package.json:3). It changes the files that it checks.
These are below "setup" and "checks" in .cairn/workflows/fix.yaml. Change them there.

Next
  git add -A && git commit -m "First commit"   a session starts from a commit
  cairn doctor --agents                        no coding agent is here: what installs one
  cairn start fix "…"                          then runs it: say between the quotes what you want
`);
  const written = await readFile(join(folder, '.cairn/workflows/fix.yaml'), 'utf8');
  expect(written.match(/- run: yarn test {3}# package\.json$/gm)).toHaveLength(2);
  expect(JSON.parse(cairn('init', '--json').stdout)).toMatchObject({
    workflow: 'feature',
    created: true,
    tests: 'yarn test',
    project: { setup: [{ run: 'yarn install --frozen-lockfile' }], doubts: [{ doubt: 'changes-files' }] },
  });
});

test('init leaves a workflow of that name alone, whatever it is called, and knows no other than those that come with Cairn', async () => {
  const { folder, cairn } = await fresh({});
  await mkdir(join(folder, '.cairn/workflows'), { recursive: true });
  await writeFile(join(folder, '.cairn/workflows/fix.yml'), 'mine\n');
  expect(cairn('init', '--from', 'fix').stdout).toContain(
    '.cairn/workflows/fix.yml is there already and was left as it is.',
  );
  expect(await readdir(join(folder, '.cairn/workflows'))).toEqual(['fix.yml']);
  expect(cairn('init', '--from', '../fix')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('there are feature, fix, refactor, review') as unknown,
  });
});

test('init writes nothing through a link that a repository has in the place of a folder', async () => {
  const { folder, cairn } = await fresh({});
  const elsewhere = await temporaryFolder();
  await symlink(elsewhere, join(folder, '.cairn'));
  const { status, stderr } = cairn('init');
  expect([status === 0, stderr]).toEqual([false, expect.stringContaining('link')]);
  expect(await readdir(elsewhere)).toEqual([]);
});

test('a workflow that comes with Cairn is started without init, by its name and a sentence', async () => {
  const { folder, cairn } = await fresh({
    'package.json': JSON.stringify({ scripts: { test: 'exit 1 || x' } }),
  });
  const git = (...words: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('add', '-A');
  git('commit', '-q', '-m', 'First');
  // No agent is here: that is said before anything is made.
  const alone = cairn('start', 'fix', 'Dates are wrong', '--id', 'dates');
  expect(alone).toMatchObject({
    status: 8,
    stderr: expect.stringMatching(
      /^cairn: Nobody is here to do reproduce, fix, verify \(no known agent on PATH; .*\)\. Nothing was made\.\nInstall one, such as: npm install .*\nOthers: cairn doctor --agents\nOr do the phases yourself: cairn start … --by-hand\n$/,
    ) as unknown,
  });
  expect(await readdir(join(folder, '.git'))).not.toContain('cairn');
  expect(git('branch', '--list', 'cairn/*').stdout).toBe('');
  const { status, stdout } = cairn('start', 'fix', 'Dates are wrong', '--id', 'dates', '--by-hand');
  // It waits for a person.
  expect(status).toBe(3);
  expect(stdout).toMatch(
    /^· You do the work yourself \(no known agent on PATH; .*\)\.\n· By Cairn's workflow fix /,
  );
  expect(git('show', 'cairn/dates:.cairn/sessions/dates/REQUEST.md').stdout).toBe('Dates are wrong\n');
  expect(git('show', 'cairn/dates:.cairn/sessions/dates/workflow.yaml').stdout).toContain(
    '- run: npm test   # package.json\n',
  );
  expect(git('status', '--porcelain').stdout).toBe('');
});
