import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentEvent, AgentTask } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { isAlive } from '../support/realProcesses.ts';
import {
  calls,
  chatAgent,
  chatTask,
  finishes,
  says,
  scriptedChat,
  type Reply,
} from '../support/scriptedChat.ts';

async function place(): Promise<string> {
  const root = join(await temporaryFolder(), 'tree');
  await mkdir(root);
  return root;
}
const journal = async (folder: string): Promise<readonly string[]> =>
  (await readFile(join(folder, 'turns.jsonl'), 'utf8')).trim().split('\n');
const types = async (folder: string): Promise<readonly string[]> =>
  (await journal(folder)).map((line) => (JSON.parse(line) as { type: string }).type);
const write = (id: string, path: string, content: string): ReturnType<typeof calls> =>
  calls(id, 'write_file', { path, content });
const run = (id: string, command: string): ReturnType<typeof calls> => calls(id, 'run_command', { command });
const allow: Pick<AgentTask, 'permit'> = { permit: async () => 'allow' };

/** The journal of a process that died after these many lines. */
async function diedAfter(folder: string, lines: number, torn = ''): Promise<void> {
  const kept = (await journal(folder)).slice(0, lines);
  await writeFile(join(folder, 'turns.jsonl'), `${kept.join('\n')}\n${torn}`);
}
const from = (folder: string): Pick<AgentTask, 'goOn'> => ({ goOn: { folder, hint: null } });

test('a model works through the tools until it says that it is done, and every turn is in the journal before it is acted on', async () => {
  const root = await place();
  const events: AgentEvent[] = [];
  const models = scriptedChat([
    [
      says('I look\nfirst.'),
      calls('1', 'list_files', { folder: '.' }),
      write('2', 'notes/a.md', 'one\ntwo\n'),
    ],
    [calls('3', 'edit_file', { path: 'notes/a.md', old_text: 'two', new_text: 'three' })],
    [calls('4', 'read_file', { path: 'notes/a.md' }), calls('5', 'search_text', { text: 'THREE' })],
    [finishes('Wrote the notes.')],
  ]);
  const task = chatTask(root, 'plan-1', { onEvent: (event) => events.push(event) });
  expect(await chatAgent(models).run(task)).toEqual({ kind: 'completed', finalText: 'Wrote the notes.' });
  expect(await readFile(join(root, 'notes/a.md'), 'utf8')).toBe('one\nthree\n');
  expect(models.requests.at(-1)?.slice(1)).toMatchObject([
    { role: 'model', text: 'I look\nfirst.', calls: [{ id: '1' }, { id: '2' }] },
    {
      role: 'tools',
      results: [
        { id: '1', ok: true, text: '[the folder is empty]' },
        { id: '2', ok: true, text: 'made notes/a.md (8 bytes)' },
      ],
    },
    { role: 'model', calls: [{ id: '3' }] },
    { role: 'tools', results: [{ id: '3', ok: true, text: 'changed notes/a.md' }] },
    { role: 'model' },
    {
      role: 'tools',
      results: [
        { id: '4', ok: true, text: 'one\nthree' },
        { id: '5', ok: true, text: 'notes/a.md:2: three' },
      ],
    },
  ]);
  const one = 'tool-begun tool-ended';
  const turn = (tools: string): string => `turn-requested turn-received tools-planned ${tools}`;
  expect((await types(task.folder)).join(' ')).toBe(
    `said ${turn(`${one} ${one} tools-done`)} ${turn(`${one} tools-done`)} ${turn(`${one} ${one} tools-done`)} ${turn('ended')}`,
  );
  expect(events.filter(({ type }) => type === 'usage').length).toBe(4);
  expect(events.slice(0, 5)).toEqual([
    { type: 'text', text: 'I look' },
    { type: 'text', text: 'first.' },
    expect.objectContaining({ type: 'usage' }),
    { type: 'tool', id: '1', title: '.', kind: 'read', path: '.', status: 'started' },
    { type: 'tool', id: '1', title: '.', kind: 'read', path: '.', status: 'ended' },
  ]);
  expect(await readFile(task.outputFile, 'utf8')).toContain('✓ edit: notes/a.md');
});

test('killed after the reply and before its tools: the reply is used, and the model is not asked for it again', async () => {
  const root = await place();
  const first = scriptedChat([[write('1', 'a.txt', 'a')], [finishes()]]);
  const task = chatTask(root, 'plan-1');
  await chatAgent(first).run(task);
  await diedAfter(task.folder, 3, '{"type":"tools-plan');
  const second = scriptedChat([[finishes()]]);
  const next = chatTask(root, 'plan-2', { prompt: 'Do it.\n\nA note.', ...from(task.folder) });
  await writeFile(join(root, 'a.txt'), 'lost');
  expect(await chatAgent(second).run(next)).toMatchObject({ kind: 'completed' });
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('a');
  expect(second.requests).toHaveLength(1);
  expect(second.requests[0]?.map(({ role }) => role)).toEqual(['person', 'model', 'tools', 'person']);
  expect(second.requests[0]?.at(-1)).toEqual({
    role: 'person',
    text: 'You were interrupted and go on now. What is new:\n\nA note.',
  });
});

test('killed between two tool calls: the first is not repeated', async () => {
  const root = await place();
  const replies: readonly Reply[] = [
    [run('1', 'echo once >> count'), run('2', 'echo twice >> count')],
    [finishes()],
  ];
  const task = chatTask(root, 'plan-1', allow);
  await chatAgent(scriptedChat(replies)).run(task);
  await writeFile(join(root, 'count'), 'once\n');
  await diedAfter(task.folder, 6);
  const second = scriptedChat([[finishes()]]);
  await chatAgent(second).run(chatTask(root, 'plan-2', { ...allow, ...from(task.folder) }));
  expect(await readFile(join(root, 'count'), 'utf8')).toBe('once\ntwice\n');
  expect(second.requests).toHaveLength(1);
});

test('killed in a command: it is not run a second time, and the model is told that nobody knows how far it came', async () => {
  const root = await place();
  const task = chatTask(root, 'plan-1', allow);
  await chatAgent(scriptedChat([[run('1', 'echo once >> count')], [finishes()]])).run(task);
  await diedAfter(task.folder, 5);
  const second = scriptedChat([[finishes()]]);
  await chatAgent(second).run(chatTask(root, 'plan-2', { ...allow, ...from(task.folder) }));
  expect(await readFile(join(root, 'count'), 'utf8')).toBe('once\n');
  const told = second.requests[0]?.find(({ role }) => role === 'tools');
  expect(told).toMatchObject({
    results: [{ id: '1', ok: false, text: expect.stringContaining('nobody knows') }],
  });
});

test('killed after the model had said that it is done: it is done, without a word to the model', async () => {
  const root = await place();
  const task = chatTask(root, 'plan-1');
  await chatAgent(scriptedChat([[finishes('So it is.')]])).run(task);
  const second = scriptedChat([]);
  const next = chatTask(root, 'plan-2', from(task.folder));
  expect(await chatAgent(second).run(next)).toEqual({ kind: 'completed', finalText: 'So it is.' });
});

test('an attempt that goes on keeps all that was replayed in its own journal, so that it can be cut off, too', async () => {
  const root = await place();
  const task = chatTask(root, 'plan-1');
  await chatAgent(scriptedChat([[write('1', 'a', '1')], [write('2', 'b', '2')], [finishes()]])).run(task);
  await diedAfter(task.folder, 8);
  const stopped = new AbortController();
  const second = scriptedChat(['never']);
  const next = chatTask(root, 'plan-2', {
    ...from(task.folder),
    signal: stopped.signal,
    onEvent: (event) => event.type === 'text' && setTimeout(() => stopped.abort(), 50),
  });
  expect(await chatAgent(second).run(next)).toEqual({ kind: 'cancelled' });
  const third = scriptedChat([[finishes()]]);
  await chatAgent(third).run(chatTask(root, 'plan-3', from(next.folder)));
  expect(third.requests[0]?.map(({ role }) => role)).toEqual([
    'person',
    'model',
    'tools',
    'person',
    'person',
  ]);
});

test('the same call id for another input is an error, whichever way it comes', async () => {
  const root = await place();
  const twice = scriptedChat([[write('1', 'a', 'a')], [write('1', 'a', 'b')]]);
  const task = chatTask(root, 'plan-1');
  const error = { kind: 'crashed', reason: 'Scripted used the id "1" for two different calls' };
  expect(await chatAgent(twice).run(task)).toMatchObject(error);
  expect(await readFile(join(root, 'a'), 'utf8')).toBe('a');

  const other = chatTask(root, 'plan-2');
  await chatAgent(scriptedChat([[write('1', 'a', 'a')], [finishes()]])).run(other);
  const lines = (await journal(other.folder)).slice(0, 6);
  const received = (lines[2] ?? '').replace('"content":"a"', '"content":"c"');
  await writeFile(join(other.folder, 'turns.jsonl'), `${lines.with(2, received).join('\n')}\n`);
  const silent = scriptedChat([]);
  expect(await chatAgent(silent).run(chatTask(root, 'plan-3', from(other.folder)))).toMatchObject(error);
});

test('a journal that is damaged before its end stops and asks; the model is not asked', async () => {
  const root = await place();
  const task = chatTask(root, 'plan-1');
  await chatAgent(scriptedChat([[write('1', 'a', 'a')], [finishes()]])).run(task);
  const lines = await journal(task.folder);
  await writeFile(join(task.folder, 'turns.jsonl'), `${lines.with(2, '{"type":"turn-re').join('\n')}\n`);
  const silent = scriptedChat([]);
  const outcome = await chatAgent(silent).run(chatTask(root, 'plan-2', from(task.folder)));
  expect(outcome).toMatchObject({
    kind: 'needs-input',
    question: expect.stringMatching(/damaged in line 3 of .*not asked a second time/s),
  });
  expect(silent.requests).toEqual([]);
});

test('old results are left out when the conversation nears what the model takes, the brief never', async () => {
  const root = await place();
  await writeFile(join(root, 'long.txt'), 'word '.repeat(2_000));
  const read = (id: string): Reply => [calls(id, 'read_file', { path: 'long.txt' })];
  const models = scriptedChat([read('1'), read('2'), read('3'), [finishes()]], { maxInputTokens: 6_500 });
  const prompt = 'The brief. '.repeat(100);
  expect(await chatAgent(models).run(chatTask(root, 'plan-1', { prompt }))).toMatchObject({
    kind: 'completed',
  });
  const last = models.requests.at(-1) ?? [];
  expect(last[0]).toMatchObject({ role: 'person', text: expect.stringContaining(prompt) });
  const results = last.flatMap((message) => (message.role === 'tools' ? message.results : []));
  expect(results.map(({ id, text }) => [id, text.startsWith('[shortened')])).toEqual([
    ['1', true],
    ['2', true],
    ['3', false],
  ]);
});

test('a brief that alone does not fit ends the attempt with the reason', async () => {
  const root = await place();
  const models = scriptedChat([], { maxInputTokens: 3_000 });
  const task = chatTask(root, 'plan-1', { prompt: 'word '.repeat(10_000) });
  expect(await chatAgent(models).run(task)).toMatchObject({
    kind: 'crashed',
    reason: 'what Scripted must be told does not fit into the 3000 tokens that it takes',
  });
});

test('a model that asks for nothing is reminded once, then that was its end', async () => {
  const models = scriptedChat([[says('I am thinking.')], [says('It is done.')]]);
  const task = chatTask(await place(), 'plan-1');
  expect(await chatAgent(models).run(task)).toEqual({ kind: 'completed', finalText: 'It is done.' });
});

test('a question ends the attempt with it', async () => {
  const models = scriptedChat([[calls('1', 'ask_person', { question: 'Which?', options: ['a', 'b'] })]]);
  expect(await chatAgent(models).run(chatTask(await place(), 'plan-1'))).toEqual({
    kind: 'needs-input',
    question: 'Which?',
    options: ['a', 'b'],
  });
});

test('an end beside a call that failed is none: the model looks at its result first', async () => {
  const models = scriptedChat([
    [calls('1', 'read_file', { path: 'nowhere' }), finishes('Done!', '2')],
    [finishes('Really.', '3')],
  ]);
  expect(await chatAgent(models).run(chatTask(await place(), 'plan-1'))).toMatchObject({
    finalText: 'Really.',
  });
});

test.each([
  [
    'no-consent',
    'nope',
    { kind: 'unauthenticated', login: null, how: expect.stringContaining('choose Allow') },
  ],
  ['over-quota', 'slow down', { kind: 'rate-limited', retryAfterMs: null }],
  ['gone', 'not found', { kind: 'needs-input', question: expect.stringContaining('any more') }],
  ['refused', 'No.', { kind: 'refused', reason: 'No.' }],
  ['other', '429 too many requests, try again in 2s', { kind: 'rate-limited', retryAfterMs: 2000 }],
  ['other', 'it broke', { kind: 'crashed', reason: 'it broke' }],
] as const)('a failure of kind %s (%s) is an outcome', async (kind, message, outcome) => {
  const models = scriptedChat([[says('well'), { type: 'failed', failure: { kind, message } }]]);
  expect(await chatAgent(models).run(chatTask(await place(), 'plan-1'))).toMatchObject(outcome);
});

test('without any model the person is asked, and told what there is besides', async () => {
  const outcome = await chatAgent(scriptedChat([], { absent: true })).run(chatTask(await place(), 'plan-1'));
  expect(outcome).toMatchObject({ kind: 'needs-input', question: expect.stringContaining('manual') });
});

test('a cancelled attempt ends its command with all that it started', async () => {
  const root = await place();
  const stopped = new AbortController();
  const pid = join(root, 'pid');
  const models = scriptedChat([[run('1', 'sleep 600 & echo $! > pid; wait')]]);
  const running = chatAgent(models).run(chatTask(root, 'plan-1', { ...allow, signal: stopped.signal }));
  await expect.poll(() => existsSync(pid)).toBe(true);
  stopped.abort();
  expect(await running).toEqual({ kind: 'cancelled' });
  const child = Number(await readFile(pid, 'utf8'));
  await expect.poll(() => isAlive(child)).toBe(false);
});

test('a model that never answers is ended by the time limit, and a person’s time to answer does not count', async () => {
  const root = await place();
  const slow = chatTask(root, 'plan-1', {
    timeoutMs: 2_000,
    permit: () => new Promise((resolve) => setTimeout(() => resolve('allow'), 3_000)),
  });
  const asks = chatAgent(scriptedChat([[write('1', 'a', 'a')], [finishes()]]), 'ask');
  expect(await asks.run(slow)).toMatchObject({ kind: 'completed' });
  const endless = chatTask(root, 'plan-2', { timeoutMs: 100 });
  expect(await chatAgent(scriptedChat(['never'])).run(endless)).toEqual({ kind: 'timed-out', afterMs: 100 });
});

test('a journal whose writer died in its last line goes on without that line', async () => {
  const root = await place();
  const task = chatTask(root, 'plan-1');
  await chatAgent(scriptedChat([[write('1', 'a', 'a')], [finishes()]])).run(task);
  await diedAfter(task.folder, 2);
  await appendFile(join(task.folder, 'turns.jsonl'), '{"at":"2026');
  const second = scriptedChat([[finishes()]]);
  await chatAgent(second).run(chatTask(root, 'plan-2', from(task.folder)));
  expect(second.requests[0]?.map(({ role }) => role)).toEqual(['person', 'person']);
});
