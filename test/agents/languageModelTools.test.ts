import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ToolResult } from '../../src/model/chat/chat.ts';
import type { AgentTask, PermissionAsked } from '../../src/session/ports.ts';
import type { Permissions } from '../../src/model/agent/permissionRules.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { calls, finishes } from '../support/chatReplies.ts';
import { chatAgent, chatTask, scriptedChat } from '../support/scriptedChat.ts';

interface Tried {
  readonly results: readonly ToolResult[];
  readonly asked: readonly PermissionAsked[];
  readonly root: string;
}

/** Has a model make these calls, one reply for all, in a tree that `prepare` has filled. */
async function tries(
  made: readonly (readonly [name: string, input: unknown])[],
  {
    prepare = async () => undefined,
    answer = 'deny',
    policy = 'allow-in-worktree',
    over = {},
  }: {
    prepare?: (root: string) => Promise<unknown>;
    answer?: 'allow' | 'deny';
    policy?: Permissions;
    over?: Partial<AgentTask>;
  } = {},
): Promise<Tried> {
  const root = join(await temporaryFolder(), 'tree');
  await mkdir(join(root, '.git'), { recursive: true });
  await writeFile(join(root, '.git', 'config'), 'theirs\n');
  await writeFile(join(root, '..', 'outside.txt'), 'theirs\n');
  await prepare(root);
  const models = scriptedChat([made.map(([name, input], at) => calls(`${at}`, name, input)), [finishes()]]);
  const asked: PermissionAsked[] = [];
  const task = chatTask(root, 'plan-1', {
    permit: async (what) => {
      asked.push(what);
      return answer;
    },
    ...over,
  });
  expect(await chatAgent(models, policy).run(task)).toMatchObject({ kind: 'completed' });
  const last = models.requests.at(-1)?.at(-1);
  return { results: last?.role === 'tools' ? last.results : [], asked, root };
}
const texts = ({ results }: Tried): readonly string[] =>
  results.map(({ ok, text }) => `${ok ? 'ok' : 'no'} ${text}`);
const DENIED = 'no not permitted; do without it, and say in your hand-off what could not be done';

test('what leads outside or into git’s folder is asked for with its path, and not done where that is denied', async () => {
  const tried = await tries(
    [
      ['write_file', { path: '../outside.txt', content: 'ours' }],
      ['write_file', { path: '/etc/cairn-was-here', content: 'ours' }],
      ['edit_file', { path: '.git/config', old_text: 'theirs', new_text: 'ours' }],
      ['write_file', { path: 'sub/.GIT/hooks/post-commit', content: 'ours' }],
      ['delete_file', { path: 'link/config' }],
      ['write_file', { path: 'away/new.txt', content: 'ours' }],
      ['read_file', { path: 'file-link' }],
      ['search_text', { text: 'theirs', folder: '..' }],
      ['list_files', { folder: 'a/../../' }],
    ],
    {
      prepare: async (root) => {
        await symlink('.git', join(root, 'link'));
        await symlink('..', join(root, 'away'));
        await symlink('../outside.txt', join(root, 'file-link'));
      },
    },
  );
  expect(texts(tried)).toEqual(Array.from({ length: 9 }, () => DENIED));
  expect(tried.asked.map(({ kind, paths }) => [kind, ...paths])).toEqual([
    ['edit', '../outside.txt'],
    ['edit', '/etc/cairn-was-here'],
    ['edit', '.git/config'],
    ['edit', 'sub/.GIT/hooks/post-commit'],
    ['delete', 'link/config'],
    ['edit', 'away/new.txt'],
    ['read', 'file-link'],
    ['search', '..'],
    ['read', 'a/../../'],
  ]);
  expect(await readFile(join(tried.root, '.git', 'config'), 'utf8')).toBe('theirs\n');
  expect(await readFile(join(tried.root, '..', 'outside.txt'), 'utf8')).toBe('theirs\n');
  expect(existsSync(join(tried.root, '..', 'new.txt'))).toBe(false);
});

test('a link that leads nowhere is not even asked for', async () => {
  const tried = await tries([['write_file', { path: 'dangling', content: 'x' }]], {
    prepare: (root) => symlink('../not-there/yet', join(root, 'dangling')),
    answer: 'allow',
  });
  expect([texts(tried), tried.asked]).toEqual([['no dangling: a link that leads nowhere'], []]);
});

test('what is inside is done without asking; a policy that asks asks for it, one that denies denies it', async () => {
  const write = [['write_file', { path: 'a/b.txt', content: 'x' }]] as const;
  expect(texts(await tries(write))).toEqual(['ok made a/b.txt (1 bytes)']);
  const asking = await tries(write, { policy: 'ask', answer: 'allow' });
  expect([texts(asking), asking.asked.length]).toEqual([['ok made a/b.txt (1 bytes)'], 1]);
  const denied = await tries(write, { policy: 'deny' });
  expect([texts(denied), existsSync(join(denied.root, 'a'))]).toEqual([[DENIED], false]);
});

test('a command is asked for, runs in the working tree and tells its end; without leave it does not run', async () => {
  const command = [
    ['run_command', { command: 'pwd; echo to the error >&2; touch made; exit 3' }],
    ['run_command', { command: 'sleep 600', seconds: 1 }],
    ['run_command', { command: 'seq 1 100000' }],
    ['run_command', { command: 'cat' }],
  ] as const;
  const allowed = await tries(command, { answer: 'allow' });
  const [first = '', second, third = '', fourth] = texts(allowed);
  expect(first).toBe(`no exit code 3\n${allowed.root}\nto the error\n`);
  expect(second).toMatch(/^no ended after \d+ s: it took too long\n\[it printed nothing\]$/);
  expect(third).toMatch(/^ok exit code 0\n1\n2\n[^]*bytes left out[^]*\n100000\n$/);
  expect(third.length).toBeLessThan(20_000);
  expect(fourth).toBe('ok exit code 0\n[it printed nothing]');
  const denied = await tries(command.slice(0, 1));
  expect([texts(denied), existsSync(join(denied.root, 'made'))]).toEqual([[DENIED], false]);
});

test('files that are no text, no files, or too large are told, and nothing hangs', async () => {
  const tried = await tries(
    [
      ['read_file', { path: 'binary' }],
      ['read_file', { path: 'latin' }],
      ['read_file', { path: 'huge' }],
      ['read_file', { path: 'pipe' }],
      ['read_file', { path: 'folder' }],
      ['read_file', { path: 'nowhere' }],
      ['read_file', { path: 'empty' }],
      ['edit_file', { path: 'binary', old_text: 'a', new_text: 'b' }],
      ['write_file', { path: 'pipe', content: 'x' }],
      ['write_file', { path: 'folder', content: 'x' }],
      ['write_file', { path: 'empty/below', content: 'x' }],
      ['delete_file', { path: 'folder' }],
      ['list_files', { folder: 'empty' }],
      ['search_text', { text: 'needle' }],
    ],
    {
      prepare: async (root) => {
        await writeFile(join(root, 'binary'), Buffer.from([97, 0, 98]));
        await writeFile(join(root, 'latin'), Buffer.from([0xe9, 0x20, 0xe8]));
        await writeFile(join(root, 'huge'), 'needle\n');
        await truncate(join(root, 'huge'), 5 * 2 ** 30);
        execFileSync('mkfifo', [join(root, 'pipe')]);
        await mkdir(join(root, 'folder'));
        await writeFile(join(root, 'folder', 'hay'), 'a Needle\n');
        await writeFile(join(root, 'empty'), '');
        await symlink('.', join(root, 'folder', 'circle'));
      },
    },
  );
  expect(texts(tried)).toEqual([
    'no binary is not text (3 bytes)',
    'no latin is not text in UTF-8 (3 bytes)',
    expect.stringContaining('no huge is too large to be read (5368709120 bytes'),
    'no pipe is no regular file',
    'no folder is a folder',
    expect.stringContaining('no could not: ENOENT'),
    'ok [the file is empty]',
    'no binary is not text (3 bytes)',
    'no pipe is there and no regular file',
    'no folder is there and no regular file',
    expect.stringMatching(/^no could not: (ENOTDIR|EEXIST)/),
    'no folder is a folder',
    expect.stringContaining('no could not: ENOTDIR'),
    'ok folder/hay:1: a Needle',
  ]);
});

test('a command has a shell of its own, and is told also where the policy allows it, so that it is written down', async () => {
  const tried = await tries([['run_command', { command: 'cd / && true' }]], {
    policy: 'allow',
    answer: 'allow',
  });
  expect(tried.asked).toMatchObject([
    {
      kind: 'execute',
      command: 'cd / && true',
      line: { text: 'cd / && true', cwd: null, shell: 'sh', cdPath: '', ran: [] },
    },
  ]);
  expect(texts(tried)).toEqual([expect.stringMatching(/^ok exit code 0/)]);
});

test('input that no schema allows is told to the model, and nothing is done', async () => {
  const tried = await tries([
    ['read_file', { path: 'a\0b' }],
    ['write_file', { path: 'a' }],
    ['write_file', { path: '', content: '' }],
    ['edit_file', { path: 'a', old_text: '', new_text: '' }],
    ['run_command', { command: 'echo', seconds: 1e9 }],
    ['run_command', 'echo'],
    ['read_file', null],
    ['read_file', { path: 'x'.repeat(5_000) }],
    ['no_such_tool', {}],
    ['constructor', {}],
    ['__proto__', {}],
    ['finish_phase', { done: true }],
  ]);
  expect(tried.asked).toEqual([]);
  expect(tried.results.every(({ ok }) => !ok)).toBe(true);
  expect(tried.results[0]?.text).toContain('must not hold a NUL');
  expect(tried.results[9]?.text).toContain('there is no tool "constructor"; there are read_file');
});

test('one piece of a file is replaced, and only where it is the only one', async () => {
  const tried = await tries(
    [
      ['edit_file', { path: 'a', old_text: 'x', new_text: 'y' }],
      ['edit_file', { path: 'a', old_text: 'nowhere', new_text: 'y' }],
      ['edit_file', { path: 'a', old_text: '$1 one', new_text: '$& two\r\n' }],
    ],
    { prepare: (root) => writeFile(join(root, 'a'), 'x x\r\n$1 one\n') },
  );
  expect(texts(tried)).toEqual([
    'no old_text is in a more than once; give more of what is around it',
    'no old_text is not in a',
    'ok changed a',
  ]);
  expect(await readFile(join(tried.root, 'a'), 'utf8')).toBe('x x\r\n$& two\r\n\n');
});
