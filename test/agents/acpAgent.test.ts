import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Agent, AgentEvent, AgentTask, PermissionAsked } from '../../src/session/ports.ts';
import { acpAgent } from '../../src/agents/acp/acpAgent.ts';
import { atWork, type Worked } from '../contract/agentAtWork.ts';
import { acpAgentWith } from '../support/acpAgent.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { besideNapper } from '../support/lateness.ts';
import { isAlive, realProcesses } from '../support/realProcesses.ts';
import { byDepth, isFirst, THOROUGH } from '../support/thorough.ts';

/** Asked for leave it denies, unless the test says otherwise. */
async function work(
  agent: Agent,
  over: Partial<AgentTask> = {},
): Promise<Worked & { readonly asked: readonly PermissionAsked[] }> {
  const asked: PermissionAsked[] = [];
  const { permit = async () => 'deny' as const } = over;
  const worked = await atWork(agent, await temporaryFolder(), {
    ...over,
    permit(request) {
      asked.push(request);
      return permit(request);
    },
  });
  return { ...worked, asked };
}

const texts = (events: readonly AgentEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'text' ? [event.text] : []));

/** An agent whose program is no agent. */
const shellAgent = (name: string, command: readonly [string, ...string[]], helloMs?: number): Agent =>
  acpAgent(
    {
      name,
      command,
      env: {},
      mode: null,
      preferredModes: [],
      permissions: 'deny',
      stallMs: null,
      login: null,
      tellsFailure: null,
      isAdapter: false,
      keepsShell: true,
      chosenBecause: null,
      version: async () => null,
      ...(helloMs === undefined ? {} : { helloMs }),
    },
    realProcesses(),
  );

describe('an agent that speaks the protocol', () => {
  test('does its turn in the working tree: text, plan, tools, mode, usage and its last words', async () => {
    const agent = await acpAgentWith(
      {
        modes: ['careful', 'free'],
        steps: [
          { say: '$prompt\n' },
          { plan: ['write', 'rest'] },
          { write: { path: 'sub/made.txt', text: 'made' } },
          { say: 'All done.' },
        ],
        answer: { usage: { inputTokens: 11, outputTokens: 2, totalTokens: 13 } },
      },
      { mode: 'free' },
    );
    const { outcome, events, file, groups, cwd } = await work(agent);
    expect(outcome).toEqual({ kind: 'completed', finalText: 'All done.' });
    expect(await file('sub/made.txt')).toBe('made');
    const tool = {
      type: 'tool',
      id: 'call-1',
      title: 'Write sub/made.txt',
      kind: 'edit',
      path: join(cwd, 'sub/made.txt'),
    };
    expect(events).toEqual([
      { type: 'session-hint', id: 'session-1' },
      { type: 'mode', mode: 'free' },
      { type: 'text', text: 'do it well' },
      {
        type: 'plan',
        entries: [
          { text: 'write', status: 'pending' },
          { text: 'rest', status: 'pending' },
        ],
      },
      { ...tool, status: 'started' },
      { ...tool, status: 'ended' },
      { type: 'text', text: 'All done.' },
      { type: 'usage', usage: { inputTokens: 11, outputTokens: 2, totalTokens: 13, costUsd: null } },
    ]);
    expect(await file('.log/agent.log')).toBe(
      [
        'Mode: free',
        'do it well',
        'Plan:\n  · write\n  · rest',
        `▸ edit: Write sub/made.txt (${join(cwd, 'sub/made.txt')})`,
        `✓ edit: Write sub/made.txt (${join(cwd, 'sub/made.txt')})`,
        'All done.',
        '',
      ].join('\n'),
    );
    expect(await agent.version()).toBe('9.8.7');
    expect(groups).toHaveLength(1);
    expect(isAlive(groups[0]!.pid)).toBe(false);
  });

  test('asks before it writes, and does what it is answered', async () => {
    const part = {
      steps: [
        { write: { path: 'yes.txt', text: 'x' }, asks: true },
        { write: { path: 'no.txt', text: 'x' }, asks: true, kind: 'execute' as const },
        { say: 'I may not write no.txt.' },
      ],
    };
    const { asked, file, outcome, cwd } = await work(await acpAgentWith(part), {
      permit: async ({ kind }) => (kind === 'edit' ? 'allow' : 'deny'),
    });
    expect(outcome).toEqual({ kind: 'completed', finalText: 'I may not write no.txt.' });
    expect(asked).toEqual([
      { id: 'call-1', title: 'Write yes.txt', kind: 'edit', paths: [join(cwd, 'yes.txt')] },
      { id: 'call-2', title: 'Write no.txt', kind: 'execute', paths: [join(cwd, 'no.txt')] },
    ]);
    expect([await file('yes.txt'), await file('no.txt')]).toEqual(['x', null]);
  });

  test('a question that nobody has answered yet does not keep a cancel waiting', async () => {
    const stop = new AbortController();
    const { outcome, groups } = await work(
      await acpAgentWith({ steps: [{ write: { path: 'a', text: 'a' }, asks: true }] }),
      {
        signal: stop.signal,
        permit: () => {
          stop.abort();
          return new Promise(() => {});
        },
      },
    );
    expect(outcome).toEqual({ kind: 'cancelled' });
    expect(isAlive(groups[0]!.pid)).toBe(false);
  });

  test('a banner on its standard output is passed over, and told', async () => {
    const { outcome, events } = await work(
      await acpAgentWith({ banner: 'Welcome to 2.0!', steps: [{ say: 'hi' }] }),
    );
    expect(outcome).toEqual({ kind: 'completed', finalText: 'hi' });
    expect(texts(events)).toEqual(['Welcome to 2.0!', 'hi']);
  });

  for (const { rows, options } of byDepth([
    ['half a message', { raw: '{"jsonrpc": "2.0", "method"\n' }, /no message of the protocol: \{"jsonrpc"/],
    ['JSON that is no message', { raw: '{"hello": "world"}\n' }, /no message of the protocol: \{"hello"/],
    [
      'an update without its parts',
      { update: { sessionUpdate: 'plan' } },
      /said something else than the protocol says: "entries" of a message is missing or has another shape$/,
    ],
    [
      'a request for leave without anything to choose from',
      {
        raw: '{"jsonrpc": "2.0", "id": 7, "method": "session/request_permission", "params": {"sessionId": "session-1", "toolCall": {"toolCallId": "1"}, "options": []}}\n',
      },
      /said something else than the protocol says/,
    ],
    [
      'a flood of text that is no message',
      { raw: `${'noise '.repeat(20_000)}\n` },
      /prints where its messages should be/,
    ],
  ] as const))
    test.each(rows)(
      'that sends rubbish has crashed, with the reason: %s',
      options,
      async (_what, step, reason) => {
        const { outcome, groups } = await work(
          await acpAgentWith({ steps: [{ say: 'well' }, step, { wait: 60_000 }] }),
        );
        expect(outcome).toEqual({
          kind: 'crashed',
          exitCode: null,
          reason: expect.stringMatching(reason) as string,
        });
        expect(isAlive(groups[0]!.pid)).toBe(false);
      },
    );

  test('that speaks another version says which', async () => {
    const { outcome } = await work(await acpAgentWith({ version: 7 }));
    expect(outcome).toMatchObject({
      kind: 'crashed',
      reason: expect.stringMatching(
        /version 7 of the Agent Client Protocol, and Cairn speaks version 1 only: update Cairn/,
      ) as string,
    });
  });

  test('that waits and says nothing in the protocol is not waited for', async () => {
    const agent = shellAgent('mute', ['sh', '-c', 'cat > /dev/null'], 1_000);
    const { outcome, groups } = await work(agent);
    expect(outcome).toEqual({
      kind: 'crashed',
      exitCode: null,
      reason:
        'mute: it has said nothing in the Agent Client Protocol for 1 s: is this the command that starts it in that mode?',
    });
    expect(isAlive(groups[0]!.pid)).toBe(false);
  });

  test('that asks for what Cairn does not offer is told so, and goes on', async () => {
    const { outcome } = await work(
      await acpAgentWith({
        steps: [
          {
            raw: `${JSON.stringify({ jsonrpc: '2.0', id: 99, method: 'fs/read_text_file', params: { sessionId: 'session-1', path: '/etc/passwd' } })}\n`,
          },
          { wait: 200 },
          { say: 'Then not.' },
        ],
      }),
    );
    expect(outcome).toEqual({ kind: 'completed', finalText: 'Then not.' });
  });

  test('that does not have the mode asked for names those that it has', async () => {
    const { outcome } = await work(await acpAgentWith({ modes: ['careful'] }, { mode: 'yolo' }));
    expect(outcome).toMatchObject({
      kind: 'crashed',
      reason: expect.stringContaining('it has careful') as string,
    });
  });

  test('that ends before its first word is told as what it is, by its name, the code once', async () => {
    const { outcome } = await work(shellAgent('mine', ['sh', '-c', 'echo no key >&2; exit 3']));
    expect(outcome).toEqual({
      kind: 'crashed',
      exitCode: 3,
      reason: 'mine ended before it had said anything in the Agent Client Protocol (exit 3): no key',
    });
  });

  test('that dies in its turn has crashed, with its exit code and the last that it complained of', async () => {
    const { outcome, file } = await work(
      await acpAgentWith({
        steps: [{ say: 'half' }, { grumble: 'out of memory' }, { wait: 50 }, { exit: 9 }],
      }),
    );
    expect(outcome).toMatchObject({
      kind: 'crashed',
      exitCode: 9,
      reason: expect.stringMatching(/ended in the middle of its turn \(exit 9\): out of memory/) as string,
    });
    expect([await file('.log/agent.log'), await file('.log/stderr.log')]).toEqual([
      'half\n',
      'out of memory\n',
    ]);
  });

  for (const { rows, options } of byDepth(
    [
      [
        'new',
        { newFails: { code: -32000, message: 'Authentication required' } },
        { kind: 'unauthenticated', login: null },
      ],
      [
        'prompt',
        {
          steps: [
            { fail: { code: -32603, message: 'Internal error', data: { details: '429 Too Many Requests' } } },
          ],
        },
        { kind: 'rate-limited', retryAfterMs: null },
      ],
      ['prompt', { stop: 'refusal' as const, steps: [{ say: 'No.' }] }, { kind: 'refused', reason: 'No.' }],
    ],
    isFirst,
  ))
    test.each(rows)('what fails in %s is an outcome of the list', options, async (_where, part, outcome) => {
      expect((await work(await acpAgentWith(part))).outcome).toEqual(outcome);
    });

  test(
    'that ignores cancel, the end of its input and SIGTERM is gone within a second all the same, with its children',
    THOROUGH,
    async () => {
      const stop = new AbortController();
      let aborted = 0;
      const working = work(
        await acpAgentWith({
          ignoresCancel: true,
          ignoresEnd: true,
          steps: [{ fork: true }, { say: 'forked\n' }, { wait: 60_000 }],
        }),
        {
          signal: stop.signal,
          onEvent: (event) => {
            if (event.type !== 'text') return;
            aborted = performance.now();
            stop.abort();
          },
        },
      );
      const { answer, at, late } = await besideNapper(working);
      const { outcome, groups } = answer;
      // A grace that is granted twice, or a child that is waited for, would take longer.
      expect(at - aborted).toBeLessThan(1_500 + 10 * late);
      expect(outcome).toEqual({ kind: 'cancelled' });
      expect(isAlive(groups[0]!.pid)).toBe(false);
    },
  );

  test('that takes too long is ended and says so', THOROUGH, async () => {
    const { outcome } = await work(await acpAgentWith({ steps: [{ wait: 60_000 }] }), { timeoutMs: 1_000 });
    expect(outcome).toEqual({ kind: 'timed-out', afterMs: expect.any(Number) as number });
  });
});
