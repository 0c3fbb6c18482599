import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { linkedTree } from '../support/atTip.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { ground, makesOut, workflow } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { DEMO, stageAround, takeSeat } from '../support/session.ts';
import { startedGround } from '../support/startedGround.ts';

const sh = (cwd: string, script: string): void =>
  void execFileSync('sh', ['-ec', script], { cwd, stdio: 'pipe' });

describe('a repository that lies in an odd place', () => {
  it('a line break in its path: one sentence, and nothing is written', async () => {
    const repo = await gitRepo({ 'a.txt': 'a\n' }, { name: 'two\nlines' });
    const { details } = await refusal(takeSeat(repo), 'repo/forbidden-folder');
    expect(errorSentence('repo/forbidden-folder', details).message).toContain('a line break in its path');
    expect(await repo.look('.git/cairn')).toBeNull();
  });

  it('its git directory is kept elsewhere: the same from the tree and from the worktree', async () => {
    const repo = await gitRepo({
      'a.txt': 'a\n',
      '.cairn/workflows/flow.yaml': workflow(
        'phases:\n  - {id: one, artifacts: [out.md], approval: required}\n',
      ),
    });
    sh(repo.root, 'git init -q --separate-git-dir ../kept .');
    const world = await stageAround(repo, { plays: makesOut });
    expect(await world.start()).toMatchObject({ reason: 'waiting' });
    const { api: inside } = await world.seat({ folder: `${repo.root}.worktrees/${DEMO}` });
    expect(await inside.approve(DEMO, null, null)).toMatchObject({ state: 'done' });
    expect((await inside.verify(DEMO))[0]?.violations).toEqual([]);
    expect(dirname(await inside.path(DEMO))).toBe(`${repo.root}.worktrees`);
  });
});

it('`worktree.copy` of a link or a folder is told as that, and what is missing as missing', async () => {
  const world = await ground({
    flow: workflow(
      'worktree: {copy: [link, folder, missing]}\nphases:\n  - {id: one, artifacts: [out.md]}\n',
    ),
    files: { '.gitignore': 'link\nfolder\nmissing\n' },
  });
  sh(world.repo.root, 'ln -s a.txt link; mkdir folder; touch folder/x');
  expect(await world.start()).toMatchObject({ reason: 'completed' });
  const told = world.told().filter((line) => line.includes('to be copied'));
  expect(told).toEqual([
    'link is to be copied into the worktree, but it is a link or a folder, or lies behind a link: only files are copied.',
    'folder is to be copied into the worktree, but it is a link or a folder, or lies behind a link: only files are copied.',
    'missing is to be copied into the worktree, but there is no such file.',
  ]);
});

it.each(['../beside', '/etc/hostname', 'a/../../beside', '.git/config', 'sub/.GIT/hooks/x'])(
  '`worktree.copy: [%s]` is refused before anything begins, with the line',
  async (path) => {
    const world = await ground({
      flow: workflow(
        `worktree: {copy: [${JSON.stringify(path)}]}\nphases:\n  - {id: one, artifacts: [out.md]}\n`,
      ),
    });
    const { details } = await refusal(world.start(), 'workflow/invalid');
    expect(details.problems[0]).toMatchObject({ file: '.cairn/workflows/flow.yaml', line: 4 });
    expect(await world.api.list()).toEqual([]);
  },
);

it('`worktree.copy` reads nothing through a link out of the repository', async () => {
  const world = await ground({
    flow: workflow('worktree: {copy: [out/secret.txt]}\nphases:\n  - {id: one, artifacts: [out.md]}\n'),
    files: { '.gitignore': 'out\n' },
  });
  sh(world.repo.root, 'mkdir ../outside; echo mine > ../outside/secret.txt; ln -s ../outside out');
  expect(await world.start()).toMatchObject({ reason: 'completed' });
  expect(world.told().filter((line) => line.includes('out/secret.txt'))).toEqual([
    'out/secret.txt is to be copied into the worktree, but it is a link or a folder, or lies behind a link: only files are copied.',
  ]);
  expect(await linkedTree(world).look('out')).toBeNull();
});

it.each([
  ['moved with git', 'git worktree move', true],
  ['moved by hand', 'mv', false],
])(
  'a worktree that was %s, with work in it: the session goes on, and the work is there',
  async (_how, move, followed) => {
    const world = await startedGround({
      flow: workflow(
        'phases:\n  - {id: one, artifacts: [out.md], approval: required}\n  - {id: two, artifacts: [out.md]}\n',
      ),
    });
    const aside = `${world.repo.root}-aside`;
    sh(linkedTree(world).root, 'echo mine > mine.txt');
    sh(world.repo.root, `${move} ${linkedTree(world).root} ${aside}`);
    await world.api.approve(DEMO, null, null);
    expect(await world.resume()).toMatchObject({ reason: 'completed' });
    expect(await world.api.path(DEMO)).toBe(followed ? aside : linkedTree(world).root);
    sh(aside, 'grep -q mine mine.txt');
    expect((await world.api.verify(DEMO))[0]?.violations).toEqual([]);
  },
);
