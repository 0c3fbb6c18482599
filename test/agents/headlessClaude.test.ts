import { describe, expect, test } from 'vitest';
import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import type { ProcessEnd } from '../../src/session/ports.ts';
import { claude } from '../support/headlessStreams.ts';
import { away, crashed, done, killed, NOW, outcomeOf, read, type Lines } from '../support/readHeadless.ts';

describe('Claude Code, by its stream, ended', () => {
  const loggedOut = { kind: 'unauthenticated', login: 'claude login' } as const;
  const failed = (text: string, category: string, over: object = {}): Lines => [
    claude.init,
    claude.says(text, { error: category }),
    claude.result({ is_error: true, result: text, total_cost_usd: 0, ...over }),
  ];
  const asked = {
    tool_name: 'AskUserQuestion',
    tool_use_id: 'q',
    tool_input: {
      questions: [{ question: 'Which one?', header: 'x', options: [{ label: 'this' }, { label: 'that' }] }],
    },
  };
  test.each<readonly [string, Lines, Partial<ProcessEnd>, AgentOutcome]>([
    ['well', [claude.init, claude.says('last'), claude.result()], {}, done('last')],
    [
      'well, and its program with 1',
      [claude.init, claude.result()],
      { exitCode: 1, tail: 'a hook failed' },
      done('last'),
    ],
    [
      'well, as it says, by a program that was killed',
      [claude.init, claude.result()],
      killed,
      crashed('claude was ended by SIGKILL, although its turn is called done'),
    ],
    [
      'logged out, by a program that was killed',
      failed('Not logged in · Please run /login', 'authentication_failed'),
      killed,
      loggedOut,
    ],
    [
      'well, and its program only with its time',
      [claude.init, claude.result()],
      { kind: 'timed-out' },
      done('last'),
    ],
    [
      'well, with a summary of failures',
      [claude.init, claude.result({ result: 'added a test for 401 and one for 429\n\nError: 500' })],
      {},
      done('added a test for 401 and one for 429\n\nError: 500'),
    ],
    [
      'logged out, with 0',
      failed('Not logged in · Please run /login', 'authentication_failed'),
      {},
      loggedOut,
    ],
    [
      'logged out by its words alone',
      [claude.result({ is_error: true, result: 'Invalid API key · Please run /login' })],
      { exitCode: 1 },
      loggedOut,
    ],
    [
      'logged out by its status alone',
      [claude.result({ is_error: true, result: 'API Error: it said no', api_error_status: 401 })],
      { exitCode: 1 },
      loggedOut,
    ],
    [
      'sent away',
      failed('API Error: 429 {"type":"error","error":{"type":"rate_limit_error"}}', 'rate_limit', {
        api_error_status: 429,
      }),
      { exitCode: 1 },
      away(),
    ],
    ['sent away in what it calls a success', [claude.result({ result: 'API Error: 429 no' })], {}, away()],
    [
      'sent away for as long as its words say',
      failed('API Error: 429 retry-after: 30', 'rate_limit'),
      { exitCode: 1 },
      away(30_000),
    ],
    [
      'sent away until a time that was told before',
      [
        claude.limit('rejected', NOW / 1000 + 90),
        ...failed("You've hit your limit · resets 1pm (UTC)", 'rate_limit'),
      ],
      { exitCode: 1 },
      away(90_000),
    ],
    [
      'sent away, and allowed again by then',
      [claude.limit('allowed', NOW / 1000 + 90), ...failed('API Error: 429', 'rate_limit')],
      { exitCode: 1 },
      away(),
    ],
    [
      'sent away until a time in its words',
      [claude.result({ is_error: true, result: `Claude AI usage limit reached|${NOW / 1000 + 60}` })],
      { exitCode: 1 },
      away(60_000),
    ],
    ['by an overloaded provider', failed('API Error: 529 Overloaded', 'overloaded'), { exitCode: 1 }, away()],
    ['by a failing provider, without words', failed('', 'server_error'), { exitCode: 1 }, away()],
    [
      'without money',
      failed('Credit balance is too low', 'billing_error'),
      { exitCode: 1 },
      crashed('Credit balance is too low'),
    ],
    [
      'with a refusal',
      [claude.init, claude.result({ stop_reason: 'refusal', result: 'I will not.' })],
      {},
      { kind: 'refused', reason: 'I will not.' },
    ],
    [
      'against a policy',
      [claude.result({ is_error: true, result: 'API Error: this appears to violate our Usage Policy' })],
      { exitCode: 1 },
      { kind: 'refused', reason: 'API Error: this appears to violate our Usage Policy' },
    ],
    [
      'at a limit of its own',
      [claude.init, claude.result({ subtype: 'error_max_turns', is_error: false, result: undefined })],
      {},
      crashed('claude stopped at a limit of its own (error_max_turns)'),
    ],
    [
      'by an error, with 0',
      [
        claude.init,
        claude.result({
          subtype: 'error_during_execution',
          is_error: true,
          result: undefined,
          errors: ['no such tool'],
        }),
      ],
      {},
      crashed('no such tool'),
    ],
    [
      'with a question that nobody could be asked',
      [
        claude.init,
        claude.calls('q', 'AskUserQuestion', {}),
        claude.called('q'),
        claude.result({ permission_denials: [asked] }),
      ],
      {},
      { kind: 'needs-input', question: 'Which one?', options: ['this', 'that'] },
    ],
    [
      'well, having asked in vain and gone on',
      [
        claude.init,
        claude.calls('q', 'AskUserQuestion', {}),
        claude.calls('w', 'Write', { file_path: '/repo/a' }),
        claude.result({ permission_denials: [asked] }),
      ],
      {},
      done('last'),
    ],
    [
      'in the middle',
      [claude.init, claude.says('first')],
      {},
      crashed('claude ended in the middle of its turn (exit 0)', 0),
    ],
    [
      'in the middle of a line',
      [claude.init, JSON.stringify(claude.result()).slice(0, 60)],
      killed,
      crashed('claude was ended by SIGKILL in the middle of its turn'),
    ],
    [
      'in the middle, with words for people',
      [claude.init],
      { exitCode: 1, tail: 'warning\nfetch failed: ECONNREFUSED' },
      away(),
    ],
    [
      'in the middle, after a failure',
      [claude.init, claude.says('API Error: 429', { error: 'rate_limit' })],
      { exitCode: 1 },
      away(),
    ],
    ['cancelled', [claude.init, claude.result()], { kind: 'cancelled' }, { kind: 'cancelled' }],
    ['out of time', [claude.init], { kind: 'timed-out', ms: 7 }, { kind: 'timed-out', afterMs: 7 }],
    ['as one array of all', [JSON.stringify([claude.init, claude.result()])], {}, done('last')],
    ['as a result alone', [claude.result()], {}, done('last')],
    [
      'between lines that are none of its own',
      ['npm notice: update!', '{"not": "its"}', '', claude.init, '{broken', claude.result(), 'bye'],
      {},
      done('last'),
    ],
    ['as text, an older version', ['all', 'is well'], {}, done('all\nis well')],
    ['as text, an older version, sent away', ['API Error: 429 no'], { exitCode: 1 }, away()],
    ['as text, an older version, sent away, with 0', ['half of it', '', 'API Error: 429 no'], {}, away()],
    [
      'as text, an older version, logged out',
      ['Not logged in · Please run /login'],
      { exitCode: 1 },
      loggedOut,
    ],
    [
      'at once, as it does not know the option',
      [],
      { exitCode: 1, tail: "error: unknown option '--output-format'" },
      crashed("claude exited with 1: error: unknown option '--output-format'", 1),
    ],
  ])('%s', async (_, lines, end, outcome) => {
    expect(await outcomeOf('claude', lines, end)).toEqual(outcome);
  });

  test('with a message that is kept from its beginning, as messages are, and not from its end', async () => {
    const outcome = await outcomeOf('claude', [claude.result({ result: `first ${'x'.repeat(9_000)} last` })]);
    expect(outcome).toMatchObject({ kind: 'completed', finalText: expect.stringMatching(/^first x+$/) });
  });
});

test('what Claude Code does is told as it happens, with its session, model, mode, denials, tokens and cost', async () => {
  const { events } = await read('claude', [
    claude.init,
    claude.says('first\nsecond'),
    claude.says('of a helper', { parent_tool_use_id: 'task' }),
    claude.calls('t', 'TodoWrite', { todos: [{ content: 'write', status: 'in_progress', activeForm: 'x' }] }),
    claude.called('t'),
    claude.calls('b', 'Bash', { command: 'npm test', description: 'Look around' }),
    claude.called('b', { is_error: true }),
    claude.calls('w', 'Write', { file_path: '/repo/a.txt', content: 'x' }),
    claude.called('w'),
    claude.retry,
    { type: 'stream_event', event: {} },
    { type: 'system', subtype: 'compact_boundary' },
    claude.result({
      permission_denials: [
        {
          tool_name: 'AskUserQuestion',
          tool_use_id: 'q',
          tool_input: { questions: [{ question: 'Well?' }] },
        },
        { tool_name: 'Bash', tool_use_id: 'b', tool_input: { command: 'npm test' } },
      ],
    }),
  ]);
  const tool = (id: string, kind: string, title: string, path: string | null, status: string): object => ({
    type: 'tool',
    id,
    kind,
    title,
    path,
    status,
  });
  expect(events).toEqual([
    { type: 'session-hint', id: 'a-session' },
    { type: 'mode', mode: 'acceptEdits' },
    { type: 'model', model: 'claude-sonnet-4-5-20250929' },
    { type: 'text', text: 'first' },
    { type: 'text', text: 'second' },
    { type: 'plan', entries: [{ text: 'write', status: 'in_progress' }] },
    tool('b', 'execute', 'npm test', null, 'started'),
    tool('b', 'execute', 'npm test', null, 'failed'),
    tool('w', 'edit', 'Write /repo/a.txt', '/repo/a.txt', 'started'),
    tool('w', 'edit', 'Write /repo/a.txt', '/repo/a.txt', 'ended'),
    { type: 'text', text: 'Its provider failed (rate_limit 429); try 1 of 10 in 2 s' },
    {
      type: 'usage',
      usage: { inputTokens: 11, outputTokens: 2, totalTokens: 1013, costUsd: 0.0421 },
    },
    { type: 'denied', kind: 'execute', title: 'npm test', paths: [] },
  ]);
});
