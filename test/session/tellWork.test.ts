import { expect, test } from 'vitest';
import type { AgentEvent } from '../../src/session/ports.ts';
import type { Progress } from '../../src/session/progress.ts';
import { tellWork } from '../../src/session/run/attempt/tellWork.ts';

function told(...events: readonly AgentEvent[]): { told: readonly Progress[]; calls: number } {
  const seen: Progress[] = [];
  const teller = tellWork('/site/tree', (progress) => seen.push(progress));
  for (const event of events) teller.take(event);
  return { told: seen, calls: teller.calls() };
}

const tool = (id: string, over: Partial<Extract<AgentEvent, { type: 'tool' }>> = {}): AgentEvent => ({
  type: 'tool',
  id,
  title: 'Read',
  kind: 'read',
  path: null,
  status: 'started',
  ...over,
});

test('each call of a tool has a number of its own, whatever the agent calls it, and they are counted', () => {
  const seen = told(
    tool('a'),
    tool('b'),
    tool('a', { status: 'ended' }),
    tool('b', { status: 'failed' }),
    tool('a'),
  );
  expect(seen.told.map((one) => one.type === 'agent-tool' && [one.n, one.status])).toEqual([
    [1, 'started'],
    [2, 'started'],
    [1, 'ended'],
    [2, 'failed'],
    [3, 'started'],
  ]);
  expect(seen.calls).toBe(3);
});

test('paths are told from the working tree, and whole where they lead out of it', () => {
  const paths = [
    '/site/tree/src/a.ts',
    'src/a.ts',
    '/etc/passwd',
    '../other',
    '',
    'bad\u001b[2Jname',
    '/site/tree',
  ];
  expect(
    told(...paths.map((path, n) => tool(String(n), { path }))).told.map(
      (one) => one.type === 'agent-tool' && one.path,
    ),
  ).toEqual(['src/a.ts', 'src/a.ts', '/etc/passwd', '/site/other', null, null, '.']);
});

test('what an agent says is one bounded line without what a terminal would obey', () => {
  const hostile = `\u001b[31mred\u001b[0m\u001b]0;title\u0007 \u202eevil\nnext ${'x'.repeat(9_000_000)}`;
  const [line, call, plan] = told(
    { type: 'text', text: hostile },
    { type: 'text', text: ' \u0000\n' },
    tool('a', { title: hostile }),
    { type: 'plan', entries: Array.from({ length: 5000 }, () => ({ text: hostile, status: 'pending' })) },
  ).told;
  expect(line?.type === 'agent-line' && line.text).toMatch(/^red evil next x+…$/);
  expect(line?.type === 'agent-line' && line.text.length).toBe(400);
  expect(call?.type === 'agent-tool' && call.title.length).toBe(200);
  expect(plan).toMatchObject({ type: 'agent-plan', done: 0, of: 5000 });
  expect(JSON.stringify(plan).length).toBeLessThan(20_000);
  expect(JSON.stringify([line, call, plan])).not.toMatch(/\\u001b|\u202e|\\n/);
});

test('a plan says how far it is; a word that nobody knows has not begun', () => {
  const words = ['completed', 'in_progress', 'pending', 'cancelled'];
  expect(told({ type: 'plan', entries: words.map((status) => ({ text: status, status })) }).told).toEqual([
    {
      type: 'agent-plan',
      done: 1,
      of: 4,
      entries: [
        { text: 'completed', status: 'done' },
        { text: 'in_progress', status: 'in-progress' },
        { text: 'pending', status: 'pending' },
        { text: 'cancelled', status: 'pending' },
      ],
    },
  ]);
});
