import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitEnvironment, personEnvironment } from '../../src/git/env.ts';
import type { RepoPath } from '../../src/model/names/ids.ts';
import { gitRepo, type GitRepo } from '../support/gitRepo.ts';
import { captureAll, takeAll, openTestRepository, seen } from '../support/openTestRepository.ts';

const path = (text: string): RepoPath => text as RepoPath;

describe('of the caller’s environment', () => {
  const reaching = [
    'VAULT_PASS',
    'GNUPGHOME',
    'SSH_AUTH_SOCK',
    'SSH_ASKPASS',
    'HTTPS_PROXY',
    'no_proxy',
    'LD_PRELOAD',
    'PREFIX',
    'GIT_ASKPASS',
    'GIT_ATTR_NOSYSTEM',
    'GIT_CONFIG_COUNT',
    'GIT_CONFIG_GLOBAL',
    'GIT_CONFIG_KEY_0',
    'GIT_CONFIG_NOSYSTEM',
    'GIT_CONFIG_PARAMETERS',
    'GIT_CONFIG_SYSTEM',
    'GIT_CONFIG_VALUE_0',
    'GIT_CRYPT_KEY',
    'GIT_DISCOVERY_ACROSS_FILESYSTEM',
    'GIT_LFS_SKIP_SMUDGE',
    'GIT_PROXY_COMMAND',
    'GIT_SSH',
    'GIT_SSH_COMMAND',
    'GIT_SSL_CAINFO',
  ];
  test.each(reaching)('%s reaches git, and the hooks of a commit as the person', (name) => {
    expect(gitEnvironment({ [name]: 'value' }, {})[name]).toBe('value');
    expect(personEnvironment({ [name]: 'value' })[name]).toBe('value');
  });

  const withheld = [
    'GIT_ALTERNATE_OBJECT_DIRECTORIES',
    'GIT_ATTR_SOURCE',
    'GIT_AUTHOR_DATE',
    'GIT_CEILING_DIRECTORIES',
    'GIT_COMMITTER_DATE',
    'GIT_COMMON_DIR',
    'GIT_CONFIG',
    'GIT_DIR',
    'Git_Dir',
    'GIT_EXEC_PATH',
    'GIT_EXTERNAL_DIFF',
    'GIT_FLUSH',
    'GIT_GLOB_PATHSPECS',
    'GIT_GRAFT_FILE',
    'GIT_ICASE_PATHSPECS',
    'GIT_INDEX_FILE',
    'GIT_INDEX_VERSION',
    'GIT_INTERNAL_SUPER_PREFIX',
    'GIT_NAMESPACE',
    'GIT_NOGLOB_PATHSPECS',
    'GIT_OBJECT_DIRECTORY',
    'GIT_PAGER',
    'GIT_PREFIX',
    'GIT_PUSH_OPTION_0',
    'GIT_QUARANTINE_PATH',
    'GIT_REFLOG_ACTION',
    'GIT_REPLACE_REF_BASE',
    'GIT_SEQUENCE_EDITOR',
    'GIT_SHALLOW_FILE',
    'GIT_TEST_DEFAULT_HASH',
    'GIT_TRACE',
    'GIT_TRACE2_EVENT',
    'GIT_WORK_TREE',
    'EDITOR',
    'ELECTRON_RUN_AS_NODE',
    'PAGER',
    'VISUAL',
  ];
  test.each(withheld)('%s does not', (name) => {
    expect(gitEnvironment({ [name]: 'value' }, {})).not.toHaveProperty(name);
    expect(personEnvironment({ [name]: 'value' })).not.toHaveProperty(name);
  });

  test('who commits is said to the commit of the person alone', () => {
    const caller = { GIT_AUTHOR_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.invalid' };
    expect(personEnvironment(caller)).toMatchObject(caller);
    expect(Object.keys(gitEnvironment(caller, {})).filter((name) => /AUTHOR|COMMITTER/.test(name))).toEqual(
      [],
    );
  });

  test('the language is English for what git says, and the person’s for the letters of their filters', () => {
    const env = gitEnvironment({ LC_ALL: 'de_DE.UTF-8', LANG: 'C', LANGUAGE: 'de' }, {});
    expect(env).toMatchObject({
      LC_CTYPE: 'de_DE.UTF-8',
      LANG: 'de_DE.UTF-8',
      LC_MESSAGES: 'C',
      LANGUAGE: 'C',
    });
    expect(env).not.toHaveProperty('LC_ALL');
    expect(gitEnvironment({ LANG: 'de_DE.UTF-8' }, {})).toMatchObject({
      LANG: 'de_DE.UTF-8',
      LC_MESSAGES: 'C',
    });
  });
});

/** What a filter with a password does: rot13 with it, and nothing without. */
const vault = (how: string): string =>
  `test -n "$VAULT_PASS" || exit 1; printf '${how}%s:' "$VAULT_PASS"; tr a-z n-za-m`;

async function vaultRepo(): Promise<GitRepo> {
  const repo = await gitRepo({ '.gitattributes': '*.vault filter=vault\n', plain: 'plain' });
  await repo.git('config', 'filter.vault.clean', vault('locked by '));
  await repo.git(
    'config',
    'filter.vault.smudge',
    'test -n "$VAULT_PASS" && sed "s/^[^:]*://" | tr a-z n-za-m',
  );
  return repo;
}

describe('a filter that needs a password of the person’s environment', () => {
  test('finds it in every git of ours: what a checkpoint holds is what git add stores, and it comes back', async () => {
    const repo = await vaultRepo();
    const opened = await openTestRepository(repo, { env: { VAULT_PASS: 'open' } });
    const at = opened.tree();
    await at.load(await opened.head());
    await repo.write('secret.vault', 'hello');
    const captured = await captureAll(at);
    const stored = await opened.repository.read(captured, path('secret.vault'));
    expect(Buffer.from(stored!).toString()).toBe('locked by open:uryyb');
    expect(await at.normalised(captured, [path('secret.vault')])).toEqual([]);
    expect(await seen(at)).toEqual([]);
    await repo.remove('secret.vault');
    expect(await at.write(await captureAll(at), captured)).toEqual({
      skipped: [],
      unmade: [],
      stayed: [],
      unlike: [],
    });
    expect(await repo.read('secret.vault')).toBe('hello');
  });

  test('and may itself come from the environment', async () => {
    const repo = await gitRepo({ '.gitattributes': '*.up filter=up\n' });
    const config = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'filter.up.clean',
      GIT_CONFIG_VALUE_0: 'tr a-z A-Z',
    };
    const opened = await openTestRepository(repo, {
      env: {
        ...config,
        EDITOR: 'vi',
        GIT_EDITOR: 'vi',
        GIT_PAGER: 'less',
        GIT_SSH_COMMAND: 'ssh -v',
        GIT_TRACE: '1',
      },
    });
    const at = opened.tree();
    await at.load(await opened.head());
    await repo.write('a.up', 'hello');
    const stored = await opened.repository.read(await captureAll(at), path('a.up'));
    expect(Buffer.from(stored!).toString()).toBe('HELLO');
  });
});

describe('a filter that fails', () => {
  const LONG_RUNNING = `
let rest = Buffer.alloc(0);
const send = (...lines) => { for (const line of lines) process.stdout.write(line === null ? '0000' : (line.length + 5).toString(16).padStart(4, '0') + line + '\\n'); };
let stage = 0;
process.stdin.on('data', (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (;;) {
    if (rest.length < 4) return;
    const size = parseInt(rest.toString('latin1', 0, 4), 16);
    if (size > 0 && rest.length < size) return;
    rest = rest.subarray(size || 4);
    if (size > 0) continue;
    stage += 1;
    if (stage === 1) send('git-filter-server', 'version=2', null);
    else if (stage === 2) send('capability=clean', null);
    else if (stage % 2 === 0) send('status=error', null);
  }
});`;

  test.each(['a command', 'a long-running process'])(
    'is never passed by: what was to be locked is in no checkpoint and in no object (%s)',
    async (kind) => {
      const repo = await vaultRepo();
      if (kind !== 'a command') {
        await repo.git('config', '--unset', 'filter.vault.clean');
        const program = join(repo.root, '.git/filter.cjs');
        await repo.write('.git/filter.cjs', LONG_RUNNING);
        await repo.git('config', 'filter.vault.process', `'${process.execPath}' '${program}'`);
      }
      const opened = await openTestRepository(repo);
      const at = opened.tree();
      await at.load(await opened.head());
      await repo.write('new.vault', 'clear text');
      await repo.write('plain', 'changed');
      const { tree: captured, notTaken } = await takeAll(at);
      expect(await opened.repository.entry(captured, path('new.vault'))).toBeNull();
      expect(Buffer.from((await opened.repository.read(captured, path('plain')))!).toString()).toBe(
        'changed',
      );
      expect(notTaken).toEqual([{ path: 'new.vault', why: "its clean filter 'vault' failed" }]);
      const clear = await repo.gitWithInput('clear text', 'hash-object', '--stdin');
      await expect(repo.git('cat-file', '-e', clear)).rejects.toThrow();
    },
  );

  test.each(['true', 'false'])(
    'costs a file that is tracked its last edit, told, and no other (required = %s)',
    async (required) => {
      const repo = await vaultRepo();
      await repo.write('tracked.vault', 'hello');
      await repo.git('config', 'filter.vault.clean', 'cat');
      await repo.commit('two');
      await repo.git('config', 'filter.vault.clean', vault('locked by '));
      await repo.git('config', 'filter.vault.required', required);
      const opened = await openTestRepository(repo);
      const at = opened.tree();
      await at.load(await opened.head());
      const before = await opened.headTree();
      await repo.write('tracked.vault', 'jello');
      await repo.write('plain', 'changed');
      const { tree: captured, notTaken } = await takeAll(at);
      expect(await opened.repository.entry(captured, path('tracked.vault'))).toEqual(
        await opened.repository.entry(before, path('tracked.vault')),
      );
      expect(Buffer.from((await opened.repository.read(captured, path('plain')))!).toString()).toBe(
        'changed',
      );
      expect(notTaken).toEqual([{ path: 'tracked.vault', why: "its clean filter 'vault' failed" }]);
      expect(await seen(at)).toEqual(['modified file tracked.vault']);
      expect(await readFile(join(repo.root, 'tracked.vault'), 'utf8')).toBe('jello');
    },
  );

  test('a driver that only makes files, and has nothing to clean, is as it was', async () => {
    const repo = await gitRepo({ '.gitattributes': '*.up filter=up\n' });
    await repo.git('config', 'filter.up.smudge', 'tr a-z A-Z');
    const opened = await openTestRepository(repo);
    const at = opened.tree();
    await at.load(await opened.head());
    await repo.write('a.up', 'hello');
    const { tree: captured, notTaken } = await takeAll(at);
    expect(Buffer.from((await opened.repository.read(captured, path('a.up')))!).toString()).toBe('hello');
    expect(notTaken).toEqual([]);
  });
});
