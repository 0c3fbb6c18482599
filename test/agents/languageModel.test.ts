import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TurnLine } from '../../src/model/chat/turnJournal.ts';
import type { AgentEvent, AgentTask, ChatModels } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { isAlive } from '../support/realProcesses.ts';
import { calls, finishes, says, type Reply } from '../support/chatReplies.ts';
import { chatAgent, chatTask, scriptedChat } from '../support/scriptedChat.ts';

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

test('[A9a, A41, A43] a model works through the tools until it says that it is done, and every turn is in the journal before it is acted on', async () => {
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
  const written = (await journal(task.folder)).map((line) => JSON.parse(line) as TurnLine);
  expect(written.filter(({ type }) => type === 'turn-requested')).toMatchObject(
    [1, 2, 3, 4].map((n) => ({ turn: n, model: 'test/one', messages: 2 * n - 1 })),
  );
  const planned = written.flatMap((line) => (line.type === 'tools-planned' ? [line.calls] : []));
  expect(planned.map((batch) => batch.map(({ id }) => id))).toEqual([
    ['1', '2'],
    ['3'],
    ['4', '5'],
    [expect.any(String)],
  ]);
  expect(events.filter(({ type }) => type === 'usage').length).toBe(4);
  expect(events.slice(0, 7)).toEqual([
    { type: 'model', model: 'test/one' },
    { type: 'text', text: 'I look' },
    { type: 'text', text: 'first.' },
    expect.objectContaining({ type: 'usage' }),
    { type: 'turns', turns: 1 },
    { type: 'tool', id: '1', title: '.', kind: 'read', path: '.', status: 'started' },
    { type: 'tool', id: '1', title: '.', kind: 'read', path: '.', status: 'ended' },
  ]);
  expect(await readFile(task.outputFile, 'utf8')).toContain('✓ edit: notes/a.md');
});

test('[A18, A31] killed after the reply and before its tools: the reply is used, and the model is not asked for it again', async () => {
  const root = await place();
  const first = scriptedChat([[write('1', 'a.txt', 'a')], [finishes()]]);
  const task = chatTask(root, 'plan-1');
  await chatAgent(first).run(task);
  await diedAfter(task.folder, 3, '{"type":"tools-plan');
  const second = scriptedChat([[finishes()]]);
  const used: AgentEvent[] = [];
  const next = chatTask(root, 'plan-2', {
    prompt: 'Do it.\n\nA note.',
    ...from(task.folder),
    onEvent: (event) => event.type === 'usage' && used.push(event),
  });
  await writeFile(join(root, 'a.txt'), 'lost');
  expect(await chatAgent(second).run(next)).toMatchObject({ kind: 'completed' });
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('a');
  expect(second.requests).toHaveLength(1);
  // The tokens of the attempt that was cut off are told by this one: nobody else has written them down.
  const [before, after] = used.map((event) => (event.type === 'usage' ? event.usage.inputTokens : null));
  expect(before).toBeGreaterThan(0);
  expect(after).toBeGreaterThan((before ?? 0) * 2 - 1);
  expect(second.requests[0]?.map(({ role }) => role)).toEqual(['person', 'model', 'tools', 'person']);
  expect(second.requests[0]?.at(-1)).toEqual({
    role: 'person',
    text: 'You were interrupted and go on now. What is new:\n\nA note.',
  });
});

test('[A51] killed between two tool calls: the first is not repeated', async () => {
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

test('[A44] killed in a command: it is not run a second time, the model is told that nobody knows how far it came, and it counts apart from what failed', async () => {
  const root = await place();
  const task = chatTask(root, 'plan-1', allow);
  const both = [run('1', 'echo once >> count'), run('2', 'exit 3')];
  await chatAgent(scriptedChat([both, [finishes()]])).run(task);
  await diedAfter(task.folder, 5);
  const second = scriptedChat([[finishes()]]);
  await chatAgent(second).run(chatTask(root, 'plan-2', { ...allow, ...from(task.folder) }));
  expect(await readFile(join(root, 'count'), 'utf8')).toBe('once\n');
  const told = second.requests[0]?.find(({ role }) => role === 'tools');
  expect(told).toMatchObject({
    results: [{ id: '1', ok: false, text: expect.stringContaining('nobody knows') }, { ok: false }],
  });
  const done = (await journal(join(task.folder, '../plan-2'))).find((line) => line.includes('tools-done'));
  expect(JSON.parse(done ?? '')).toMatchObject({ total: 2, failed: 1, unknown: 1 });
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
  const second = scriptedChat([['never']]);
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

test('[A52] the same call id for another input is an error, whichever way it comes', async () => {
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

test('[A58] a journal that is damaged before its end stops and asks; the model is not asked', async () => {
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

test('a model that cannot count is asked all the same', async () => {
  const models = scriptedChat([[finishes()]]);
  const find: ChatModels['find'] = async (selector) => {
    const model = await models.find(selector);
    return model && { ...model, countTokens: () => Promise.reject(new Error('no tokenizer')) };
  };
  const task = chatTask(await place(), 'plan-1');
  expect(await chatAgent({ ...models, find }).run(task)).toMatchObject({ kind: 'completed' });
});

test('a reply without an end is ended', async () => {
  const line = says('x'.repeat(1 << 20));
  const models = scriptedChat([[line, line, line, line, line]]);
  expect(await chatAgent(models).run(chatTask(await place(), 'plan-1'))).toMatchObject({
    kind: 'crashed',
    reason: 'Scripted gave a reply without an end',
  });
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
  const said = (): Promise<string> => readFile(pid, 'utf8').catch(() => '');
  await expect.poll(said, { timeout: 60_000 }).toMatch(/^\d+\n$/);
  stopped.abort();
  expect(await running).toEqual({ kind: 'cancelled' });
  const child = Number(await said());
  await expect.poll(() => isAlive(child), { timeout: 5_000 }).toBe(false);
});

test('a model that never answers is ended by the time limit', async () => {
  const endless = chatTask(await place(), 'plan-1', { timeoutMs: 100 });
  expect(await chatAgent(scriptedChat([['never']])).run(endless)).toEqual({
    kind: 'timed-out',
    afterMs: 100,
  });
});

test('ended while a person was asked: the command had not begun, and is asked for again', async () => {
  const root = await place();
  const stopped = new AbortController();
  const task = chatTask(root, 'plan-1', {
    signal: stopped.signal,
    permit: () => {
      setTimeout(() => stopped.abort(), 20);
      return new Promise(() => undefined);
    },
  });
  expect(await chatAgent(scriptedChat([[run('1', 'echo once >> count')]])).run(task)).toEqual({
    kind: 'cancelled',
  });
  const second = scriptedChat([[finishes()]]);
  await chatAgent(second).run(chatTask(root, 'plan-2', { ...allow, ...from(task.folder) }));
  expect(await readFile(join(root, 'count'), 'utf8')).toBe('once\n');
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

test('[A51] killed after any line of its journal: no reply that was received is asked for again, no call that had ended is repeated', async () => {
  const replies: readonly Reply[] = [
    [write('1', 'a', 'one\n'), calls('2', 'read_file', { path: 'a' })],
    [says('Well.')],
    [calls('3', 'edit_file', { path: 'a', old_text: 'one', new_text: 'two' }), write('4', 'b', '')],
    [finishes('Done.')],
  ];
  const root = await place();
  const first = chatTask(root, 'plan-1');
  await chatAgent(scriptedChat(replies)).run(first);
  const lines = (await journal(first.folder)).map((line) => JSON.parse(line) as TurnLine);
  const ids = (type: TurnLine['type'], of: readonly TurnLine[]): readonly string[] =>
    of.flatMap((line) => (line.type === type && 'id' in line ? [line.id] : []));
  for (const [at] of lines.entries()) {
    const kept = lines.slice(0, at + 1);
    await writeFile(join(root, 'a'), 'one\n');
    const cut = chatTask(root, `cut-${at}`);
    await mkdir(cut.folder);
    const whole = kept.map((line) => `${JSON.stringify(line)}\n`).join('');
    await writeFile(join(cut.folder, 'turns.jsonl'), `${whole}{"type":"tool-en`);
    const received = kept.filter(({ type }) => type === 'turn-received').length;
    const models = scriptedChat(replies.slice(received));
    const next = chatTask(root, `next-${at}`, from(cut.folder));
    expect(await chatAgent(models).run(next)).toEqual({ kind: 'completed', finalText: 'Done.' });
    expect(models.requests).toHaveLength(replies.length - received);
    const after = (await journal(next.folder)).map((line) => JSON.parse(line) as TurnLine);
    const begunAgain = ids('tool-begun', after.slice(kept.length));
    // An edit that had begun is not made a second time either: nobody knows whether it was made.
    const settled = [...ids('tool-ended', kept), ...ids('tool-begun', kept).filter((id) => id === '3')];
    expect(begunAgain).toEqual(['1', '2', '3', '4'].filter((id) => !settled.includes(id)));
  }
});
