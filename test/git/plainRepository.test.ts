import { execFileSync } from 'node:child_process';
import { appendFile, chown, cp, mkdir, realpath, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPlainRepository, plainCommonDir } from '../../src/git/plainRepository.ts';
import { gitEnvironment, gitRepo, openGitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';

type Made = (repo: GitRepo) => Promise<string>;

/** What git says of a folder, as `findPlainRepository` would say it. */
function asked(folder: string): unknown {
  const words = ['--git-dir', '--git-common-dir', '--show-object-format', '--show-toplevel'];
  const out = execFileSync('git', ['rev-parse', '--path-format=absolute', ...words], {
    cwd: folder,
    env: gitEnvironment(),
    encoding: 'utf8',
  });
  const [gitDir, commonDir, format, root] = out.split('\n');
  return { root, gitDir, commonDir, format };
}

const config =
  (...words: readonly string[]): Made =>
  async (repo) => {
    await repo.git('config', ...words);
    return repo.root;
  };

describe('what is read from git’s own files is what git says', () => {
  const layouts: Readonly<Record<string, Made>> = {
    'the root': async ({ root }) => root,
    'a folder far below': async ({ root }) => join(root, 'deep/er'),
    'a linked working tree': async (repo) => {
      await repo.git('worktree', 'add', '-q', '--detach', '../linked');
      return realpath(join(repo.root, '../linked'));
    },
    'one whose paths are relative': async (repo) => {
      await repo.git('worktree', 'add', '-q', '--detach', '../linked');
      await writeFile(join(repo.root, '../linked/.git'), 'gitdir: ../repo/.git/worktrees/linked\n');
      return realpath(join(repo.root, '../linked'));
    },
    'a git folder elsewhere': async ({ root }) => {
      const folder = await temporaryFolder();
      await openGitRepo(folder).git('init', '-q', `--separate-git-dir=${join(root, '../apart')}`);
      return folder;
    },
    'a repository inside another': async ({ root }) => {
      await openGitRepo(join(root, 'deep')).git('init', '-q');
      return join(root, 'deep/er');
    },
    'ids of SHA-256': async () => {
      const folder = await temporaryFolder();
      await openGitRepo(folder).git('init', '-q', '--object-format=sha256');
      return folder;
    },
    'a path whose link comes before its dots': async ({ root }) => {
      await openGitRepo(root).git('init', '-q', 'meant');
      await mkdir(join(root, 'meant/below'));
      await openGitRepo(root).git('init', '-q', 'other');
      await mkdir(join(root, 'tied'));
      await symlink('../meant/below', join(root, 'tied/link'));
      await rename(join(root, 'other/.git'), join(root, 'tied/.git-other'));
      await rename(join(root, 'meant/.git'), join(root, 'meant/.git-other'));
      await writeFile(join(root, 'tied/.git'), 'gitdir: link/../.git-other\n');
      return join(root, 'tied');
    },
    'a shared folder whose name ends with a space': async (repo) => {
      await repo.git('worktree', 'add', '-q', '--detach', '../linked');
      await cp(join(repo.root, '.git'), join(repo.root, '.git '), { recursive: true });
      await writeFile(join(repo.root, '.git/worktrees/linked/commondir'), `${repo.root}/.git \n`);
      return realpath(join(repo.root, '../linked'));
    },
    'includes and settings of a person': config('include.path', '../.gitconfig'),
    'a detached HEAD': async (repo) => {
      await repo.git('checkout', '-q', '--detach');
      return repo.root;
    },
  };
  test.each(Object.entries(layouts))('%s', async (_name, make) => {
    const folder = await make(await gitRepo({ 'deep/er/file': 'x' }, { name: 'repo' }));
    expect(findPlainRepository(folder, gitEnvironment())).toEqual(asked(folder));
  });

  test('the folder that all working trees share, from behind a link too; nothing where there is none', async () => {
    const { root } = await gitRepo({ 'deep/er/file': 'x' });
    await symlink(join(root, 'deep'), join(root, 'link'));
    expect(plainCommonDir(join(root, 'link/er'), gitEnvironment())).toBe(join(root, '.git'));
    expect(plainCommonDir(await temporaryFolder(), gitEnvironment())).toBeNull();
    expect(plainCommonDir(join(root, 'gone'), gitEnvironment())).toBeNull();
  });
});

describe('what is out of the ordinary is left to git', () => {
  const layouts: Readonly<Record<string, Made>> = {
    'no repository': async () => temporaryFolder(),
    'inside of .git': async ({ root }) => join(root, '.git'),
    'a bare repository': async ({ root }) => {
      await openGitRepo(root).git('init', '-q', '--bare', '../bare.git');
      return realpath(join(root, '../bare.git'));
    },
    'a link in the place of .git': async ({ root }) => {
      await rename(join(root, '.git'), join(root, '../moved'));
      await symlink(join(root, '../moved'), join(root, '.git'));
      return root;
    },
    'a .git that is no repository': async ({ root }) => {
      await mkdir(join(root, 'deep/.git'));
      return join(root, 'deep');
    },
    'a HEAD that git refuses': async ({ root }) => {
      await writeFile(join(root, '.git/HEAD'), 'ref: ../outside\n');
      return root;
    },
    'a .git file that leads nowhere': async ({ root }) => {
      await writeFile(join(root, 'deep/.git'), 'gitdir: /nowhere\n');
      return join(root, 'deep');
    },
    'a working tree that the config names': config('core.worktree', '/tmp'),
    'a bare one by its config': config('core.bare', 'true'),
    'an extension': config('extensions.worktreeConfig', 'true'),
    'a version that is newer': config('core.repositoryFormatVersion', '2'),
    'a shared folder whose name is no text': async (repo) => {
      await repo.git('worktree', 'add', '-q', '--detach', '../linked');
      await cp(join(repo.root, '.git'), join(repo.root, '.git\ufffd'), { recursive: true });
      const name = Buffer.concat([Buffer.from(`${repo.root}/.git`), Buffer.from([0xff, 0x0a])]);
      await writeFile(join(repo.root, '.git/worktrees/linked/commondir'), name);
      return realpath(join(repo.root, '../linked'));
    },
    'a pipe in the place of .git': async ({ root }) => {
      execFileSync('mkfifo', [join(root, 'deep/.git')]);
      return join(root, 'deep');
    },
    'a section below one that decides': async ({ root }) => {
      await appendFile(join(root, '.git/config'), '[core]\n\tbare = true\n[core "x"]\n\tbare = false\n');
      return root;
    },
    'an extension below one that is known': async ({ root }) => {
      const known = '[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tobjectFormat = sha1\n';
      await appendFile(join(root, '.git/config'), `${known}[extensions "x"]\n\tobjectFormat = sha1\n`);
      return root;
    },
    'a key on the line of its section': async ({ root }) => {
      await appendFile(join(root, '.git/config'), '[core] worktree = /tmp\n');
      return root;
    },
    'a value that goes on in the next line': async ({ root }) => {
      await appendFile(join(root, '.git/config'), '[user]\n\tname = x\\\n[core]\n\tworktree = /tmp\n');
      return root;
    },
  };
  test.each(Object.entries(layouts))('%s', async (_name, make) => {
    const folder = await make(await gitRepo({ 'deep/er/file': 'x' }));
    expect(findPlainRepository(folder, gitEnvironment())).toBeNull();
  });

  test('variables that decide where git looks', async () => {
    const { root } = await gitRepo({ a: 'a' });
    for (const name of ['GIT_DISCOVERY_ACROSS_FILESYSTEM', 'GIT_CONFIG_COUNT', 'SUDO_UID'])
      expect(findPlainRepository(root, { ...gitEnvironment(), [name]: '1' }), name).toBeNull();
  });

  test.runIf(process.getuid?.() === 0).each(['.', '.git'])('%s of somebody else', async (of) => {
    const { root } = await gitRepo({ a: 'a' });
    await chown(join(root, of), 12_345, 12_345);
    expect(findPlainRepository(root, gitEnvironment())).toBeNull();
  });
});
