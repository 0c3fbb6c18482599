import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';

const cli = builtCairn();

/** What a `gh` of these tests prints on standard error, and how it ends. */
const NO_NETWORK = ['error connecting to api.github.com', 1] as const;
const NO_ISSUE = [
  'GraphQL: Could not resolve to an issue or pull request with the number of 9999.',
  1,
] as const;
const LOGGED_OUT = ['To get started with GitHub CLI, please run:  gh auth login', 4] as const;

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Starts in a repository, on a machine without an agent, with this `gh`, if any. */
async function start(
  repo: GitRepo,
  words: readonly string[],
  { gh = null, input = null }: { gh?: readonly [string, number] | null; input?: string | null } = {},
): Promise<Said> {
  const bin = join(await temporaryFolder(), 'bin');
  await mkdir(bin);
  if (gh !== null) {
    await writeFile(join(bin, 'gh'), `#!/bin/sh\necho '${gh[0]}' >&2\nexit ${gh[1]}\n`);
    await chmod(join(bin, 'gh'), 0o755);
  }
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { NODE_COMPILE_CACHE, HOME: '/nonexistent-home', ...repo.env, PATH: `${bin}:${PATH}` };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [cli(), 'start', ...words],
      { cwd: repo.root, env },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end(input ?? '');
  });
}

/** What `cairn` left in a repository: branches and working trees, and what it notes beside them. */
const traces = async (repo: GitRepo): Promise<string> =>
  `${await repo.git('for-each-ref')}\n${await repo.git('worktree', 'list')}\n${await repo.git('status', '--short')}`;

// Windows runs no script as a program.
describe.skipIf(process.platform === 'win32')('what a session cannot begin with', () => {
  test.each<
    readonly [
      what: string,
      words: readonly string[],
      of: Parameters<typeof start>[2],
      code: number,
      err: string,
    ]
  >([
    [
      'no agent',
      ['Add a login page'],
      {},
      8,
      'cairn: Nobody is here to do plan, implement, verify (no known agent on PATH; ',
    ],
    [
      'an issue that does not exist',
      ['--issue', '9999'],
      { gh: NO_ISSUE },
      2,
      'cairn: There is no issue 9999. Nothing was made.\n',
    ],
    [
      'no network',
      ['--issue', '12'],
      { gh: NO_NETWORK },
      8,
      'cairn: gh could not reach the host of issue 12 (error connecting to api.github.com). Nothing was made.\n',
    ],
    [
      'a gh that is not logged in',
      ['--issue', '12'],
      { gh: LOGGED_OUT },
      8,
      'cairn: gh is not logged in, so it cannot read issue 12. Nothing was made.\nLog in: gh auth login\n',
    ],
    [
      'nothing on standard input',
      [],
      {},
      2,
      'cairn: --request: say what is to be done, with "…", --request TEXT or --request-file FILE\n',
    ],
    [
      'a commit that is not there',
      ['Add it', '--base', 'origin/x'],
      {},
      2,
      'cairn: --base: there is no commit named origin/x\n',
    ],
    [
      'a folder as the request',
      ['--request-file', '.'],
      {},
      2,
      'cairn: --request-file: cannot read .: EISDIR\n',
    ],
    [
      'a request of more than half a megabyte',
      ['-', '--by-hand'],
      { input: 'x'.repeat(600_000) },
      2,
      'cairn: --request: request, inputs and workflow have ',
    ],
  ])('%s is a sentence and what to do next, and nothing is made', async (_what, words, of, code, err) => {
    const repo = await gitRepo({ 'README.md': 'hello\n' });
    const before = await traces(repo);
    const said = await start(repo, words, of);
    expect([said.code, said.out, said.err.slice(0, err.length)]).toEqual([code, '', err]);
    expect(said.err.trim().split('\n').length).toBeLessThan(5);
    expect(await traces(repo)).toBe(before);
  });

  test('no commit is one, too', async () => {
    const repo = await gitRepo({ 'README.md': 'hello\n' });
    await repo.git('update-ref', '-d', 'HEAD');
    const said = await start(repo, ['Add a login page']);
    expect([said.code, said.err]).toEqual([
      8,
      `cairn: The repository at ${repo.root} has no commit yet.\nMake the first one: git add -A && git commit -m "First commit"\n`,
    ]);
    expect(await repo.git('for-each-ref')).toBe('');
  });
});

test('a request of 100 KB begins a session, and all of it is kept', async () => {
  const repo = await gitRepo({ 'README.md': 'hello\n' });
  const request = `Add a login page\n\n${'All of this is to be done. '.repeat(3800)}\n`;
  const said = await start(repo, ['--by-hand', '--id', 'long-one'], { input: request });
  expect([said.code, said.err]).toEqual([3, '']);
  expect(await repo.git('show', 'cairn/long-one:.cairn/sessions/long-one/REQUEST.md')).toContain(
    request.trim(),
  );
});
