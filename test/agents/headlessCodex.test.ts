import { describe, expect, test } from 'vitest';
import type { AgentOutcome } from '../../src/model/agent/agentOutcome.ts';
import type { ProcessEnd } from '../../src/session/ports.ts';
import { codex } from '../support/headlessStreams.ts';
import { away, crashed, done, killed, outcomeOf, read, type Lines } from '../support/readHeadless.ts';

describe('Codex, by its events, ended', () => {
  const turn = [codex.thread, codex.turn];
  const limit = "You've hit your usage limit. Upgrade to Pro or try again in 3 hours 12 minutes.";
  test.each<readonly [string, Lines, Partial<ProcessEnd>, AgentOutcome]>([
    ['well', [...turn, codex.says('first'), codex.says('last'), codex.completed], {}, done('last')],
    [
      'well, and its program with 1',
      [...turn, codex.says('last'), codex.completed],
      { exitCode: 1 },
      done('last'),
    ],
    ['well, without a word', [...turn, codex.completed], {}, { kind: 'completed' }],
    [
      'well, after it had lost its provider for a while',
      [...turn, codex.error('Reconnecting... 1/5 (429)'), codex.says('last'), codex.completed],
      {},
      done('last'),
    ],
    [
      'sent away',
      [...turn, codex.error('x'), codex.failed('exceeded retry limit, last status: 429 Too Many Requests')],
      { exitCode: 1 },
      away(),
    ],
    ['sent away, with 0', [...turn, codex.says('half'), codex.failed(limit)], {}, away(192 * 60_000)],
    [
      'sent away in what it calls a success',
      [...turn, codex.says('exceeded retry limit, last status: 429 Too Many Requests'), codex.completed],
      {},
      away(),
    ],
    [
      'logged out',
      [...turn, codex.failed('unexpected status 401 Unauthorized: Missing bearer')],
      { exitCode: 1 },
      { kind: 'unauthenticated', login: 'codex login' },
    ],
    [
      'against a policy',
      [...turn, codex.failed('Invalid prompt: flagged as potentially violating our usage policy.')],
      { exitCode: 1 },
      { kind: 'refused', reason: 'Invalid prompt: flagged as potentially violating our usage policy.' },
    ],
    [
      'by another failure',
      [...turn, codex.failed('shared rollout token budget exhausted')],
      { exitCode: 1 },
      crashed('shared rollout token budget exhausted'),
    ],
    [
      'with a failure and no word on how it ended',
      [...turn, codex.error('Reconnecting... 5/5 (stream disconnected before completion)')],
      { exitCode: 1 },
      away(),
    ],
    [
      'with a question that nobody could be asked',
      [
        ...turn,
        {
          type: 'request_user_input',
          id: 't',
          call_id: 'c',
          questions: [
            { id: 'q', header: 'h', question: 'Which one?', options: [{ label: 'this', description: '' }] },
          ],
        },
        codex.completed,
      ],
      {},
      { kind: 'needs-input', question: 'Which one?', options: ['this'] },
    ],
    [
      'interrupted',
      [...turn, codex.says('half')],
      {},
      crashed('codex ended in the middle of its turn (exit 0)', 0),
    ],
    [
      'killed',
      [...turn, codex.says('half')],
      killed,
      crashed('codex was ended by SIGKILL in the middle of its turn'),
    ],
    [
      'at once, as it does not know the option',
      [],
      { exitCode: 2, tail: "error: unexpected argument '--json' found" },
      crashed("codex exited with 2: error: unexpected argument '--json' found", 2),
    ],
  ])('%s', async (_, lines, end, outcome) => {
    expect(await outcomeOf('codex', lines, end)).toEqual(outcome);
  });
});

test('what Codex does is told as it happens, with its session, denials and tokens', async () => {
  const command = {
    id: 'c',
    type: 'command_execution',
    command: 'npm test',
    aggregated_output: '',
    exit_code: null,
  };
  const change = {
    id: 'f',
    type: 'file_change',
    changes: [{ path: '/repo/a.txt', kind: 'add', diff: '+half' }],
  };
  const plan = (completed: boolean): object => ({
    id: 'p',
    type: 'todo_list',
    items: [{ text: 'write', completed }],
  });
  const { events } = await read('codex', [
    codex.thread,
    codex.turn,
    codex.item('completed', { id: 'r', type: 'reasoning', text: 'hm' }),
    codex.item('started', plan(false)),
    codex.item('started', { ...command, status: 'in_progress' }),
    codex.item('completed', { ...command, status: 'declined' }),
    codex.item('completed', { ...change, status: 'completed' }),
    codex.item('completed', { id: 'n', type: 'a_new_kind' }),
    codex.item('completed', plan(true)),
    codex.says('last'),
    codex.completed,
  ]);
  expect(events).toEqual([
    { type: 'session-hint', id: 'a-thread' },
    { type: 'plan', entries: [{ text: 'write', status: 'pending' }] },
    { type: 'tool', id: 'c', kind: 'execute', title: 'npm test', path: null, status: 'started' },
    { type: 'tool', id: 'c', kind: 'execute', title: 'npm test', path: null, status: 'failed' },
    { type: 'denied', kind: 'execute', title: 'npm test', paths: [] },
    { type: 'tool', id: 'f', kind: 'edit', title: 'Edit /repo/a.txt', path: '/repo/a.txt', status: 'ended' },
    { type: 'plan', entries: [{ text: 'write', status: 'completed' }] },
    { type: 'text', text: 'last' },
    { type: 'usage', usage: { inputTokens: 11, outputTokens: 2, totalTokens: null, costUsd: null } },
  ]);
});
