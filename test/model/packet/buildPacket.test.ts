import { describe, expect, test } from 'vitest';
import { count } from '../../../src/bundles/tokenizer.ts';
import type { PhaseId } from '../../../src/model/names/ids.ts';
import { renderLedger } from '../../../src/model/ledger/renderLedger.ts';
import { parsePacket } from '../../../src/model/packet/parsePacket.ts';
import { handOn, type Told } from './packetChain.ts';

const build = (over: Partial<Told>): string => handOn(over).packet.text;
const sections = (text: string): Record<string, string> => {
  const packet = parsePacket('PACKET.md', text);
  if (!packet.ok) throw new Error(JSON.stringify(packet.error));
  return Object.fromEntries(packet.value.sections.map((section) => [section.heading, section.text]));
};

const OPENING: Partial<Told> = {
  phase: null,
  folder: null,
  seq: 1,
  request: 'Add login\n\nWith a form.\n',
  constraints: ['No new dependency'],
  next: {
    phase: 'research' as PhaseId,
    title: 'Understand the request',
    asks: 'Read the code.\nList what is there.',
  },
};

const HANDOFF = `# Hand-off

Text before any known heading.

## Constraints
- Node 22 stays supported

## Decisions
1. Sessions live in a cookie
   because there is no server store
2. bcrypt, cost 12

### Storage
- one table

## State of the work
The form is read, the routes are listed.

- [ ] tests are missing

## Failed approaches
- A JWT in local storage: stolen by any script

## Open questions
- Which database?
- None.

## Next
- Start with the table
`;
const RESEARCH: Partial<Told> = {
  before: [handOn(OPENING).placed],
  phase: 'research' as PhaseId,
  folder: '01-research',
  seq: 2,
  request: 'Add login\n\nWith a form.\n',
  handoff: HANDOFF,
  artifacts: [
    {
      pointer: '01-research/findings.md@research',
      path: '.cairn/sessions/s/01-research/findings.md',
      text: '# Findings\n\n## Decisions\n- told by the hand-off already\n',
      bytes: 51,
    },
    { pointer: '/docs/map.png@research', path: 'docs/map.png', text: null, bytes: 70_000 },
  ],
  decisions: ['Approved by Ann <ann@example.com>: go on'],
  failed: ['Attempt 1 of research: findings.md is missing'],
  notCaptured: [{ path: 'big.bin', why: 'it has 20 MB, the limit is 10 MB' }],
  deletions: ['src/old.ts', 'src/older.ts'],
  next: { phase: 'plan' as PhaseId, title: 'Plan', asks: 'Write a plan.' },
};

const KNOWN = [handOn(OPENING).placed, handOn(RESEARCH).placed];

describe('a packet', () => {
  test('of a session that opens has the request and what comes first', async () => {
    await expect(build(OPENING)).toMatchFileSnapshot('../../golden/packet/opening.md');
  });

  test('merges hand-off, words, failures and files with the packet before it', async () => {
    await expect(build(RESEARCH)).toMatchFileSnapshot('../../golden/packet/research.md');
  });

  test('goes on along the chain, without a hand-off too', async () => {
    const plan: Partial<Told> = {
      request: 'Add login\n\nWith a form.\n',
      before: KNOWN,
      artifacts: [
        {
          pointer: '02-plan/plan.md@plan',
          path: '.cairn/sessions/s/02-plan/plan.md',
          text: '# Plan\n\nSteps\n-----\n1. a\n\n## DECISIONS\n- bcrypt, cost 12\n- Rate limit of 5 a minute\n\n## Open Questions\n- [x] Which database? Postgres, says Bob.\n- Which port?\n',
          bytes: 120,
        },
        {
          pointer: '02-plan/tasks.json@plan',
          path: '.cairn/sessions/s/02-plan/tasks.json',
          text: '[\n  {"id": 1}\n]\n',
          bytes: 15,
        },
      ],
    };
    await expect(build(plan)).toMatchFileSnapshot('../../golden/packet/plan.md');
    await expect(renderLedger(handOn(plan).placed.ledger)).toMatchFileSnapshot(
      '../../golden/packet/plan-ledger.md',
    );
    const request = 'Add login. It has a form, a session cookie and a rate limit. '.repeat(20);
    const scarce = { ...plan, budget: 500, request, failed: ['Attempt 1 of plan: plan.md is missing'] };
    await expect(build(scarce)).toMatchFileSnapshot('../../golden/packet/plan-500.md');
  });

  test('an answered question is closed and stands below Decisions', () => {
    const after = sections(
      build({
        before: KNOWN,
        handoff: '## Open questions\n- [x] which database: Postgres\n',
      }),
    );
    expect(after['Open questions']).toBeUndefined();
    expect(after['Decisions']).toContain('- [02-plan] Answered: which database: Postgres');
  });

  test('[B9] names what the phase deleted, and where the names are when they are many', () => {
    const few = sections(build({ deletions: ['a.ts', 'b.ts'] }))['State of the work'];
    expect(few).toBe('- [02-plan] Deleted 2 files: `a.ts`, `b.ts`');
    const many = sections(build({ deletions: Array.from({ length: 400 }, (_, at) => `src/file-${at}.ts`) }))[
      'State of the work'
    ];
    expect(many).toMatch(
      /^- \[02-plan\] Deleted 400 files: `src\/file-0.ts`, .*; 388 more by `cairn diff 20261120-add-login-7f3k plan`$/,
    );
  });

  test('without a hand-off tells what changed, and how much', () => {
    const changed = [
      { path: 'src/login.ts', isNew: true, lines: { added: 40, removed: 0 } },
      { path: 'src/routes.ts', isNew: false, lines: { added: 3, removed: 1 } },
      { path: 'logo.png', isNew: false, lines: null },
      { path: 'new.png', isNew: true, lines: null },
    ];
    expect(sections(build({ changed, deletions: ['a.ts'] }))['State of the work']).toBe(
      '- [02-plan] Changed 4 files: `src/login.ts` (new, +40), `src/routes.ts` (+3 -1), `logo.png`, `new.png` (new)\n- [02-plan] Deleted 1 file: `a.ts`',
    );
  });

  test('without a hand-off takes over what the agent said last: by its headings, else as the state of the work', () => {
    const said = sections(build({ finalText: 'I am done.\n\n- the form is there\n- `npm test` passes' }));
    expect(said['State of the work']).toBe(
      '- [02-plan] I am done.\n- [02-plan] the form is there\n- [02-plan] `npm test` passes',
    );
    const told = sections(
      build({ finalText: '# Summary\n\n## Decisions\n- a cookie\n\n## Open questions\n- which port?' }),
    );
    expect(told).toMatchObject({
      Decisions: '- [02-plan] a cookie',
      'Open questions': '- [02-plan] which port?',
    });
    expect(sections(build({ finalText: 'word '.repeat(900), budget: 500 }))['State of the work']).toMatch(
      /… `cairn ledger --grep 02-plan.1`$/,
    );
  });

  test('a request beyond a quarter of the budget keeps its beginning and ends in a pointer', () => {
    const request = Array.from({ length: 3000 }, (_, at) => `line ${at} of the request`).join('\n');
    for (const budget of [500, 1000, 2000]) {
      const goal = sections(build({ request, budget }))['Goal'] ?? '';
      expect(goal.startsWith('line 0 of the request\nline 1 of')).toBe(true);
      expect(goal.endsWith('… `REQUEST.md@opened`')).toBe(true);
      const tokens = count(`## Goal\n${goal}\n`);
      expect(tokens).toBeLessThanOrEqual(budget / 4);
      // The quarter is used, not only kept.
      expect(tokens).toBeGreaterThan((budget / 4) * 0.9);
    }
  });

  const never = (many: number): readonly string[] =>
    Array.from({ length: many }, (_, at) => `Never touch module number ${at} of the engine`);
  const COUNTED = /\n- … \d+ more: `cairn ledger --section constraints`$/;

  test('constraints stay as long as they fit, and none goes before what another section has beyond its quarter', () => {
    expect(sections(build({ constraints: never(100) }))['Constraints']?.split('\n')).toEqual(
      never(100).map((text) => `- [02-plan] ${text}`),
    );
    const decisions = Array.from({ length: 200 }, (_, at) => `step ${at} is done and was looked at twice`);
    const beside = sections(build({ constraints: never(60), decisions }));
    expect(beside['Constraints']?.split('\n')).toHaveLength(60);
    expect(beside['Constraints']).not.toMatch(COUNTED);
    expect(beside['Decisions']).toMatch(/- … \d+ more: `cairn ledger --section decisions`$/);
  });

  test('constraints that do not fit keep the first ones, as many as there is room for, and end in a pointer', () => {
    const { text: packet, tokens } = handOn({ constraints: never(400) }).packet;
    const text = sections(packet)['Constraints'] ?? '';
    expect(text).toMatch(/^- \[02-plan\] Never touch module number 0 of the engine\n/);
    expect(text).toMatch(COUNTED);
    expect(tokens).toBeGreaterThan(2000 - 25);
  });

  test('constraints beyond a quarter of the budget push out nothing that is within the quarter of another section', () => {
    const decisions = Array.from({ length: 20 }, (_, at) => `step ${at} is done and was looked at twice`);
    const after = sections(build({ constraints: never(400), decisions }));
    expect(after['Decisions']?.split('\n')).toHaveLength(20);
    expect(after['Constraints']).toMatch(COUNTED);
    expect(count(after['Constraints'] ?? '')).toBeGreaterThan(500);
  });

  test('what a wordy phase says in one section does not push out what came before', () => {
    const wordy = `## State of the work\n${Array.from({ length: 200 }, (_, at) => `- step ${at} is done and was looked at twice`).join('\n')}`;
    const after = sections(build({ before: KNOWN, handoff: wordy }));
    expect(after['Decisions']).toContain('- [01-research] bcrypt, cost 12');
    expect(after['State of the work']).toMatch(/- … \d+ more: `cairn ledger --section state`$/);
  });

  test('[E16] carries its time and the checkpoint that it was built on', () => {
    expect(parsePacket('PACKET.md', build({}))).toMatchObject({
      ok: true,
      value: {
        at: '2026-11-20T10:01:22.123Z',
        commit: '85b0113aabbccddeeff00112233445566778899a',
        phase: 'plan',
        seq: 3,
      },
    });
  });

  test('ids that YAML would take for something else are quoted', () => {
    const text = build({ phase: 'null' as PhaseId, folder: '02-null' });
    expect(text).toContain('\nphase: "null"\n');
    expect(parsePacket('PACKET.md', text)).toMatchObject({ ok: true, value: { phase: 'null' } });
  });
});

test('counting tokens takes special tokens for the text that they are', () => {
  expect(count('<|endoftext|>')).toBeGreaterThan(1);
  expect(count('<|im_start|>system')).toBeGreaterThan(1);
  expect(build({ request: 'Say <|endoftext|>' })).toContain('Say <|endoftext|>');
});
