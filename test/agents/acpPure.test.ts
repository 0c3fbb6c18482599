import { methods, type ClientContext } from '@agentclientprotocol/sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readPrompted, readUpdate } from '../../src/agents/acp/acpMessages.ts';
import { modeToSet } from '../../src/agents/acp/converse.ts';
import { outcomeOfFailure, outcomeOfTurn } from '../../src/agents/acp/acpOutcome.ts';
import { openSession } from '../../src/agents/acp/openSession.ts';
import { usageOf, usageOfCall } from '../../src/agents/acp/acpUsage.ts';
import { createAcpView } from '../../src/agents/acp/acpView.ts';
import { createAcpWords } from '../../src/agents/acp/acpWords.ts';
import type { AgentTask } from '../../src/session/ports.ts';

const update = (value: object): NonNullable<ReturnType<typeof readUpdate>> =>
  readUpdate({ sessionId: 's', update: value })!;
const said = (text: string): ReturnType<typeof update> =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

describe('how a turn ended', () => {
  test.each([
    ['end_turn', '', { kind: 'completed' }],
    ['end_turn', 'all done', { kind: 'completed', finalText: 'all done' }],
    ['end_turn', 'added a test for 401', { kind: 'completed', finalText: 'added a test for 401' }],
    [
      'end_turn',
      'exceeded retry limit, last status: 429 Too Many Requests',
      { kind: 'rate-limited', retryAfterMs: null },
    ],
    ['end_turn', 'API Error: 401 no', { kind: 'unauthenticated', login: 'claude /login' }],
    [
      'end_turn',
      '**Error:** model not found',
      { kind: 'crashed', reason: 'Error: model not found', exitCode: null },
    ],
    ['cancelled', 'x', { kind: 'cancelled' }],
    ['refusal', '', { kind: 'refused', reason: 'claude refused to go on' }],
    ['refusal', 'I will not', { kind: 'refused', reason: 'I will not' }],
    [
      'max_tokens',
      '',
      { kind: 'crashed', reason: 'claude stopped at a limit of its own (max_tokens)', exitCode: null },
    ],
    ['bored', '', { kind: 'crashed', reason: 'claude ended with an unknown word: bored', exitCode: null }],
  ])('%s, having said "%s"', (stop, text, outcome) => {
    const words = createAcpWords(null);
    words.take(said(text));
    const turn = { stopReason: stop, over: [] };
    expect(outcomeOfTurn(turn, words, { name: 'claude', login: 'claude /login' })).toEqual(outcome);
  });

  test.each([
    [-32000, 'Authentication required', '', { kind: 'unauthenticated', login: 'claude /login' }],
    [
      -32603,
      'Internal error',
      '{"details":"401 Unauthorized"}',
      { kind: 'unauthenticated', login: 'claude /login' },
    ],
    [
      -32603,
      'Too Many Requests',
      '{"status":429,"retry-after":"30"}',
      { kind: 'rate-limited', retryAfterMs: 30_000 },
    ],
    [
      -32603,
      'Rate limit reached. Please try again in 2.5s.',
      '',
      { kind: 'rate-limited', retryAfterMs: 2_500 },
    ],
    [-32603, 'quota exceeded, retry in 500ms', '', { kind: 'rate-limited', retryAfterMs: 500 }],
    [-32603, 'You exceeded your current quota', '', { kind: 'rate-limited', retryAfterMs: null }],
    [-32603, 'fetch failed', '{"cause":"ECONNREFUSED"}', { kind: 'rate-limited', retryAfterMs: null }],
    [-32603, '503 Service Unavailable', '', { kind: 'rate-limited', retryAfterMs: null }],
    [
      -32602,
      'Invalid params',
      '{"x":1}',
      { kind: 'crashed', reason: 'Invalid params: {"x":1}', exitCode: null },
    ],
  ])('error %i %s %s', (code, message, detail, outcome) => {
    expect(outcomeOfFailure({ code, message, detail }, 'claude /login')).toEqual(outcome);
  });
});

test('chunks become lines, a tool call begins and ends once, and the last words are those after the last call', () => {
  const words = createAcpWords(null);
  const view = createAcpView(words);
  const call = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Write a.txt', kind: 'edit' };
  const events = [
    said('I will '),
    said('write.\nNow'),
    update({ ...call, status: 'pending', locations: [{ path: '/w/a.txt' }] }),
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'in_progress' }),
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' }),
    said('Done.'),
  ].flatMap((one) => view.take(one));
  const tool = { type: 'tool', id: 'c', title: 'Write a.txt', kind: 'edit', path: '/w/a.txt' };
  expect([...events, ...view.flush()]).toEqual([
    { type: 'text', text: 'I will write.' },
    { type: 'text', text: 'Now' },
    { ...tool, status: 'started' },
    { ...tool, status: 'ended' },
    { type: 'text', text: 'Done.' },
  ]);
  expect(words.finalText()).toBe('Done.');
});

test('a line that never ends is told in pieces', () => {
  const view = createAcpView(createAcpWords(null));
  const pieces = Array.from({ length: 40 }, () => view.take(said('x'.repeat(1000)))).flat();
  expect(pieces.length).toBeGreaterThan(1);
  const text = [...pieces, ...view.flush()].map((event) => (event.type === 'text' ? event.text : ''));
  expect(text.join('')).toBe('x'.repeat(40_000));
});

test('updates of a kind that is not known are passed over, known ones must be whole', () => {
  expect(readUpdate({ sessionId: 's', update: { sessionUpdate: 'of_next_year', x: 1 } })).toBeNull();
  expect(update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 't', kind: 'dance' })).toMatchObject({
    kind: 'other',
  });
  for (const broken of [
    {},
    { update: {} },
    { sessionId: 's', update: { sessionUpdate: 'plan' } },
    { sessionId: 's', update: { sessionUpdate: 'tool_call', title: 'no id' } },
    { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: 'text' } },
  ])
    expect(() => readUpdate(broken)).toThrow();
});

describe('usage', () => {
  test('beside each call of the model adds up, where the answer says none', () => {
    const chunk = (inputTokens: number): ReturnType<typeof update> =>
      update({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: '' },
        _meta: { usage: { inputTokens, outputTokens: 3, totalTokens: inputTokens + 3, thoughtTokens: 0 } },
      });
    const calls = [chunk(10), said('x'), chunk(20)].map(usageOfCall).filter((one) => one !== null);
    expect(usageOf(readPrompted({ stopReason: 'end_turn' }), calls, null)).toEqual({
      inputTokens: 30,
      outputTokens: 6,
      totalTokens: 36,
      costUsd: null,
    });
  });

  const cost = update({
    sessionUpdate: 'usage_update',
    used: 900,
    size: 1000,
    cost: { amount: 0.5, currency: 'USD' },
  });
  const usd = cost.sessionUpdate === 'usage_update' ? cost : null;
  const answer = (more: object): ReturnType<typeof readPrompted> =>
    readPrompted({ stopReason: 'end_turn', ...more });
  const none = { inputTokens: null, outputTokens: null, totalTokens: null, costUsd: null };
  test.each([
    [
      'in the answer',
      answer({ usage: { inputTokens: 10, outputTokens: 3, totalTokens: 13 } }),
      null,
      { ...none, inputTokens: 10, outputTokens: 3, totalTokens: 13 },
    ],
    [
      'in its quota',
      answer({ _meta: { quota: { token_count: { input_tokens: 7, output_tokens: 2 } } } }),
      null,
      { ...none, inputTokens: 7, outputTokens: 2 },
    ],
    [
      'in its extras',
      answer({ _meta: { usage: { inputTokens: 7, outputTokens: 2, totalTokens: 9 } } }),
      null,
      { ...none, inputTokens: 7, outputTokens: 2, totalTokens: 9 },
    ],
    ['as a cost on the way', answer({}), usd, { ...none, costUsd: 0.5 }],
    ['nowhere', answer({}), null, null],
    ['in a shape that nobody knows', answer({ usage: { tokens: 'many' } }), null, null],
  ])('%s', (_where, told, last, usage) => {
    expect(usageOf(told, [], last)).toEqual(usage);
  });
});

test.each([
  [['a', 'b'], null, ['b', 'a'], 'b'],
  [['a', 'b'], 'a', ['b'], 'a'],
  [['a'], null, ['b'], null],
  [[], null, ['b'], null],
] as const)(
  'of the modes %j, asked for %s and preferring %j, %s is set',
  (offered, named, preferred, mode) => {
    const modes = { currentModeId: 'a', availableModes: offered.map((id) => ({ id, name: id })) };
    expect(modeToSet(offered.length === 0 ? null : modes, named, preferred)).toBe(mode);
  },
);

test('a mode that a person named and the agent does not have is an error that names those that it has', () => {
  const modes = { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }] };
  expect(() => modeToSet(modes, 'yolo', [])).toThrow('it has no mode "yolo"; it has a');
  expect(() => modeToSet(null, 'yolo', [])).toThrow('it has no modes');
});

test('an agent that never says whether it goes on with its own session is given a new one', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const agent = {
    request: (method: string) =>
      method === methods.agent.session.resume ? new Promise(() => {}) : Promise.resolve({ sessionId: 'new' }),
  } as unknown as ClientContext;
  const task = { cwd: '/w', goOn: { folder: '/f', hint: 'old' }, onEvent() {} } as unknown as AgentTask;
  const opened = openSession(agent, task, true, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await opened).toMatchObject({ sessionId: 'new', modes: null });
});

const COPILOT = { by: 'last-chunk', begins: 'Error: ' } as const;
test.each([
  [['Working on it', '\n\nError: ', '429 too many'], 'Error: 429 too many'],
  [['Working on it.\n\n', 'Err', 'or: ', '429', ' quota'], 'Error: 429 quota'],
  [['Working on it.\n\nError: 429 quota'], null],
  [['It prints\n', 'Error: ', '401', '\nand passes.'], null],
  [['It prints:\n\n```\n\n', 'Error: ', '401'], null],
  [['A test for 401.\n\n', 'An Error: ', '401'], null],
] as const)('a failure that comes in several chunks %j is told apart as %j', (chunks, failure) => {
  const words = createAcpWords(COPILOT);
  for (const text of chunks) words.take(said(text));
  expect(words.failure()).toBe(failure);
});
