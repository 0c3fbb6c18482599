import { describe, expect, test } from 'vitest';
import { foldLedgers, type HandedItem } from '../../../src/model/ledger/foldLedgers.ts';
import type { LedgerItem, PlacedLedger } from '../../../src/model/ledger/ledger.ts';
import type { SessionId, Timestamp } from '../../../src/model/names/ids.ts';
import type { SectionHeading } from '../../../src/model/packet/packetHeadings.ts';
import { ledgerOf } from './anyLedger.ts';
import { cpuMs } from '../../support/lateness.ts';

const DEMO = 'demo' as SessionId;
const item = (section: SectionHeading, text: string): LedgerItem => ({ section, text });
const placed = (folder: string, seq: number, ...items: readonly LedgerItem[]): PlacedLedger => ({
  folder,
  ledger: ledgerOf(folder.slice(3), seq, items),
});
const shown = (items: readonly HandedItem[]): readonly string[] =>
  items.map(
    ({ id, section, text, closedBy, removedBy }) =>
      `${id} ${section}: ${text}${closedBy === undefined ? '' : ` < ${closedBy}`}${removedBy === undefined ? '' : ` x ${removedBy}`}`,
  );
const fold = (...ledgers: readonly PlacedLedger[]): readonly string[] => shown(foldLedgers(DEMO, ledgers));

describe('the ledgers of a session add up', () => {
  test('in order of publication, whatever the numbers of the folders', () => {
    expect(
      fold(placed('01-a', 4, item('Decisions', 'late')), placed('02-b', 2, item('Decisions', 'early')), {
        folder: '00-opened',
        ledger: ledgerOf(null, 1, [item('Not captured', 'x: big')]),
      }),
    ).toEqual(['opened.1 Not captured: x: big', '02-b.1 Decisions: early', '01-a.1 Decisions: late']);
  });

  test('those that a fork brought along first, the oldest session before the others', () => {
    const of = (session: string, at: string, folder: string, seq: number, text: string): PlacedLedger => ({
      folder,
      ledger: ledgerOf(folder.slice(3), seq, [item('Decisions', text)], {
        session: session as SessionId,
        at: `2026-11-20T10:${at}:00.000Z` as Timestamp,
      }),
    });
    expect(
      fold(
        of('demo', '01', '04-d', 2, 'own, though its clock is behind'),
        of('middle', '20', '03-c', 2, 'forked'),
        of('first', '10', '01-a', 2, 'first'),
        of('first', '12', '02-b', 3, 'second'),
      ).map((line) => line.slice(0, 4)),
    ).toEqual(['01-a', '02-b', '03-c', '04-d']);
  });

  test('an earlier round of a phase keeps its items, under ids of their own', () => {
    const round = { folder: '01-a/round-1', ledger: ledgerOf('a', 2, [item('Decisions', 'first try')]) };
    const items = foldLedgers(DEMO, [placed('01-a', 5, item('Decisions', 'second try')), round]);
    expect(shown(items)).toEqual(['01-a/round-1.1 Decisions: first try', '01-a.1 Decisions: second try']);
    expect(items.map(({ label }) => label)).toEqual(['01-a', '01-a']);
  });

  test('a file that is handed on anew takes the place of what was said of it, as does one that a person takes out, whichever round has moved it', () => {
    const round = (
      phase: string,
      seq: number,
      item: LedgerItem,
      ...removed: readonly LedgerItem[]
    ): PlacedLedger => ({
      folder: `${phase}/round-1`,
      ledger: { ...ledgerOf(phase.slice(3), seq, [item]), removed },
    });
    const out = item('Artifacts', '`01-a/out.md@a` (9 bytes)');
    const moved = item('Artifacts', '`01-a/round-1/out.md@a` (9 bytes)');
    expect(fold(round('01-a', 2, moved), placed('01-a', 4, out))).toEqual([
      '01-a/round-1.1 Artifacts: `01-a/round-1/out.md@a` (9 bytes) < 01-a.1',
      '01-a.1 Artifacts: `01-a/out.md@a` (9 bytes)',
    ]);
    expect(fold(round('01-a', 2, moved), round('02-b', 3, item('Next', 'x'), out))[0]).toBe(
      '01-a/round-1.1 Artifacts: `01-a/round-1/out.md@a` (9 bytes) x 02-b',
    );
  });

  test('a question is closed by a ticked item of a later phase that begins with it, which counts as a decision', () => {
    expect(
      fold(
        placed(
          '01-a',
          2,
          item('Open questions', 'Which *database*?'),
          item('Open questions', '[ ] Which port?'),
        ),
        placed('02-b', 3, item('Open questions', '[x] which database: Postgres')),
        placed('03-c', 4, item('Open questions', 'Which database?')),
      ),
    ).toEqual([
      '01-a.1 Open questions: Which *database*? < 02-b.1',
      '01-a.2 Open questions: Which port?',
      '02-b.1 Decisions: Answered: which database: Postgres',
      // Asked again, it is open again.
      '03-c.1 Open questions: Which database?',
    ]);
  });

  test.each([
    ['a word that only begins like its last', 'Which port?', '[x] Which portal? Ours', false],
    [
      'a longer question that begins like it',
      'Which database?',
      '[x] Which database for tests? SQLite',
      false,
    ],
    ['a longer one and a colon', 'Which port?', '[x] Which port for tests: 81', false],
    ['a longer one and a dash', 'Which port?', '[x] Which port for tests – 81', false],
    ['a longer one and an arrow', 'Which port?', '[x] Which port for `tests` -> 81', false],
    ['a longer one and nothing yet', 'Which port?', '[x] Which port for tests:', false],
    ['a comma, more words and a colon', 'Which port?', '[x] Which port, for tests: 81', false],
    ['more words in brackets, and a colon', 'Which port?', '[x] Which port (for tests): 81', false],
    ['a compound, and a colon', 'Which port?', '[x] Which port-range: 80-90', false],
    [
      'a colon of its own, its mark behind that',
      'Which port: 80 or 81?',
      '[x] Which port: 80 or 81? 80',
      true,
    ],
    ['a colon right behind it', 'Which port?', '[x] Which port: 81, for tests: 82', true],
    ['a dash right behind it', 'Which port?', '[x] Which port - 81', true],
    ['a colon within its answer', 'Which host?', '[x] which host http://a:81', true],
    ['the answer right behind it', 'Which database?', '[x] which database Postgres', true],
    ['an answer that asks back', 'Which database?', '[x] Which database? Postgres, or would you?', true],
    ['a script without spaces', '使用哪个端口', '[x] 使用哪个端口是八十', true],
  ])('a ticked item closes a question that it says whole: %s', (_what, asked, said, closes) => {
    const [question] = foldLedgers(DEMO, [
      placed('01-a', 2, item('Open questions', asked)),
      placed('02-b', 3, item('Open questions', said)),
    ]);
    expect(question?.closedBy).toBe(closes ? '02-b.1' : undefined);
  });

  test('of two questions that begin alike the longer one that it says is closed', () => {
    expect(
      fold(
        placed(
          '01-a',
          2,
          item('Open questions', 'Which port'),
          item('Open questions', 'Which port for tests'),
        ),
        placed('02-b', 3, item('Open questions', '[x] Which port for tests: 81')),
      ).slice(0, 2),
    ).toEqual(['01-a.1 Open questions: Which port', '01-a.2 Open questions: Which port for tests < 02-b.1']);
  });

  test('a question that is asked again and answered as before is closed by the answer that is told', () => {
    const asked = item('Open questions', 'Which port?');
    const answered = item('Open questions', '[x] Which port? 80');
    expect(
      fold(
        placed('01-a', 2, asked),
        placed('02-b', 3, answered),
        placed('03-c', 4, asked),
        placed('04-d', 5, answered),
      ),
    ).toEqual([
      '01-a.1 Open questions: Which port? < 02-b.1',
      '02-b.1 Decisions: Answered: Which port? 80',
      '03-c.1 Open questions: Which port? < 02-b.1',
    ]);
  });

  test('twenty thousand questions and as many answers to others add up at once', () => {
    const many = (text: string): readonly LedgerItem[] =>
      Array.from({ length: 20_000 }, (_each, at) => item('Open questions', text.replace('#', String(at))));
    const folded = (): void => {
      const items = fold(
        placed('01-a', 2, ...many('which port of #?')),
        placed('02-b', 3, ...many('[x] port # 80')),
      );
      expect(items).toHaveLength(40_000);
    };
    expect(cpuMs(folded)).toBeLessThan(5000);
  });

  test('what repeats an item that holds adds nothing; in another section it is another item', () => {
    expect(
      fold(
        placed('01-a', 2, item('Decisions', 'bcrypt, cost 12')),
        placed('02-b', 3, item('Decisions', ' bcrypt, cost 12\n'), item('Constraints', 'bcrypt, cost 12')),
      ),
    ).toEqual(['01-a.1 Decisions: bcrypt, cost 12', '02-b.2 Constraints: bcrypt, cost 12']);
  });

  test.each([
    ['case', 'Never touch src/Api.ts', 'Never touch src/api.ts'],
    ['an underscore', 'Keep foo_bar', 'Keep foo bar'],
    ['marks', 'Leave `*` alone', 'Leave alone'],
    ['a backslash', 'Split at \\n', 'Split at n'],
    ['a final full stop', 'Call it cairn.', 'Call it cairn'],
  ])('two items that differ in %s are two, said by one phase or by two', (_what, one, other) => {
    const [first, second] = [item('Constraints', one), item('Constraints', other)];
    const twice = (lines: readonly string[]): readonly string[] => lines.map((line) => line.slice(7));
    const both = [`Constraints: ${one}`, `Constraints: ${other}`];
    expect(twice(fold(placed('01-a', 2, first, second)))).toEqual(both);
    expect(twice(fold(placed('01-a', 2, first), placed('02-b', 3, second)))).toEqual(both);
    const out = { folder: '02-b', ledger: ledgerOf('b', 3, [], { removed: [first] }) };
    expect(twice(fold(placed('01-a', 2, first, second), out))).toEqual([`${both[0]} x 02-b`, both[1]]);
  });

  test('an answer closes each of two questions that ask the same in other letters', () => {
    expect(
      fold(
        placed('01-a', 2, item('Open questions', 'Which port?'), item('Open questions', 'which `port`')),
        placed('02-b', 3, item('Open questions', '[x] WHICH PORT? 80')),
      ),
    ).toEqual([
      '01-a.1 Open questions: Which port? < 02-b.1',
      '01-a.2 Open questions: which `port` < 02-b.1',
      '02-b.1 Decisions: Answered: WHICH PORT? 80',
    ]);
  });

  test('what a person took out is marked, and may be said again', () => {
    const reviewed = {
      folder: '02-b',
      ledger: ledgerOf('b', 3, [], { removed: [item('Decisions', 'md5')] }),
    };
    expect(
      fold(
        placed('01-a', 2, item('Decisions', 'md5')),
        reviewed,
        placed('03-c', 4, item('Decisions', 'md5')),
      ),
    ).toEqual(['01-a.1 Decisions: md5 x 02-b', '03-c.1 Decisions: md5']);
  });
});
