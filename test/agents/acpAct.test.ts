import { expect, test } from 'vitest';
import { actOf } from '../../src/agents/acp/acpAct.ts';
import { createAcpCalls } from '../../src/agents/acp/acpCalls.ts';
import { createAcpDenials } from '../../src/agents/acp/acpDenials.ts';
import { readPermission, readUpdate, type AcpUpdate } from '../../src/agents/acp/acpMessages.ts';

const OPTIONS = [{ optionId: 'once', name: 'Once', kind: 'allow_once' }];
const call = (of: object): Parameters<typeof actOf>[0] =>
  readPermission({ sessionId: 's', toolCall: { toolCallId: 'c', title: 'Do it', ...of }, options: OPTIONS })
    .toolCall;

const shows = (text: string) => [{ type: 'content', content: { type: 'text', text } }] as const;

test.each([
  ['a text', { kind: 'execute', rawInput: { command: 'npm test' } }, 'npm test', []],
  [
    'a list',
    { kind: 'execute', rawInput: { command: ['bash', '-lc', 'npm test'] } },
    "bash -lc 'npm test'",
    [],
  ],
  [
    'under another key',
    { kind: 'execute', rawInput: { cmd: 'npm test', workdir: '/x' } },
    'npm test',
    ['/x'],
  ],
  ['argv', { kind: 'execute', rawInput: { argv: ['rm', '-rf', 'a b'] } }, "rm -rf 'a b'", []],
  [
    'a program and its words',
    { kind: 'execute', rawInput: { command: 'npm', args: ['test'] } },
    'npm test',
    [],
  ],
  [
    'wrapped',
    { kind: 'execute', rawInput: { action: { type: 'exec', command: ['ls', '-l'] } } },
    'ls -l',
    [],
  ],
  ['as JSON', { kind: 'execute', rawInput: { arguments: '{"cmd":"ls"}' } }, 'ls', []],
  ['JSON alone', { kind: 'execute', rawInput: '{"command":"ls"}' }, 'ls', []],
  ['bare', { kind: 'execute', rawInput: 'ls' }, 'ls', []],
  [
    'its parts beside it',
    { kind: 'execute', rawInput: { command: 'a && b', commands: ['a', 'b'] } },
    'a && b',
    [],
  ],
  ['two of them', { kind: 'execute', rawInput: { command: 'ls', cmd: 'rm -rf ~' } }, 'ls\nrm -rf ~', []],
  ['in what the call shows', { kind: 'execute', content: shows('$ npm test') }, 'Do it\n$ npm test', []],
  [
    'in its title, where all that it shows is where Gemini CLI was started, and words of the model',
    { kind: 'execute', content: shows('[current working directory /w] (Says (what) it does)') },
    undefined,
    [],
  ],
  [
    'in its title, in another folder',
    { kind: 'execute', content: shows('[in src] (Builds it)') },
    'Do it\n[in src]',
    [],
  ],
  [
    'in its title, in the background',
    { kind: 'execute', content: shows('[in src] (Builds it) [background]') },
    'Do it\n[in src] (Builds it) [background]',
    [],
  ],
  [
    'in its title, in a folder whose name could be words of the model',
    { kind: 'execute', content: shows('[in a] (b] (Builds it)') },
    'Do it\n[in a] (b] (Builds it)',
    [],
  ],
  ['of a tool of a server', { kind: 'other', content: shows('{"id":1}') }, 'Do it\n{"id":1}', []],
  ['without a kind', { rawInput: { command: 'ls' } }, 'ls', []],
  ['called a read', { kind: 'read', rawInput: { command: 'cat a | sh' } }, 'cat a | sh', []],
  [
    'a verb of an editor',
    { kind: 'edit', rawInput: { command: 'str_replace', path: '/a' } },
    undefined,
    ['/a'],
  ],
  ['what is fetched', { kind: 'fetch', rawInput: { url: 'https://example.com' } }, 'https://example.com', []],
  [
    'a file that holds such a key',
    { kind: 'edit', rawInput: { path: 'a', content: '{"command":"x y"}' } },
    undefined,
    ['a'],
  ],
  ['a diff', { kind: 'edit', content: [{ type: 'diff', path: '/w/a', newText: 'x' }] }, undefined, ['/w/a']],
  ['nothing', { kind: 'execute' }, undefined, []],
  ['no arguments', { kind: 'execute', rawInput: {} }, undefined, []],
  [
    'an object',
    { kind: 'execute', rawInput: { command: { program: 'rm', args: ['-rf', '/'] } } },
    '{"program":"rm","args":["-rf","/"]}',
    [],
  ],
  [
    'a list of more than words',
    { kind: 'execute', rawInput: { command: ['sh', 1, { c: 'rm' }] } },
    '["sh",1,{"c":"rm"}]',
    [],
  ],
  ['a list with numbers', { kind: 'execute', rawInput: { command: ['kill', -9, 12] } }, 'kill -9 12', []],
  [
    'words of any kind',
    { kind: 'execute', rawInput: { command: 'x', args: ['a', { b: 5 }] } },
    'x ["a",{"b":5}]',
    [],
  ],
  ['called a read, an object', { kind: 'read', rawInput: { command: { rm: 1 } } }, '{"rm":1}', []],
  [
    'another tool',
    { kind: 'other', rawInput: { code: 'os.remove("x")' } },
    String.raw`Do it {"code":"os.remove(\"x\")"}`,
    [],
  ],
  [
    'another tool, and words of the model about it',
    {
      kind: 'execute',
      rawInput: { line: 'rm x' },
      content: [{ type: 'content', content: { type: 'text', text: 'List files' } }],
    },
    'Do it {"line":"rm x"}',
    [],
  ],
] as const)('the command of a call: %s', (_what, of, command, paths) => {
  const act = actOf(call(of));
  expect([act.command, act.paths, act.title]).toEqual([command, paths, 'Do it']);
});

const update = (value: object): AcpUpdate => readUpdate({ sessionId: 's', update: value })!;
const says = (text: string): AcpUpdate =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const calls = (id: string): AcpUpdate =>
  update({ sessionUpdate: 'tool_call', toolCallId: id, title: 't', status: 'pending' });
const failed = update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'failed' });

test('who asks by the id alone is asked for by what it said of that call before', () => {
  const known = createAcpCalls();
  known.take(
    update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'T', rawInput: { command: 'ls' } }),
  );
  const asked = readPermission({ sessionId: 's', toolCall: { toolCallId: 'c' }, options: OPTIONS }).toolCall;
  expect(actOf(known.whole(asked))).toEqual({ title: 'T', command: 'ls', paths: [] });
});

test.each([
  ['cancelled', [failed], true],
  ['cancelled', [failed, says('Stopped.')], true],
  ['end_turn', [failed], true],
  ['end_turn', [failed, says(' \n')], true],
  ['end_turn', [failed, says('● Operation cancelled by user')], true],
  ['end_turn', [failed, says('Error: permission denied')], true],
  ['end_turn', [failed, says('I could not run the tests, and wrote the plan.')], false],
  ['end_turn', [failed, calls('d')], false],
  ['end_turn', [failed, says('The user rejected it. '), says('x'.repeat(300))], false],
  ['refusal', [failed], false],
  ['max_tokens', [failed], false],
])('a turn that ended as %s after a denial (%#) ended over it: %3$s', (stop, updates, over) => {
  const denials = createAcpDenials();
  denials.take(calls('c'));
  denials.take(says('First the tests.'));
  denials.denied('c', 'npm test');
  for (const one of updates) denials.take(one);
  expect(denials.endedOver(stop)).toEqual(over ? ['npm test'] : []);
  expect(denials.endedOver(stop)).toEqual([]);
});

test('where nothing was denied, no turn ended over it', () => {
  expect(createAcpDenials().endedOver('cancelled')).toEqual([]);
});
