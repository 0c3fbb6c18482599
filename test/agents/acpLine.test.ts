import { describe, expect, it } from 'vitest';
import { createAcpCalls } from '../../src/agents/acp/acpCalls.ts';
import { lineOf, shellsIn } from '../../src/agents/acp/acpLine.ts';
import { readUpdate } from '../../src/agents/acp/acpMessages.ts';

const SHELLS = { shell: 'bash', path: '/bin', cdPath: '', keepsShell: true, ran: ['ls'] };
const line = (...said: readonly unknown[]): unknown => lineOf({ kind: 'execute' }, said, SHELLS);
const is = (text: string, over: object = {}): object => ({
  text,
  cwd: null,
  shell: 'bash',
  path: '/bin',
  cdPath: '',
  ran: ['ls'],
  ...over,
});

describe('the line of a call', () => {
  it.each([
    ['of Claude Code', [{ command: 'npm test', description: 'Run tests' }], is('npm test')],
    ['of Codex', [{ command: 'npm test', cwd: '/repo' }], is('npm test', { cwd: '/repo' })],
    ['in words', [{ command: ['bash', '-lc', 'npm test'] }], is("bash -lc 'npm test'", { shell: null })],
    ['in words that look like more', [{ command: ['ls', 'a; rm'] }], is("ls 'a; rm'", { shell: null })],
    [
      'of Copilot, with its parts',
      [{ command: 'npm test && ls', commands: ['npm test', 'ls'] }],
      is('npm test && ls'),
    ],
    [
      'of Qwen Code',
      [{ command: 'ls', is_background: false, directory: '/r', timeout: 9 }],
      is('ls', { cwd: '/r' }),
    ],
    [
      'of opencode, asked with less than was told',
      [{ command: 'ls', workdir: '/r/a' }, { command: 'ls' }],
      is('ls', { cwd: '/r/a' }),
    ],
    ['asked by its id alone', [{ command: 'ls' }, undefined], is('ls')],
    ['told empty at first', [{}, { cmd: 'ls' }], is('ls')],
  ])('%s', (_what, said, expected) => {
    expect(line(...said)).toEqual(expected);
  });

  it.each([
    ['nothing was said of it', []],
    ['only a title is known', [undefined, null, {}]],
    ['it is a text', ['npm test']],
    ['it is JSON in a text', ['{"command":"npm test"}']],
    ['it is a list', [['npm', 'test']]],
    ['it is wrapped', [{ action: { command: 'npm test' } }]],
    ['there are two', [{ command: 'npm test', cmd: 'rm x' }]],
    ['another one was told of', [{ command: 'rm x' }, { command: 'npm test' }]],
    ['there are further words', [{ command: 'npm', args: ['test'] }]],
    ['there is an environment', [{ command: 'npm test', env: { PATH: '.' } }]],
    ['a shell is named', [{ command: 'npm test', shell: 'zsh' }]],
    ['something is typed into it', [{ command: 'npm test', stdin: 'y' }]],
    ['it goes on in the background', [{ command: 'npm test', run_in_background: true }]],
    ['it leaves the bounds of its agent', [{ command: 'npm test', dangerouslyDisableSandbox: true }]],
    ['it has an address', [{ command: 'npm test', url: 'https://example.com' }]],
    ['it is in two folders', [{ command: 'npm test', cwd: '/a', workdir: '/b' }]],
    ['its folder is no text', [{ command: 'npm test', cwd: 1 }]],
    ['one of its parts is not in it', [{ command: 'npm test', commands: ['npm test', 'rm x'] }]],
    ['it is an object', [{ command: { program: 'npm' } }]],
    ['it is no text', [{ command: 7 }]],
    ['it is empty', [{ command: [] }]],
    ['one of its words is no text', [{ command: ['npm', 7] }]],
  ])('is not known where %s', (_what, said) => {
    expect(line(...said)).toBeUndefined();
  });

  it('is known of what runs commands only', () => {
    for (const kind of ['read', 'other', 'fetch', null, undefined] as const)
      expect(lineOf({ kind }, [{ command: 'ls' }], SHELLS)).toBeUndefined();
  });

  it('has none before it where each line has a shell of its own', () => {
    expect(lineOf({ kind: 'execute' }, [{ command: 'ls' }], { ...SHELLS, keepsShell: false })).toEqual(
      is('ls', { ran: [] }),
    );
  });

  it('is read by the shell of the person, or by sh, and looks for programs where that does', () => {
    const shells = [{ SHELL: '/usr/bin/zsh' }, { SHELL: '/bin/bash' }, { SHELL: '' }, {}];
    expect(shells.map((env) => shellsIn(env, false).shell)).toEqual(['zsh', 'bash', 'sh', 'sh']);
    expect(shellsIn({ PATH: '/bin', CDPATH: '/x' }, true)).toEqual({
      shell: 'sh',
      path: '/bin',
      cdPath: '/x',
      keepsShell: true,
    });
  });
});

/** A conversation in which calls are told of. */
function conversation(): {
  readonly calls: ReturnType<typeof createAcpCalls>;
  readonly told: (toolCallId: string, rest: object) => void;
} {
  const calls = createAcpCalls();
  const told = (toolCallId: string, rest: object): void =>
    calls.take(
      readUpdate({
        sessionId: 's',
        update: { sessionUpdate: 'tool_call', toolCallId, title: 't', ...rest },
      })!,
    );
  return { calls, told };
}

it('the lines before a call are those that were told of, but for what was denied', () => {
  const { calls, told } = conversation();
  told('a', { kind: 'execute', rawInput: { command: 'cd src' } });
  told('b', { kind: 'execute', rawInput: { command: ['bash', '-lc', 'ls'] } });
  told('c', { kind: 'edit', rawInput: { command: 'str_replace' } });
  told('d', { kind: 'execute', rawInput: { command: 'cd /etc' } });
  told('e', { kind: 'execute', rawInput: { shell_id: 3 } });
  calls.denied({ toolCallId: 'd' });
  told('under another id', { kind: 'execute', rawInput: { command: 'cd /usr' } });
  calls.denied({ toolCallId: 'asked', rawInput: { command: 'cd /usr' } });
  for (const id of ['d', 'under another id']) told(id, { kind: 'execute', status: 'failed' });
  told('a', { status: 'completed' });
  told('typed', { kind: 'execute', rawInput: { shell_id: 3, input: 'cd /var' } });
  calls.allowed({ toolCallId: 'f', kind: 'execute', rawInput: { command: 'pwd' } });
  told('g', { kind: 'execute', rawInput: { command: 'npm test' } });
  expect(calls.linesBefore('g')).toEqual(['cd src', 'bash -lc ls', 'cd /var', 'pwd']);
});

describe('the lines before a call are unknown', () => {
  it.each([
    ['one is longer than what is read', { command: `ls${' '.repeat(8_200)}; cd /etc` }],
    ['one stands under a key that nobody knows', { script: 'cd /etc' }],
    ['more than a line is said of one', { command: 'ls', env: { PATH: '.' } }],
    ['of one nothing is said', {}],
    ['one is a text', 'cd /etc'],
  ])('where %s', (_what, rawInput) => {
    const { calls, told } = conversation();
    told('a', { kind: 'execute', rawInput });
    told('b', { kind: 'execute', rawInput: { command: 'ls' } });
    expect(calls.linesBefore('b')).toBeNull();
    calls.denied({ toolCallId: 'a' });
    expect(calls.linesBefore('b')).toEqual([]);
  });

  it('where there are more than a thousand', () => {
    const { calls, told } = conversation();
    for (let n = 0; n < 1_000; n += 1) told(`c${n}`, { kind: 'execute', rawInput: { command: 'ls' } });
    expect(calls.linesBefore('c0')).toHaveLength(999);
    told('one more', { kind: 'execute', rawInput: { command: 'ls' } });
    expect(calls.linesBefore('c0')).toBeNull();
  });

  it('but not where one is of a command that is under way, or was told in full later', () => {
    const { calls, told } = conversation();
    told('a', { kind: 'execute', rawInput: {} });
    told('a', { rawInput: { command: 'ls', run_in_background: true } });
    told('b', { kind: 'execute', rawInput: { shell_id: 3 } });
    expect(calls.linesBefore('c')).toEqual(['ls']);
  });
});
