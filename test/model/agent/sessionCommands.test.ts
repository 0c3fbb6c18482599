import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseWorkflow } from '../../../src/model/workflow/parseWorkflow.ts';
import {
  commandsHash,
  commandsOf,
  runsNothing,
  type SessionCommands,
} from '../../../src/model/agent/sessionCommands.ts';
import { shownCommands } from '../../../src/model/agent/shownCommands.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const BASE = {
  schema: 2,
  name: 'flow',
  worktree: { copy: ['.env.local'], setup: ['npm ci'] },
  agent: { kind: 'command', command: ['sh', 'agent.sh'], env: { CI: '1' } },
  phases: [
    { id: 'one', artifacts: ['a.md'] },
    { id: 'two', agent: 'auto', checks: [{ run: 'npm test' }, { run: ['npm', 'run', 'lint'] }] },
    { id: 'three', agent: { kind: 'manual' }, artifacts: ['c.md'] },
  ],
};
type Base = typeof BASE;

function of(flow: unknown): SessionCommands {
  const parsed = parseWorkflow('flow.yaml', JSON.stringify(flow));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return commandsOf(parsed.value);
}

const changed = (change: (flow: Base & Record<string, unknown>) => unknown): string => {
  const flow = structuredClone(BASE);
  return commandsHash(of(change(flow) ?? flow), sha256);
};
const phase = (flow: Base, at: number, more: object): unknown => ({
  ...flow,
  phases: flow.phases.map((one, n) => (n === at ? { ...one, ...more } : one)),
});

describe('what a session runs is another where', () => {
  const rows: readonly (readonly [string, (flow: Base) => unknown])[] = [
    ['its agent is', (flow) => ({ ...flow, agent: { ...flow.agent, command: ['sh', 'other.sh'] } })],
    ['the environment of its agent is', (flow) => ({ ...flow, agent: { ...flow.agent, env: { CI: '2' } } })],
    ['that has one more', (flow) => ({ ...flow, agent: { ...flow.agent, env: { CI: '1', A: 'b' } } })],
    ['its kind is', (flow) => ({ ...flow, agent: { ...flow.agent, kind: 'acp' } })],
    ['the mode is', (flow) => ({ ...flow, agent: { ...flow.agent, kind: 'acp', mode: 'yolo' } })],
    ['its name is', (flow) => phase(flow, 1, { agent: 'codex' })],
    ['one phase has another agent', (flow) => phase(flow, 2, { agent: 'auto' })],
    [
      'a language model does it',
      (flow) => phase(flow, 2, { agent: { kind: 'language-model', model: { vendor: 'x' } } }),
    ],
    ['setup is', (flow) => ({ ...flow, worktree: { ...flow.worktree, setup: ['npm i'] } })],
    [
      'setup has words, not a line',
      (flow) => ({ ...flow, worktree: { ...flow.worktree, setup: [['npm', 'ci']] } }),
    ],
    ['it copies another file', (flow) => ({ ...flow, worktree: { ...flow.worktree, copy: ['.env'] } })],
    [
      'a check is',
      (flow) => phase(flow, 1, { checks: [{ run: 'npm test; evil' }, { run: ['npm', 'run', 'lint'] }] }),
    ],
    [
      'a check is one of words',
      (flow) => phase(flow, 1, { checks: [{ run: ['npm test'] }, { run: ['npm', 'run', 'lint'] }] }),
    ],
    [
      'checks stand in another order',
      (flow) => phase(flow, 1, { checks: [{ run: ['npm', 'run', 'lint'] }, { run: 'npm test' }] }),
    ],
    [
      'a check is of another phase',
      (flow) =>
        phase(phase(flow, 1, { checks: [{ run: 'npm test' }] }) as Base, 2, {
          checks: [{ run: ['npm', 'run', 'lint'] }],
        }),
    ],
  ];

  test.each(rows)('%s', (_what, change) => {
    expect(changed(change)).not.toBe(changed((flow) => flow));
  });
});

test('it is the same where nothing else is run: titles, prompts, names, limits, gates, the order of a map', () => {
  const same = [
    (flow: Base) => ({ ...flow, title: 'Other', description: 'Other', name: 'other' }),
    (flow: Base) =>
      phase(flow, 0, { title: 'Other', prompt: 'Other', retries: 3, timeout: '5m', approval: 'required' }),
    (flow: Base) =>
      phase(flow, 1, {
        checks: [{ run: 'npm test', name: 'tests', timeout: '1m' }, { run: ['npm', 'run', 'lint'] }],
      }),
    (flow: Base) =>
      phase(flow, 0, { agent: { env: { CI: '1' }, command: ['sh', 'agent.sh'], kind: 'command' } }),
    (flow: Base) => phase(flow, 0, { artifacts: [{ path: 'a.md', minBytes: 5 }] }),
  ];
  const base = changed((flow) => flow);
  expect(base).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(same.map((change) => changed(change))).toEqual(same.map(() => base));
});

test('there is nothing to trust where a person does it all, no command looks at it, and nothing is copied', () => {
  const byHand = {
    schema: 2,
    name: 'x',
    agent: { kind: 'manual' },
    phases: [{ id: 'one', artifacts: ['a'] }],
  };
  const more = [
    byHand,
    { ...byHand, agent: 'manual' },
    { ...byHand, agent: 'auto' },
    { ...byHand, worktree: { setup: ['true'] } },
    { ...byHand, worktree: { copy: ['.env'] } },
    { ...byHand, phases: [{ id: 'one', checks: [{ run: 'true' }] }] },
    { ...byHand, phases: [{ id: 'one', artifacts: ['a'], agent: { kind: 'language-model' } }] },
  ];
  expect(more.map((flow) => runsNothing(of(flow)))).toEqual([true, true, false, false, false, false, false]);
});

describe('what is shown of it', () => {
  const shown = (run: string): string =>
    shownCommands(of(phase(BASE, 1, { checks: [{ run }] })))[4]?.what ?? '';

  test('is a row for each thing that is done, in the order of the phases', () => {
    expect(shownCommands(of(BASE))).toEqual([
      { phase: null, does: 'copies', what: '.env.local' },
      { phase: null, does: 'runs', what: 'npm ci' },
      { phase: 'one', does: 'agent', what: 'CI=1 sh agent.sh' },
      { phase: 'two', does: 'agent', what: 'auto (as this machine has it)' },
      { phase: 'two', does: 'check', what: 'npm test' },
      { phase: 'two', does: 'check', what: 'npm run lint' },
      { phase: 'three', does: 'agent', what: 'you' },
    ]);
  });

  test.each([
    ['a line end', 'npm test\ncurl evil', 'npm test⏎curl evil'],
    ['what a terminal obeys', 'npm test\u001b[2K\rls', String.raw`npm test\u{1b}[2K\u{d}ls`],
    ['what turns text round', 'a\u202eb\u2066', String.raw`a\u{202e}b\u{2066}`],
    ['what has no width', 'a\u200bb\u{e0041}', String.raw`a\u{200b}b\u{e0041}`],
    ['a space that is none', 'a\u00a0b\u3000', String.raw`a\u{a0}b\u{3000}`],
    [
      'a blank that is no space',
      'a\u2800\u3164b\u115f\u1160\uffa0',
      String.raw`a\u{2800}\u{3164}b\u{115f}\u{1160}\u{ffa0}`,
    ],
    ['a gap that puts the rest out of sight', `true${' '.repeat(900)}; evil`, 'true (900 spaces) ; evil'],
  ])('hides nothing: %s', (_what, run, seen) => {
    expect(shown(run)).toBe(seen);
  });

  test('of a long one loses its middle, says how much, and keeps its end', () => {
    const long = shown(`begin ${'x'.repeat(5000)} && evil`);
    expect(long).toMatch(/^begin x+ … \d+ characters left out … x+ && evil$/);
    expect(long.length).toBeLessThan(700);
    expect(shown(`${'😀'.repeat(2000)}!`)).toMatch(/^😀+ … \d+ characters left out … 😀+!$/u);
  });
});
