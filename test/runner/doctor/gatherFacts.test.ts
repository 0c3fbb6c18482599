import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkUp } from '../../../src/model/machine/checkUp.ts';
import { gatherFacts } from '../../../src/runner/doctor/gatherFacts.ts';
import { gitRepo, temporaryFolder } from '../../support/gitRepo.ts';

/** A program that says a version, and leaves a mark where it was run. */
function program(folder: string, name: string, says = '9.9.9'): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\npwd >> '${path}.ran'\necho '${says}'\n`);
  chmodSync(path, 0o755);
  return path;
}

const ran = (path: string): boolean => existsSync(`${path}.ran`);

/** A machine of its own: nothing of the one that the tests run on but its git. */
async function machine(path: readonly string[] = []) {
  const home = await temporaryFolder();
  return {
    home,
    env: {
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      PATH: [...path, process.env['PATH'] ?? ''].join(delimiter),
    },
  };
}

const at = (path: string, isRestricted = false) => ({ path, isRestricted });

test('of a repository with a commit all is found, and nothing is left in it', async () => {
  const repo = await gitRepo({ 'a.txt': 'a' });
  const bin = await temporaryFolder();
  const { env, home } = await machine([bin]);
  program(bin, 'codex-acp', '1.2.3');
  mkdirSync(join(home, '.codex'));
  writeFileSync(join(home, '.codex', 'auth.json'), '{"a": 1}');
  const before = [readdirSync(join(repo.root, '.git')), readdirSync(join(repo.root, '..'))];
  const facts = await gatherFacts({ env, folder: at(repo.root) });
  expect(facts.folder).toEqual({ kind: 'repository', root: repo.root, hasCommit: true });
  expect(facts.agents).toMatchObject([
    { name: 'codex', version: '1.2.3', login: { is: 'found', by: join(home, '.codex', 'auth.json') } },
  ]);
  expect(facts.auto).toMatchObject({ is: 'agent', name: 'codex' });
  expect(facts.places.map(({ name, refused }) => [name, refused])).toEqual(
    ['repository', 'worktrees', 'cache', 'state', 'settings', 'temporary'].map((name) => [name, null]),
  );
  expect(facts.watching.tookMs).toBeLessThan(3000);
  expect(checkUp(facts).canRun).toBe(true);
  expect([readdirSync(join(repo.root, '.git')), readdirSync(join(repo.root, '..'))]).toEqual(before);
});

test('programs of the repository are not run, whatever PATH and its config say', async () => {
  const repo = await gitRepo({ 'a.txt': 'a' });
  const bin = join(repo.root, 'bin');
  const theirs = ['git', 'claude-agent-acp', 'opencode'].map((name) => program(bin, name));
  const outside = await temporaryFolder();
  symlinkSync(bin, join(outside, 'link'));
  const monitor = program(bin, 'monitor');
  await repo.git('config', 'core.fsmonitor', monitor);
  await repo.git('config', 'core.hooksPath', bin);
  await repo.git('config', 'core.sshCommand', monitor);
  await repo.git('config', 'alias.rev-parse', `!${monitor}`);
  const { env } = await machine(['', '.', 'bin', './bin', bin, join(outside, 'link')]);
  const before = process.cwd();
  process.chdir(repo.root);
  try {
    const facts = await gatherFacts({ env, folder: at(join(repo.root, 'bin')) });
    expect(facts.git.program).not.toContain(repo.root);
    expect(facts.git.isEnough).toBe(true);
    expect(facts.folder).toMatchObject({ kind: 'repository', hasCommit: true });
    expect(facts.agents).toEqual([]);
  } finally {
    process.chdir(before);
  }
  expect([...theirs, monitor].filter(ran)).toEqual([]);
});

test('a program is asked for its version outside of the repository, where no config of it counts', async () => {
  const repo = await gitRepo({ 'a.txt': 'a' });
  const bin = await temporaryFolder();
  const own = program(bin, 'opencode');
  const { env } = await machine([bin]);
  const before = process.cwd();
  process.chdir(repo.root);
  try {
    await gatherFacts({ env, folder: at(repo.root) });
  } finally {
    process.chdir(before);
  }
  expect(readFileSync(`${own}.ran`, 'utf8')).toBe('/\n');
});

test('in Restricted Mode no program is started, and the folder is not looked at', async () => {
  const bin = await temporaryFolder();
  const [git, agent] = [program(bin, 'git', 'git version 2.50.1'), program(bin, 'opencode')];
  const { env } = await machine([bin]);
  const folder = await temporaryFolder();
  const facts = await gatherFacts({ env, folder: at(folder, true) });
  expect([git, agent].filter(ran)).toEqual([]);
  expect(facts).toMatchObject({
    git: { program: git, isAsked: false, version: null },
    agents: [{ name: 'opencode', isAsked: false, version: null }],
    folder: { kind: 'restricted' },
  });
  expect(readdirSync(folder)).toEqual([]);
});

test('without a folder, without git, without a commit, and in no repository each is said', async () => {
  const { env } = await machine();
  expect(await gatherFacts({ env, folder: null })).toMatchObject({ folder: { kind: 'none' } });
  const empty = await temporaryFolder();
  const none = await gatherFacts({ env, folder: at(empty) });
  expect(none.folder).toMatchObject({ kind: 'refused', error: { code: 'git/not-a-repository' } });
  const without = await gatherFacts({ env: { ...env, PATH: empty }, folder: at(empty) });
  expect(without).toMatchObject({ git: { program: null }, folder: { kind: 'refused', error: null } });
  const repo = await gitRepo();
  const unborn = await gatherFacts({ env, folder: at(repo.root) });
  expect(unborn.folder).toMatchObject({ kind: 'repository', hasCommit: false });
  expect((await gatherFacts({ env, folder: at(env.HOME) })).folder).toMatchObject({ kind: 'refused' });
});

test('settings that are wrong are told with their lines, those of the repository, too', async () => {
  const repo = await gitRepo({ '.cairn/config.yaml': 'workflow: 3\n' });
  const { env, home } = await machine();
  mkdirSync(join(home, 'config', 'cairn'), { recursive: true });
  writeFileSync(join(home, 'config', 'cairn', 'agents.yaml'), 'agents: 3\n');
  const { settings, auto, agents } = await gatherFacts({ env, folder: at(repo.root) });
  expect(settings.map(({ file, problems }) => [file, problems[0]?.line])).toEqual([
    [join(home, 'config', 'cairn', 'agents.yaml'), 1],
    ['.cairn/config.yaml', 1],
  ]);
  expect({ auto, agents }).toEqual({ auto: { is: 'refused', error: null }, agents: [] });
});
