import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readIssue } from '../../src/runner/ghIssue.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { refusal } from '../support/refusal.ts';

const ISSUE = {
  title: 'Dates are a day off',
  body: 'In March.',
  url: 'https://github.com/ada/site/issues/12',
  author: { login: 'ada' },
  state: 'OPEN',
};

/** A `gh` that prints this and ends so; it notes how it was called. */
async function gh({ out = '', err = '', exit = 0 }: { out?: string; err?: string; exit?: number }) {
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(folder, 'out'), out);
  await writeFile(join(folder, 'err'), err);
  const notes = `printf '%s\\n' "$PWD" "$@" "prompt:$GH_PROMPT_DISABLED" "tty:$GH_FORCE_TTY" > '${folder}/called'; cat`;
  await writeFile(
    join(bin, 'gh'),
    `#!/bin/sh\n${notes}\ncat '${folder}/out'; cat '${folder}/err' >&2; exit ${exit}\n`,
  );
  await chmod(join(bin, 'gh'), 0o755);
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, GH_FORCE_TTY: '1' };
  return {
    read: (issue = '12') => readIssue(issue, { env, folder }),
    called: async () => (await readFile(join(folder, 'called'), 'utf8')).trim().split('\n'),
    folder,
  };
}

// A script is no program to Windows.
describe.skipIf(process.platform === 'win32')('an issue is read by gh', () => {
  test('in the folder of the repository, without a shell, and nobody is asked', async () => {
    const { read, called, folder } = await gh({ out: JSON.stringify(ISSUE) });
    expect(await read('https://github.com/ada/site/issues/12')).toEqual({
      title: 'Dates are a day off',
      body: 'In March.',
      url: ISSUE.url,
      author: 'ada',
      isOpen: true,
    });
    const [cwd, ...words] = await called();
    expect(cwd?.endsWith(folder)).toBe(true);
    expect(words).toEqual([
      'issue',
      'view',
      'https://github.com/ada/site/issues/12',
      '--json',
      'title,body,url,author,state',
      'prompt:1',
      'tty:',
    ]);
  });

  test('that is closed, and whose author is gone', async () => {
    const { read } = await gh({ out: JSON.stringify({ ...ISSUE, state: 'CLOSED', author: null }) });
    expect(await read()).toMatchObject({ author: 'ghost', isOpen: false });
  });

  // As gh 2.23 says it.
  test.each([
    [
      'GraphQL: Could not resolve to an issue or pull request with the number of 9999. (repository.issue)',
      1,
      { code: 'usage/no-issue', details: { issue: '12', because: 'not-there' } },
    ],
    [
      "GraphQL: Could not resolve to a Repository with the name 'ada/none'. (repository)",
      1,
      { code: 'usage/no-issue', details: { because: 'no-repository' } },
    ],
    [
      "the 'ada/site' repository has disabled issues",
      1,
      { code: 'usage/no-issue', details: { because: 'issues-off' } },
    ],
    ['no git remotes found', 1, { code: 'usage/no-issue', details: { because: 'no-remote' } }],
    [
      'none of the git remotes configured for this repository point to a known GitHub host. To tell gh about a new GitHub host, please use `gh auth login`',
      1,
      { code: 'usage/no-issue', details: { because: 'no-remote' } },
    ],
    [
      'To get started with GitHub CLI, please run:  gh auth login\nAlternatively, populate the GH_TOKEN environment variable with a GitHub API authentication token.',
      4,
      { code: 'machine/gh', details: { because: 'logged-out' } },
    ],
    [
      'HTTP 401: Bad credentials (https://api.github.com/graphql)\nTry authenticating with:  gh auth login',
      1,
      { code: 'machine/gh', details: { because: 'logged-out' } },
    ],
    [
      'error connecting to api.github.com\ncheck your internet connection or https://githubstatus.com',
      1,
      { code: 'machine/gh', details: { because: 'no-network', said: 'error connecting to api.github.com' } },
    ],
    [
      'Post "https://api.github.com/graphql": proxyconnect tcp: dial tcp 127.0.0.1:9: connect: connection refused',
      1,
      { code: 'machine/gh', details: { because: 'no-network' } },
    ],
    ['\u001b[31mboom\u001b[0m', 1, { code: 'machine/gh', details: { because: 'failed' } }],
  ])('or it is said why not: %j', async (err, exit, why) => {
    await expect((await gh({ err, exit })).read()).rejects.toMatchObject(why);
  });

  test.each([
    '',
    'no JSON',
    '[]',
    'null',
    JSON.stringify({ ...ISSUE, title: 3 }),
    JSON.stringify({ ...ISSUE, url: 'javascript:1' }),
  ])('what it prints is an issue, or refused: %j', async (out) => {
    const { details } = await refusal((await gh({ out })).read(), 'machine/gh');
    expect(details).toEqual({ issue: '12', because: 'failed', said: 'it printed no issue' });
  });

  test('where it is not on PATH that is said', async () => {
    const folder = await temporaryFolder();
    const read = readIssue('12', { env: { PATH: folder }, folder });
    expect((await refusal(read, 'machine/gh')).details.because).toBe('missing');
  });
});
