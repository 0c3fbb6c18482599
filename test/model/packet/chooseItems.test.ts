import { describe, expect, test } from 'vitest';
import type { HandedItem } from '../../../src/model/ledger/foldLedgers.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../../../src/model/names/ids.ts';
import { namesAny, namesOf } from '../../../src/model/packet/ahead.ts';
import { chooseItems } from '../../../src/model/packet/chooseItems.ts';
import type { PacketInput } from '../../../src/model/packet/packetInput.ts';

const item = (order: number, text: string, over: Partial<HandedItem> = {}): HandedItem => ({
  id: `0${order}-p.${text}`,
  label: `0${order}-p`,
  order,
  seq: order + 1,
  section: 'Decisions',
  text,
  ...over,
});

function staying(
  items: readonly HandedItem[],
  ahead: readonly string[] = [],
  budget = 2000,
  advisers: readonly string[] = [],
): readonly string[] {
  const input: PacketInput = {
    session: 'demo' as SessionId,
    phase: 'p' as PhaseId,
    seq: 9,
    at: '2026-11-20T10:01:22.123Z' as Timestamp,
    commit: '1'.repeat(40) as CommitId,
    budget,
    request: 'x',
    items,
    next: null,
    ahead,
    advisers: new Set(advisers),
  };
  const { givenUp } = chooseItems(input, (text) => text.length);
  return givenUp.toReversed().map(({ text }) => text);
}

describe('where room is scarce', () => {
  test('what the next phases name stays before newer, newer before older, and of one phase what matters most', () => {
    expect(
      staying(
        [
          item(1, 'old'),
          item(1, 'old, of src/login.ts'),
          item(2, 'new files', { section: 'Artifacts' }),
          item(2, 'new question', { section: 'Open questions' }),
          item(2, 'new, first'),
          item(2, 'new, second'),
          item(3, 'newest, of src/login.tsx'),
        ],
        ['src/login.ts'],
      ),
    ).toEqual([
      'old, of src/login.ts',
      'newest, of src/login.tsx',
      'new, first',
      'new, second',
      'new question',
      'new files',
      'old',
    ]);
  });

  test('what a later one says again in other letters and marks goes first, however new it is', () => {
    expect(
      staying([
        item(1, 'Old.'),
        item(2, 'Never touch src/api.ts.'),
        item(3, 'never touch `src/api.ts`'),
        item(3, 'Never touch src/api.ts.', { section: 'Constraints' }),
      ]),
    ).toEqual(['never touch `src/api.ts`', 'Old.', 'Never touch src/api.ts.']);
  });

  test('what a section has beyond a quarter of the budget goes before all others', () => {
    const wordy = [1, 2, 3].map((n) =>
      item(2, `${n} ${'state '.repeat(20)}`, { section: 'State of the work' }),
    );
    const order = staying([item(1, 'old decision'), ...wordy], [], 1000).map((text) => text.slice(0, 3));
    expect(order).toEqual(['1 s', 'old', '2 s', '3 s']);
  });

  test('of what is beyond a quarter constraints go last; none that is within goes', () => {
    const of = (section: HandedItem['section']): readonly HandedItem[] =>
      [1, 2, 3].map((n) => item(2, `${section} ${n} ${'word '.repeat(18)}`, { section }));
    const order = staying([...of('Decisions'), ...of('Constraints')], [], 1000);
    expect(order.map((text) => text.replace(/ word.*/, ''))).toEqual([
      'Decisions 1',
      'Decisions 2',
      'Constraints 3',
      'Decisions 3',
    ]);
  });

  test('nothing is chosen from what was answered, taken out or advice of an earlier phase', () => {
    expect(
      staying([
        item(1, 'answered?', { section: 'Open questions', closedBy: '02-p.1' }),
        item(1, 'taken out', { removedBy: '02-p' }),
        item(1, 'old advice', { section: 'Next' }),
        item(2, 'advice', { section: 'Next' }),
      ]),
    ).toEqual(['advice']);
  });

  test('advice is that of the newest phase, and of those that the next ones need, as each gave it last', () => {
    const advice = (order: number, text: string, label: string): HandedItem =>
      item(order, text, { section: 'Next', label });
    const given = [
      advice(1, 'left, before', '02-left'),
      advice(2, 'left', '02-left'),
      advice(3, 'other', '03-other'),
      advice(4, 'right', '04-right'),
    ];
    expect(staying(given, [], 2000, ['02-left', '04-right']).toSorted()).toEqual(['left', 'right']);
    expect(staying(given)).toEqual(['right']);
  });
});

test('a definition names its id, what it needs, the files it promises, and the paths in its instructions', () => {
  const names = namesOf([
    {
      id: 'build' as PhaseId,
      needs: ['plan' as PhaseId],
      artifacts: [{ path: '/src/Login.ts', minBytes: null, headings: [], schema: null }],
      prompt: 'Read docs/auth.md and tasks.json, e.g. its first entry.',
    },
  ]);
  expect(names).toEqual(['build', 'plan', 'src/login.ts', 'docs/auth.md', 'tasks.json', 'e.g']);
});

test.each([
  ['`02-plan/plan.md@plan` (12 bytes)', true],
  ['see ./src/login.ts.', true],
  ['as the PLAN says', true],
  ['src/login.tsx', false],
  ['the planet', false],
  ['a re-plan', false],
  ['', false],
])('%j names one of them: %s', (text, names) => {
  expect(namesAny(['plan', 'src/login.ts'])(text)).toBe(names);
  expect(namesAny([])(text)).toBe(false);
});
