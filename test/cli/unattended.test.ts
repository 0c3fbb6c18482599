import { describe, expect, test } from 'vitest';
import type { PhaseId } from '../../src/model/names/ids.ts';
import type { RunNews } from '../../src/runner/runEvents.ts';
import { unattendedWords } from '../../src/sentences/unattendedWords.ts';
import type { Unattended } from '../../src/session/unattended.ts';
import { runLine, type LineOptions, type LineResult } from './runLine.ts';
import { OUTCOME, scriptedApi } from './scriptedApi.ts';

const phases = (...ids: readonly string[]) => ids as readonly PhaseId[];
const [plan, build, verify] = ['plan', 'build', 'verify'] as [PhaseId, PhaseId, PhaseId];

const BOUNDS: Unattended = {
  isLeftAlone: true,
  agents: [
    {
      agent: 'opencode',
      kind: 'acp',
      phases: phases('plan', 'build', 'verify'),
      permissions: { commands: { allow: ['npm test', 'npm run *'], else: 'ask' }, network: 'deny' },
    },
  ],
  approvals: [],
  packets: [],
  limits: [],
  sandbox: null,
};

const said = async (bounds: Unattended): Promise<readonly string[]> => {
  const news: readonly RunNews[] = [
    { type: 'unattended', ...bounds },
    { type: 'outcome', outcome: { ...OUTCOME, reason: 'completed' } },
  ];
  const { out } = await runLine(['start', 'Add it', '--unattended'], { api: scriptedApi({}), news });
  return out.slice(0, out.indexOf('\n\n')).split('\n');
};

describe('before a session begins that nobody sits by', () => {
  test('it is said what is allowed, asked and denied, who approves, which limits hold, and what it runs below', async () => {
    expect(await said(BOUNDS)).toMatchInlineSnapshot(`
      [
        "· Nobody is asked. What an agent would have to ask is denied at once; a phase that does not hold after that waits with the question.",
        "· opencode may: read and change files of its working tree; run npm test, npm run *, the checks of the phase, programs that only read, in its working tree.",
        "· Denied, as opencode would have to ask: files elsewhere; other commands.",
        "· Denied to opencode: the network.",
        "! The network is denied only where an agent asks for that as such: a command that it may run reaches what it likes.",
        "! No limit is set: it ends when its phases do.",
        "! No sandbox is set: whatever it may run does what you could do.",
      ]
    `);
    expect(
      await said({
        isLeftAlone: true,
        agents: [
          { agent: 'claude', kind: 'acp', phases: phases('plan'), permissions: 'ask' },
          { agent: 'codex', kind: 'command', phases: phases('build'), permissions: null },
          { agent: 'manual', kind: 'manual', phases: phases('verify'), permissions: null },
        ],
        approvals: [
          { phase: plan, by: 'Ada <ada@example.invalid>' },
          { phase: build, by: null },
        ],
        packets: [verify],
        limits: [
          { of: null, limit: 'cost', most: 5 },
          { of: build, limit: 'timeMs', most: 1_800_000 },
        ],
        sandbox: ['/usr/bin/bwrap', '--dev', '/dev'],
      }),
    ).toMatchInlineSnapshot(`
      [
        "· Nobody is asked. What an agent would have to ask is denied at once; a phase that does not hold after that waits with the question.",
        "· Denied, as claude would have to ask: read and change any file; commands; the network.",
        "! codex asks nobody as it is started: its own settings decide what it may do.",
        "! You do verify yourself: it waits for you there.",
        "! The network is denied only where an agent asks for that as such: a command that it may run reaches what it likes.",
        "· Approved beforehand by Ada <ada@example.invalid>, in each round and with nobody looking: plan.",
        "! Waits for an approval, as nobody is there to give it: build. --approve build says it beforehand.",
        "! Waits for a look at what it hands on, which nobody can take beforehand: verify.",
        "· Limits, at which it waits: 5 USD for the session, 30m for build.",
        "· Agents and checks run below /usr/bin/bwrap --dev /dev.",
      ]
    `);
  });

  test.each([
    ['allow', ['opencode may: read and change any file; commands; the network.']],
    [
      'deny',
      [
        'Denied to opencode: read and change any file; commands; the network.',
        expect.stringContaining('The network is denied only where'),
      ],
    ],
    [
      'allow-in-worktree',
      [
        'opencode may: read and change files of its working tree; run the checks of the phase, programs that only read, in its working tree.',
        'Denied, as opencode would have to ask: files elsewhere; other commands; the network.',
        expect.stringContaining('The network is denied only where'),
      ],
    ],
  ] as const)('of an agent that may %s', (permissions, lines) => {
    const [, ...rest] = unattendedWords({ ...BOUNDS, agents: [{ ...BOUNDS.agents[0]!, permissions }] });
    expect(rest.slice(0, -2).map(({ text }) => text)).toEqual(lines);
  });
});

test('where somebody is asked, only what they have approved beforehand is said', () => {
  const approvals = [
    { phase: plan, by: 'Ada' },
    { phase: build, by: null },
  ];
  const lines = unattendedWords({ ...BOUNDS, isLeftAlone: false, approvals });
  expect(lines.map(({ text }) => text)).toEqual([
    'Approved beforehand by Ada, in each round and with nobody looking: plan.',
  ]);
});

describe('--unattended', () => {
  const asked = ({ requests }: LineResult): readonly unknown[] =>
    requests.map(({ options }) => {
      const { unattended, approve } = options;
      return { unattended, approve };
    });
  const at = (over: LineOptions = {}): LineOptions => ({ api: scriptedApi({}), terminal: 80, ...over });

  test('and --approve go with a start and with a resume', async () => {
    const words = ['--unattended', '--approve', 'plan', '--approve', 'verify'];
    const both = [{ unattended: true, approve: ['plan', 'verify'] }];
    expect(asked(await runLine(['start', 'Add it', ...words], at()))).toEqual(both);
    expect(asked(await runLine(['resume', ...words], at()))).toEqual(both);
    expect(asked(await runLine(['start', 'Add it'], at()))).toEqual([{ unattended: false, approve: [] }]);
  });

  const refusing = (error: Extract<RunNews, { type: 'error' }>['error']): LineOptions =>
    at({ types: ['y', 'y'], news: [{ type: 'error', error }] });

  test('asks nobody at a terminal: what needs an answer is refused as in a script', async () => {
    const missing = refusing({
      code: 'usage/inputs',
      details: {
        file: 'flow.yaml',
        faults: [
          {
            input: 'ticket',
            because: 'missing',
            line: 1,
            column: 1,
            description: null,
            allowed: null,
            pattern: null,
          },
        ],
      } as never,
    });
    expect(await runLine(['start', 'Add it', '--unattended'], missing)).toMatchObject({ code: 2, asked: [] });
    const unseen = refusing({
      code: 'data/unseen-commands',
      details: { because: 'config', hash: 'sha256:1', file: 'own.yaml', commands: [] },
    });
    expect(await runLine(['start', 'Add it', '--unattended'], unseen)).toMatchObject({ code: 7, asked: [] });
    expect(await runLine(['start', '--unattended'], at({ types: ['Add it'] }))).toMatchObject({
      code: 2,
      asked: [],
      requests: [],
    });
    const untrusted = refusing({
      code: 'data/untrusted-commands',
      details: {
        session: 'demo',
        hash: 'sha256:1',
        commands: [],
        file: 'flow.yaml',
        commit: null,
        by: [],
        heldBy: [],
        partlyBy: [],
        warnings: [],
      },
    });
    expect(await runLine(['resume', '--unattended'], untrusted)).toMatchObject({ code: 7, asked: [] });
  });
});
