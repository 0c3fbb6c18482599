import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { count } from '../../../src/bundles/tokenizer.ts';
import { foldLedgers, stillHolds } from '../../../src/model/ledger/foldLedgers.ts';
import type { Ledger, LedgerItem, PlacedLedger } from '../../../src/model/ledger/ledger.ts';
import { reviewedLedger } from '../../../src/model/ledger/reviewedLedger.ts';
import type { CommitId, PhaseId, SessionId } from '../../../src/model/names/ids.ts';
import { buildPacket } from '../../../src/model/packet/buildPacket.ts';
import type { SectionHeading } from '../../../src/model/packet/packetHeadings.ts';
import { packetReview } from '../../../src/model/packet/packetReview.ts';
import { parsePacket } from '../../../src/model/packet/parsePacket.ts';
import { ledgerOf } from './anyLedger.ts';

const DEMO = 'demo' as SessionId;
const LEFT = '02-left';
const item = (text: string, section: SectionHeading = 'Decisions'): LedgerItem => ({ section, text });
const placed = (folder: string, seq: number, items: readonly LedgerItem[], over: Partial<Ledger> = {}) => ({
  folder,
  ledger: ledgerOf(folder.slice(3), seq, items, over),
});

/** The packet that `left` would hand on after these. */
function packetOf(ledgers: readonly PlacedLedger[], budget = 2000): string {
  return buildPacket(
    {
      ...ledgerOf('left', 9, []),
      phase: 'left' as PhaseId,
      commit: 'a'.repeat(40) as CommitId,
      budget,
      request: 'Add login',
      next: null,
      ahead: [],
      advisers: new Set(),
      items: foldLedgers(DEMO, ledgers),
    },
    count,
  ).text;
}

interface Told {
  /** What was handed on when the packet was shown. */
  readonly before?: readonly PlacedLedger[];
  /** What was published while it was looked at. */
  readonly since?: readonly PlacedLedger[];
  readonly said: readonly LedgerItem[];
  readonly edit: (packet: string) => string;
  readonly budget?: number;
}

/** The ledgers once `left` is closed. */
function closed({ before = [], since = [], said, edit, budget }: Told): readonly PlacedLedger[] {
  const asked = packetOf([...before, placed(LEFT, 5, said)], budget);
  const review = packetReview(asked, edit(asked));
  const now = [...before, ...since];
  const about = ledgerOf('left', 20, []);
  return [...now, { folder: LEFT, ledger: reviewedLedger(about, now, { folder: LEFT, said }, review) }];
}

const held = (ledgers: readonly PlacedLedger[]): readonly string[] =>
  foldLedgers(DEMO, ledgers)
    .filter(stillHolds)
    .map(({ label, text }) => `${label}: ${text}`)
    .toSorted();

const first = placed('01-first', 2, [
  item('use md5'),
  item('use a cookie'),
  item('Which port?', 'Open questions'),
]);
const right = placed('03-right', 8, [item('right says')]);

type Row = readonly [what: string, edit: Told['edit'], holds: readonly string[], over?: Partial<Told>];

describe('what a person made of a packet', () => {
  const rest = [
    '01-first: Which port?',
    '01-first: use a cookie',
    '01-first: use md5',
    '03-right: right says',
  ];
  const table: readonly Row[] = [
    ['nothing', (text) => text, [...rest, '02-left: left says']],
    [
      'another order',
      (text) => text.replace(/(- \[01-first\] use md5\n)(- .*\n)/, '$2$1'),
      [...rest, '02-left: left says'],
    ],
    [
      'an own item changed',
      (text) => text.replace('left says', 'left says so'),
      [...rest, '02-left: left says so'],
    ],
    ['an own item taken out', (text) => text.replace('- [02-left] left says\n', ''), rest],
    [
      'an item added',
      (text) => `${text}\n## Next\n- ship it\n`,
      [...rest, '02-left: left says', '02-left: ship it'],
    ],
    [
      'an item of another phase taken out',
      (text) => text.replace('- [01-first] use md5\n', ''),
      [...rest, '02-left: left says'].filter((line) => !line.includes('md5')),
    ],
    [
      'an item of another phase changed',
      (text) => text.replace('use md5', 'use sha1'),
      [...rest.filter((line) => !line.includes('md5')), '02-left: left says', '02-left: use sha1'],
    ],
    [
      'one of two taken out that differ in case',
      (text) => text.replace('- [02-left] USE MD5\n', ''),
      rest,
      { said: [item('USE MD5')] },
    ],
    [
      'an item of another phase changed in case alone',
      (text) => text.replace('use md5', 'use MD5'),
      [...rest.filter((line) => !line.includes('md5')), '02-left: left says', '02-left: use MD5'],
    ],
    [
      'one of two of another phase taken out, the other changed',
      (text) => text.replace('- [01-first] use md5\n', '').replace('use a cookie', 'use a signed cookie'),
      [...rest.filter((line) => !line.includes('use')), '02-left: left says', '02-left: use a signed cookie'],
    ],
    [
      'the same, where the one was taken out by another since',
      (text) => text.replace('- [01-first] use md5\n', '').replace('use a cookie', 'use a signed cookie'),
      [...rest.filter((line) => !line.includes('use')), '02-left: left says', '02-left: use a signed cookie'],
      { since: [{ ...right, ledger: { ...right.ledger, removed: [item('use md5')] } }] },
    ],
    [
      'an item moved to another section',
      (text) =>
        text
          .replace('- [01-first] use md5\n', '')
          .replace('## Decisions', '## Constraints\n- [01-first] use md5\n\n## Decisions'),
      [...rest.filter((line) => !line.includes('md5')), '02-left: left says', '02-left: use md5'],
    ],
    [
      'an edit of what was taken out since',
      (text) => text.replace('use md5', 'use sha1'),
      [...rest.filter((line) => !line.includes('md5')), '02-left: left says'],
      { since: [{ ...right, ledger: { ...right.ledger, removed: [item('use md5')] } }] },
    ],
    [
      'an edit of a question that was answered since',
      (text) => text.replace('Which port?', 'Which port, and why?'),
      [
        '01-first: use a cookie',
        '01-first: use md5',
        '02-left: left says',
        '03-right: Answered: Which port? 8080',
      ],
      { since: [placed('03-right', 8, [item('[x] Which port? 8080', 'Open questions')])] },
    ],
    [
      'taken out what another says since, too',
      (text) => text.replace('- [02-left] left says\n', ''),
      rest.filter((line) => !line.includes('right')),
      { since: [placed('03-right', 8, [item('left says')])] },
    ],
    [
      'taken out what another had said, too',
      (text) => text.replace('- [01-first] use md5\n', ''),
      rest.filter((line) => !line.includes('md5')),
      { said: [item('use md5')] },
    ],
    [
      'written what another says since, too',
      (text) => text.replace('- [02-left]', '- right says\n- [02-left]'),
      [...rest, '02-left: left says'],
    ],
    [
      'an answer of its own taken out',
      (text) => text.replace('- [02-left] Answered: Which port? 8080\n', ''),
      rest,
      { said: [item('[x] Which port? 8080', 'Open questions')] },
    ],
  ];
  test.each(table.map((row) => [row[0], row] as const))('%s', (_what, [, edit, expected, over]) => {
    const told = { before: [first], since: [right], said: [item('left says')], edit, ...over };
    expect(held(closed(told))).toEqual(expected.toSorted());
  });

  test('of an item that the packet cut, the rest is still said', () => {
    const long = `Begin here.\n\n${'and so on, '.repeat(200)}to the end`;
    const edit = (text: string): string => text.replace('Begin here.', 'Begin there.');
    const [mended] = held(closed({ said: [item(long)], edit, budget: 500 }));
    expect(mended).toMatch(/^02-left: Begin there\.\n.*to the end$/s);
    expect(mended?.length).toBeGreaterThan(long.length);
    expect(mended).not.toContain('cairn ledger');
    const [first2] = held(
      closed({ before: [placed('01-first', 2, [item(long)])], said: [], edit, budget: 500 }),
    );
    expect(first2).toMatch(/^02-left: Begin there\.\n.*to the end$/s);
    const gone = (text: string): string => text.replace(/- \[02-left\] (?:.|\n {2})*\n/, '');
    expect(held(closed({ said: [item(long)], edit: gone, budget: 500 }))).toEqual([]);
  });

  test('the line that counts what is elsewhere is nobody’s item', () => {
    const before = [
      placed(
        '01-first',
        2,
        Array.from({ length: 200 }, (_, at) => item(`decision ${at}`)),
      ),
    ];
    const edit = (text: string): string =>
      text.replace(/- … .*\n/g, '').replace('- [02-left] left says\n', '');
    expect(held(closed({ before, said: [item('left says')], edit }))).toHaveLength(200);
  });
});

const nameOf = (text: string): string => text.replace(/ .*/s, '');

describe('for any items, edits and order of publication', () => {
  const anyItem = (by: string) =>
    fc.record({
      section: fc.constantFrom<SectionHeading>(
        'Constraints',
        'Decisions',
        'Open questions',
        'State of the work',
        'Artifacts',
      ),
      text: fc
        .tuple(
          fc.nat(20),
          fc.constantFrom('x', 'a longer thought about it', 'of two\nlines', '`code` and *stars*', 'ends.'),
        )
        .map(([number, words]) => `${by}${number} ${words}`),
    });
  const items = (by: string) =>
    fc.uniqueArray(anyItem(by), { maxLength: 6, selector: ({ text }) => nameOf(text) });
  const anyEdit = fc.array(fc.constantFrom('keep', 'change', 'remove', 'add'), { maxLength: 30 });

  test('the same items hold, each once: those of others, those kept and those written', () => {
    fc.assert(
      fc.property(
        items('f'),
        items('l'),
        items('r'),
        items('o'),
        anyEdit,
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        (before, said, byRight, byOther, edits, order) => {
          const base = [placed('01-first', 2, before)];
          const others = [
            placed('03-right', 10 + (order[0] ?? 0), byRight),
            placed('04-other', 10 + (order[1] ?? 0), byOther),
          ];
          const seq = 10 + (order[2] ?? 0);
          const asked = packetOf([...base, placed(LEFT, 5, said)]);
          const { text: edited, kept, written } = changed(asked, edits);
          const review = packetReview(asked, edited);
          const published = [...base, ...others.filter(({ ledger }) => ledger.seq < seq)];
          const own = reviewedLedger(ledgerOf('left', seq, []), published, { folder: LEFT, said }, review);
          const all = foldLedgers(DEMO, [...base, ...others, { folder: LEFT, ledger: own }]);
          const names = all.filter(stillHolds).map(({ text }) => nameOf(text));
          const expected = [...kept, ...written, ...[...byRight, ...byOther].map(({ text }) => nameOf(text))];
          expect(names.toSorted()).toEqual(expected.toSorted());
          const packet = packetOf([...base, ...others, { folder: LEFT, ledger: own }], 500);
          expect(count(packet)).toBeLessThanOrEqual(500);
          expect(parsePacket('PACKET.md', packet).ok).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  /** A packet with an edit at each of its items, and the names of what should hold of it afterwards. */
  function changed(packet: string, edits: readonly string[]) {
    const kept: string[] = [];
    const written: string[] = [];
    let at = 0;
    const text = packet.replace(
      /^- (\[[^\]]*\] )(\w+)( .*\n(?: {2}.*\n)*)/gm,
      (whole: string, label: string, name: string, rest: string) => {
        const edit = edits[at % Math.max(1, edits.length)] ?? 'keep';
        at += 1;
        if (edit === 'remove') return '';
        if (edit === 'change') {
          written.push(`${name}c`);
          return `- ${label}${name}c${rest}`;
        }
        kept.push(name);
        if (edit !== 'add') return whole;
        written.push(`p${at}`);
        return `- p${at} said the person\n${whole}`;
      },
    );
    return { text, kept, written };
  }
});
