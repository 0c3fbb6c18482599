import { terminalNotice } from '../../src/cli/output/terminalNotice.ts';
import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import { forbiddenFolder } from '../../src/git/forbiddenFolder.ts';
import { errorSentence } from '../../src/cli/output/errorSentence.ts';
import { gitEnvironment, gitRepo, openGitRepo, temporaryFolder } from '../support/gitRepo.ts';
import { ground, makesOut, TWO_PHASES } from '../support/ground.ts';
import { refusal } from '../support/refusal.ts';
import { stageAround, START, takeSeat, type Seat, type Stage } from '../support/session.ts';
import { differences, snapshot } from '../support/snapshot.ts';
import { byDepth } from '../support/thorough.ts';

/** Runs something that must be refused, and sees that nothing at all was written. */
async function untouched<T>(world: Stage, act: () => Promise<T>): Promise<T> {
  const before = await snapshot(world.repo.root);
  const result = await act();
  expect(differences(before, await snapshot(world.repo.root))).toEqual([]);
  return result;
}

const opened = (folder: string, env: NodeJS.ProcessEnv = {}): Promise<Seat> =>
  takeSeat(openGitRepo(folder), { env: { ...gitEnvironment(), ...env } });

describe('places that Cairn does not work in', () => {
  it('[A8] refuses a repository without a commit, naming the folder, and writes nothing', async () => {
    const repo = await gitRepo();
    await repo.write('.cairn/workflows/flow.yaml', TWO_PHASES);
    const world = await stageAround(repo, { plays: makesOut });
    for (const how of [{}, { inPlace: true }, { withChanges: true }]) {
      const error = await untouched(world, () => refusal(world.start(how), 'git/no-commit'));
      expect(error.details).toEqual({ folder: repo.root });
      expect(exitOfError(error.code)).toBe(8);
      const { hint } = errorSentence(error.code, error.details);
      expect(hint).toContain('git add -A && git commit -m');
    }
  });

  it('[A8] says that there is no commit before it looks for the workflow', async () => {
    const world = await stageAround(await gitRepo(), { plays: makesOut });
    await refusal(world.start(), 'git/no-commit');
  });

  it('[A28] refuses exactly home, file system root, desktop and temp root, and works below them', async () => {
    const home = await temporaryFolder();
    const desktop = await gitRepo({ a: 'a\n' }, { parent: home, name: 'Desktop' });
    const below = await gitRepo({ a: 'a\n' }, { parent: desktop.root, name: 'project' });
    const inHome = await gitRepo({ a: 'a\n' }, { parent: home, name: '.' });
    const temp = await gitRepo({ a: 'a\n' }, { parent: home, name: 'temp' });
    const env = { HOME: home, TMPDIR: temp.root };
    for (const [repo, what] of [
      [inHome, 'home'],
      [desktop, 'desktop'],
      [temp, 'temp root'],
    ] as const) {
      const error = await refusal(opened(repo.root, env), 'repo/forbidden-folder');
      expect(error.details).toEqual({ folder: repo.root, what });
    }
    expect(await (await opened(below.root, env)).api.list()).toEqual([]);
    expect(await forbiddenFolder('/', env)).toBe('file system root');
  });

  it('[A28] refuses home by whatever name: through a link, and from a folder below it that is no repository of its own', async () => {
    const folder = await temporaryFolder();
    const home = await gitRepo({ 'work/a': 'a\n' }, { parent: folder, name: 'home' });
    await symlink(home.root, join(folder, 'link'));
    const env = { HOME: join(folder, 'link') };
    for (const place of [home.root, join(folder, 'link'), join(home.root, 'work')]) {
      await refusal(opened(place, env), 'repo/forbidden-folder');
    }
  });

  it('refuses a folder without git, and one that is not there', async () => {
    const folder = await temporaryFolder();
    expect((await refusal(opened(folder), 'git/not-a-repository')).details).toEqual({ folder });
    await refusal(opened(join(folder, 'gone')), 'git/not-a-repository');
  });

  it('refuses a bare repository and the inside of .git', async () => {
    const repo = await gitRepo({ a: 'a\n' });
    const bare = join(repo.root, '..', 'bare.git');
    await repo.git('clone', '-q', '--bare', '.', bare);
    await refusal(opened(bare), 'git/bare');
    await refusal(opened(join(repo.root, '.git')), 'git/bare');
  });

  it('says that there is no git, and that a git is too old', async () => {
    const repo = await gitRepo({ a: 'a\n' });
    const folder = await temporaryFolder();
    expect((await refusal(opened(repo.root, { PATH: folder }), 'git/not-found')).details).toEqual({
      tried: 'git',
    });
    const old = join(folder, 'git');
    await writeFile(old, '#!/bin/sh\necho git version 2.37.9\n');
    await chmod(old, 0o755);
    const error = await refusal(
      opened(repo.root, { PATH: `${folder}:${process.env['PATH']}` }),
      'git/too-old',
    );
    expect(error.details).toEqual({ found: '2.37.9', needed: '2.38' });
  });

  it.skipIf(process.getuid?.() !== 0)(
    "gives git's own remedy for a repository of somebody else",
    async () => {
      const repo = await gitRepo({ a: 'a\n' });
      await chown(repo.root, 12_345, 12_345);
      await chown(join(repo.root, '.git'), 12_345, 12_345);
      const error = await refusal(opened(repo.root), 'git/dubious-ownership');
      expect(error.details).toEqual({
        folder: repo.root,
        remedy: `git config --global --add safe.directory ${repo.root}`,
      });
    },
  );
});

describe('work of git that is in progress', () => {
  const conflicted = async (): Promise<Stage> => {
    const world = await ground();
    const { repo } = world;
    await repo.git('checkout', '-q', '-b', 'other');
    await repo.write('a.txt', 'theirs\n');
    await repo.commit('theirs');
    await repo.git('checkout', '-q', 'main');
    await repo.write('a.txt', 'between\n');
    await repo.commit('between');
    await repo.write('a.txt', 'ours\n');
    await repo.commit('ours');
    return world;
  };
  const fails = async (run: Promise<unknown>): Promise<void> => {
    await run.then(
      () => expect.fail('git was to stop with a conflict'),
      () => {},
    );
  };

  const begun: readonly (readonly [operation: string, begin: (world: Stage) => Promise<unknown>])[] = [
    ['merge', ({ repo }) => fails(repo.git('merge', 'other'))],
    ['rebase', ({ repo }) => fails(repo.git('rebase', 'other'))],
    ['cherry-pick', ({ repo }) => fails(repo.git('cherry-pick', 'other'))],
    ['revert', ({ repo }) => fails(repo.git('revert', '--no-edit', 'HEAD~1'))],
    ['bisect', ({ repo }) => repo.git('bisect', 'start', 'HEAD', 'HEAD~1')],
  ];

  for (const { rows, options } of byDepth(begun, ([operation]) => operation === 'merge'))
    it.each(rows)(
      'refuses to capture during a %s, and tells a worktree session of it',
      options,
      async (operation, begin) => {
        const world = await conflicted();
        await begin(world);
        for (const how of [{ inPlace: true }, { withChanges: true }]) {
          const error = await untouched(world, () => refusal(world.start(how), 'git/busy'));
          expect(error.details).toEqual({ operation, folder: world.repo.root });
        }
        const preview = await world.api.previewStart({ ...START, request: 'x', id: null });
        expect(preview.told.map(terminalNotice).join()).toContain(operation);
        const before = await world.repo.untouchables();
        expect(await world.start()).toMatchObject({ reason: 'completed' });
        expect(world.told().join()).toContain(`A ${operation} is in progress`);
        const after = await world.repo.untouchables();
        expect({ ...after, branches: '' }).toEqual({ ...before, branches: '' });
      },
    );

  it('refuses unmerged files whatever left them there, naming them', async () => {
    const world = await conflicted();
    await fails(world.repo.git('merge', 'other'));
    await world.repo.remove('.git/MERGE_HEAD');
    for (const how of [{ inPlace: true }, { withChanges: true }]) {
      const error = await untouched(world, () => refusal(world.start(how), 'git/unmerged'));
      expect(error.details).toEqual({ files: ['a.txt'] });
    }
    const told = (await world.api.previewStart({ ...START, request: 'x', id: null })).told;
    expect(told.map(terminalNotice).join()).toContain('a.txt');
  });
});

describe('the place of the worktree', () => {
  it('refuses a place that holds something, and uses an empty folder', async () => {
    const world = await ground();
    const place = `${world.repo.root}.worktrees/demo`;
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'mine'), 'mine\n');
    const error = await untouched(world, () => refusal(world.start(), 'repo/worktree-place'));
    expect(error.details.path).toBe(place);
    await openGitRepo(place).remove('mine');
    expect(await world.start()).toMatchObject({ reason: 'completed' });
  });

  it('refuses a file where the folder of worktrees should be, before the session is there', async () => {
    const world = await ground();
    await writeFile(`${world.repo.root}.worktrees`, 'a file\n');
    await untouched(world, () => refusal(world.start(), 'repo/worktree-place'));
    expect(await world.api.list()).toEqual([]);
  });

  it('refuses a .cairn that is a link or a file, before the session is there', async () => {
    for (const make of [
      (world: Stage) => world.repo.link('.cairn', 'elsewhere'),
      (world: Stage) => world.repo.write('.cairn', 'a file\n'),
    ]) {
      const world = await ground();
      await world.repo.write('elsewhere/w.yaml', TWO_PHASES);
      await world.repo.remove('.cairn');
      await make(world);
      for (const inPlace of [true, false]) {
        await untouched(world, () =>
          refusal(
            world.start({
              workflow: join(world.repo.root, 'elsewhere/w.yaml'),
              inPlace,
              withChanges: !inPlace,
            }),
            'machine/cannot-write',
          ),
        );
      }
      await world.repo.commit('committed like that');
      await untouched(world, () =>
        refusal(world.start({ workflow: join(world.repo.root, 'elsewhere/w.yaml') }), 'machine/cannot-write'),
      );
      expect(await world.api.list()).toEqual([]);
    }
  });
});
