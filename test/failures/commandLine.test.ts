import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differences, foreign, snapshot } from '../support/snapshot.ts';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../support/gitRepo.ts';
import { THOROUGH } from '../support/thorough.ts';

const cli = builtCairn();

/** Phases whose agent is a shell command: it makes the artifact. */
const FLOW = `schema: 1
name: flow
agent: {kind: command, command: [sh, -c, 'echo done > "$CAIRN_PHASE_DIR/out.md"']}
phases:
  - {id: one, artifacts: [out.md]}
  - {id: two, artifacts: [out.md], approval: required}
`;

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly json: {
    readonly error: {
      readonly code: string;
      readonly message: string;
      readonly hint: string | null;
      readonly details: unknown;
    };
  } & Record<string, unknown>;
}

async function repoWith(files: Readonly<Record<string, string>> = {}): Promise<GitRepo> {
  return gitRepo({ 'a.txt': 'a\n', '.cairn/workflows/flow.yaml': FLOW, ...files });
}

/** Runs the program as it ships, with an environment of its own. */
function cairn(
  cwd: string,
  words: readonly string[],
  options: { readonly env?: Record<string, string>; readonly input?: string } = {},
): Promise<Said> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, HOME: '/nonexistent-home', USER: 'ada', ...options.env };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [cli(), ...words],
      { cwd, env, maxBuffer: 1 << 26 },
      (_error, out, err) => {
        resolve({
          code: child.exitCode ?? -1,
          out,
          err,
          json: words.includes('--json') ? (JSON.parse(out) as Said['json']) : ({} as Said['json']),
        });
      },
    );
    child.stdin?.end(options.input ?? '');
  });
}

/** A refusal: exit code and code as given, a sentence, and nothing written. */
async function refused(
  repo: GitRepo,
  words: readonly string[],
  exit: number,
  code: string,
  options: { readonly env?: Record<string, string>; readonly cwd?: string } = {},
): Promise<Said> {
  const before = await snapshot(repo.root);
  const said = await cairn(options.cwd ?? repo.root, [...words, '--json'], options);
  expect([words.join(' '), said.code, said.json.error.code]).toEqual([words.join(' '), exit, code]);
  expect(Object.keys(said.json)).toEqual(['error']);
  expect(Object.keys(said.json.error).sort()).toEqual(['code', 'details', 'hint', 'message']);
  expect(said.json.error.message).toMatch(/\w+ \w+/);
  expect(said.err).not.toBe('');
  expect(foreign(differences(before, await snapshot(repo.root)))).toEqual([]);
  return said;
}

const START = ['start', 'flow', '--request', 'Do it', '--id', 'my-session'];

describe('the command line refuses', () => {
  it('what is no session and no workflow: exit 2', async () => {
    const repo = await repoWith({
      '.cairn/workflows/bad.yaml': 'schema: 1\nname: bad\nphases:\n  - {id: one, artefacts: [x]}\n',
    });
    const invalid = await refused(repo, ['start', 'bad', '--request', 'x'], 2, 'workflow/invalid');
    expect(invalid.json.error.message).toMatch(/\.cairn\/workflows\/bad\.yaml:4:\d+: .*artefacts/);
    await refused(repo, ['start', 'flow', '--request', 'x', '--id=../x'], 2, 'usage/session-id');
    await refused(repo, ['status', 'nope'], 2, 'usage/unknown-session');
    await refused(repo, ['start', 'nope', '--request', 'x'], 2, 'workflow/not-found');
    await refused(repo, ['no-such-command'], 2, 'usage/invalid');
  });

  it('what is no session to every other command, and what is no command: exit 2', THOROUGH, async () => {
    const repo = await repoWith();
    for (const id of ['-x', 'con', 'a'.repeat(64), 'ünïcode'])
      await refused(repo, ['start', 'flow', '--request', 'x', `--id=${id}`], 2, 'usage/session-id');
    for (const words of [
      ['resume', '../x'],
      ['delete', 'nope'],
      ['log', 'nope'],
      ['rescue', 'list', 'nope'],
      ['land', 'nope', '--apply'],
      ['verify', 'nope'],
    ])
      await refused(repo, words, 2, expect.stringMatching(/^usage\//));
    await refused(repo, ['start', 'flow'], 2, 'usage/invalid');
    await refused(repo, ['start', 'flow', '--request', 'x', '--no-such-option'], 2, 'usage/invalid');
    await refused(repo, ['land', '--apply'], 2, 'usage/no-session');
  });

  it('[S21, S22] a resume of no session, of several, or with a new request: exit 2, each in its own words', async () => {
    const repo = await repoWith();
    const none = await refused(repo, ['resume'], 2, 'usage/no-session');
    expect(none.json.error.message).toBe('There is no session here yet.');
    const several = await refused(repo, ['resume', 'one-session', 'another'], 2, 'usage/several-sessions');
    expect(several.json.error.message).toContain('this names 2: one-session, another.');
    for (const words of [
      ['--request', 'Do more'],
      ['--request-file', 'more.md'],
    ]) {
      const mixed = await refused(repo, ['resume', 'one-session', ...words], 2, 'usage/new-request');
      expect(mixed.json.error.hint).toContain('A note for the next prompt: cairn resume one-session -m "…"');
    }
  });

  it('agent settings that are not valid: exit 2, as settings and not as a workflow', async () => {
    const repo = await repoWith();
    const config = await temporaryFolder();
    await mkdir(join(config, 'cairn'));
    await writeFile(join(config, 'cairn', 'agents.yaml'), 'agents:\n  mine:\n    command: claude -p\n');
    const env = { XDG_CONFIG_HOME: config, APPDATA: config };
    const { json } = await refused(repo, START, 2, 'usage/settings', { env });
    expect(json.error.message).toMatch(/^The agent settings are not valid:\n  .*agents\.yaml:\d+:\d+: /);
    expect(json.error.message).toContain(':3:14: "command" must be a list');
    expect(json.error.message).not.toContain('workflow');
  });

  it('states of repository and machine: exit 8, with what to do', THOROUGH, async () => {
    const folder = await temporaryFolder();
    expect(await cairn(folder, [...START, '--json'])).toMatchObject({
      code: 8,
      json: { error: { code: 'git/not-a-repository', hint: expect.stringContaining('git init') } },
    });
    const empty = await gitRepo();
    await empty.write('.cairn/workflows/flow.yaml', FLOW);
    const noCommit = await refused(empty, START, 8, 'git/no-commit');
    expect(noCommit.json.error.hint).toMatch(/git add .*git commit/s);
    const repo = await repoWith();
    await repo.git('branch', 'cairn');
    await refused(repo, START, 8, 'repo/branch-refused');
    await repo.git('branch', '-D', 'cairn');
    await refused(repo, START, 8, 'repo/forbidden-folder', { env: { HOME: repo.root } });
    await refused(repo, START, 8, 'git/not-found', { env: { PATH: folder } });
    await writeFile(join(folder, 'git'), '#!/bin/sh\necho git version 2.30.1\n');
    await chmod(join(folder, 'git'), 0o755);
    await refused(repo, START, 8, 'git/too-old', { env: { PATH: `${folder}:${process.env['PATH']}` } });
    await repo.write('.git/MERGE_HEAD', `${await repo.git('rev-parse', 'HEAD')}\n`);
    const busy = await refused(repo, [...START, '--in-place'], 8, 'git/busy');
    expect(busy.json.error.hint).toContain('git merge --abort');
    await repo.remove('.git/MERGE_HEAD');
    if (process.getuid?.() === 0) {
      await chown(join(repo.root, '.git'), 4242, 4242);
      await chown(repo.root, 4242, 4242);
      const said = await cairn(repo.root, [...START, '--json']);
      expect(said.json.error).toMatchObject({
        code: 'git/dubious-ownership',
        hint: expect.stringContaining(`git config --global --add safe.directory ${repo.root}`),
      });
    }
  });

  it("a used id, a person's word inside a phase, and what cannot be done now: exit 2", THOROUGH, async () => {
    const repo = await repoWith();
    expect((await cairn(repo.root, [...START, '--until', 'one', '--json'])).json).toMatchObject({
      reason: 'paused',
      seq: 2,
    });
    const used = await refused(repo, START, 2, 'usage/session-used');
    expect(used.json.error.hint).toContain('cairn resume my-session');
    for (const words of [
      ['approve'],
      ['reject', '-m', 'x'],
      ['answer', '-m', 'x'],
      ['restore', 'my-session', '1'],
      ['cancel', 'my-session'],
      ['delete', 'my-session'],
      ['resume'],
    ])
      await refused(repo, words, 2, 'usage/inside-phase', { env: { CAIRN_PHASE: 'one' } });
    await refused(repo, ['approve'], 2, 'usage/not-possible');
    await refused(repo, ['restore', 'my-session', '--undo'], 2, 'usage/not-possible');
    await refused(repo, ['restore', 'my-session', '99'], 2, 'usage/unknown-phase');
    await refused(repo, ['rescue', 'apply', 'my-session', '7'], 2, 'usage/invalid');
  });

  it('a broken tip: exit 7 with file and line; the reading commands still read', THOROUGH, async () => {
    const repo = await repoWith();
    await cairn(repo.root, [...START, '--until', 'one']);
    const path = '.cairn/sessions/my-session/STATUS.md';
    const blob = await repo.gitWithInput(
      (await repo.git('show', `cairn/my-session:${path}`)).replace('state: running', 'state: pondering'),
      'hash-object',
      '-w',
      '--stdin',
    );
    const worktree = `${repo.root}.worktrees/my-session`;
    await repo.git('-C', worktree, 'update-index', '--cacheinfo', `100644,${blob},${path}`);
    const tree = await repo.git('-C', worktree, 'write-tree');
    await repo.git('-C', worktree, 'read-tree', 'HEAD');
    const commit = await repo.gitWithInput('by hand\n', 'commit-tree', tree, '-p', 'cairn/my-session');
    await repo.git('update-ref', 'refs/heads/cairn/my-session', commit);
    const said = await refused(repo, ['resume'], 7, 'data/unknown-word');
    expect(said.json.error.message).toMatch(/STATUS\.md at [0-9a-f]{10}.*\n.*STATUS\.md:11:\d+/);
    const status = await cairn(repo.root, ['status', '--json']);
    expect([status.code, status.json['state']]).toEqual([0, 'unknown']);
    expect((await cairn(repo.root, ['list', '--json'])).code).toBe(0);
    expect((await cairn(repo.root, ['log', 'my-session', '--json'])).code).toBe(0);
    expect((await cairn(repo.root, ['verify', '--json'])).code).toBe(7);
  });
});

describe('the command line and its surroundings', () => {
  it(
    "a request of 100 KB from standard input, with git's variables set to nonsense, ends as any other",
    THOROUGH,
    async () => {
      const repo = await repoWith();
      const request = `"First" line's $(title)\n${'body "quoted" \\ `x`\n'.repeat(5000)}`.slice(0, 100_000);
      const env = {
        GIT_DIR: '/nonexistent',
        GIT_INDEX_FILE: '/nonexistent/index',
        GIT_WORK_TREE: '/',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'core.bare',
        GIT_CONFIG_VALUE_0: 'true',
        EDITOR: 'false',
        GIT_EDITOR: 'false',
        PAGER: 'false',
      };
      const said = await cairn(
        repo.root,
        ['start', 'flow', '--request-file', '-', '--id', 'my-session', '--json'],
        { env, input: request },
      );
      expect([said.code, said.json]).toMatchObject([
        3,
        { session: 'my-session', reason: 'waiting', phase: 'two' },
      ]);
      expect(await repo.git('cat-file', '-s', 'cairn/my-session:.cairn/sessions/my-session/REQUEST.md')).toBe(
        String(Buffer.byteLength(request.endsWith('\n') ? request : `${request}\n`)),
      );
      const approved = await cairn(repo.root, ['approve', '-m', 'fine', '--json'], { env });
      expect([approved.code, approved.json]).toMatchObject([0, { session: 'my-session', state: 'done' }]);
      const again = await cairn(repo.root, ['resume', 'my-session', '--json'], { env });
      expect([again.code, again.json]).toMatchObject([0, { reason: 'completed' }]);
    },
  );

  it('names with newlines and commands in them end no process', async () => {
    const repo = await repoWith({
      'agent.sh': `echo done > "$CAIRN_PHASE_DIR/out.md"\nprintf x > "$(printf 'a\\nb')"\nfor f in ./-rf '$(touch owned)' '||x'; do printf x > "$f"; done\n`,
      '.cairn/workflows/names.yaml':
        'schema: 1\nname: names\nagent: {kind: command, command: [sh, agent.sh]}\nphases: [{id: one, artifacts: [out.md]}]\n',
    });
    const said = await cairn(repo.root, ['start', 'names', '--request', 'x', '--id', 'my-session', '--json']);
    expect([said.code, said.json]).toMatchObject([0, { reason: 'completed' }]);
    const files = (await repo.git('ls-tree', '-r', '-z', '--name-only', 'cairn/my-session')).split('\0');
    expect(files).toEqual(expect.arrayContaining(['a\nb', '-rf', '$(touch owned)', '||x']));
    expect(files).not.toContain('owned');
  });

  it(
    'ctrl-C while an agent works: it ends, the session is interrupted (exit 5), and resume goes on',
    THOROUGH,
    async () => {
      const folder = await temporaryFolder();
      const mark = join(folder, 'mark');
      const slow = FLOW.replace(
        `echo done > "$CAIRN_PHASE_DIR/out.md"`,
        `echo $$ >> ${mark}; if [ "$CAIRN_ATTEMPT" = 1 ]; then sleep 300; fi; echo done > "$CAIRN_PHASE_DIR/out.md"`,
      );
      const repo = await repoWith({ '.cairn/workflows/slow.yaml': slow.replace('name: flow', 'name: slow') });
      const child = spawn(
        process.execPath,
        [cli(), 'start', 'slow', '--request', 'x', '--id', 'my-session', '--until', 'one', '--json'],
        {
          cwd: repo.root,
          env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent-home' },
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      );
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      await expect.poll(() => readFile(mark, 'utf8').catch(() => ''), { timeout: 60_000 }).not.toBe('');
      child.kill('SIGINT');
      expect(await ended).toBe(5);
      expect(JSON.parse(out)).toMatchObject({ reason: 'interrupted', phase: 'one', seq: 1 });
      const said = await cairn(repo.root, ['resume', 'my-session', '--until', 'one', '--json']);
      expect([said.code, said.json]).toMatchObject([0, { reason: 'paused', seq: 2 }]);
    },
  );
});
