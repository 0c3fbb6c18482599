import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { glanceLedger, parseLedger } from '../../../src/model/ledger/parseLedger.ts';
import { renderLedger } from '../../../src/model/ledger/renderLedger.ts';
import { anyLedger, ledgerOf } from './anyLedger.ts';

const WRITTEN = renderLedger(
  ledgerOf(
    'plan',
    3,
    [
      { section: 'Decisions', text: 'bcrypt\nbecause of X' },
      { section: 'Open questions', text: '[x] Which port? 80' },
    ],
    { removed: [{ section: 'Decisions', text: 'md5' }] },
  ),
);

test('any ledger is read back as it was written', () => {
  fc.assert(
    fc.property(anyLedger, (ledger) => {
      const text = renderLedger(ledger);
      expect(parseLedger('LEDGER.md', text)).toEqual({ ok: true, value: ledger });
      expect(text).not.toMatch(/^ +$/m);
      expect(glanceLedger(text.replace(/^---\n[^]*?\n---\n\n?/, ''))).toEqual({
        items: ledger.items,
        removed: ledger.removed,
      });
    }),
  );
});

test('a ledger is a list by section whose numbers go on', () => {
  expect(WRITTEN).toBe(`---
schema: 3
session: demo
phase: plan
seq: 3
at: 2026-11-20T10:01:22.123Z
---

## Decisions
1. bcrypt
   because of X

## Open questions
2. [x] Which port? 80

## Taken out by a person
- Decisions: md5
`);
});

describe('a ledger that somebody changed is refused with its line', () => {
  test.each<readonly [string, (text: string) => string, string]>([
    [
      'no front matter',
      (text) => text.slice(4),
      '1: the file must start with front matter between two lines "---"',
    ],
    ['another word', (text) => text.replace('seq: 3', 'seq: x'), '5: "seq" cannot be "x"'],
    [
      'a section that is none',
      (text) => text.replace('## Decisions', '## Wishes'),
      '9: unknown section "Wishes"',
    ],
    [
      'sections in another order',
      (text) => text.replace('## Open questions', '## Constraints'),
      '13: the section "Constraints" is out of order',
    ],
    [
      'a number that does not go on',
      (text) => text.replace('2. [x]', '3. [x]'),
      '14: an item here begins with "2. "',
    ],
    [
      'a line of no item',
      (text) => text.replace('   because', 'because'),
      '11: this line belongs to no item',
    ],
    ['an item of nothing', (text) => text.replace(/2\. .*/, '2. '), '14: this item is empty'],
    [
      'something taken out of nowhere',
      (text) => text.replace('- Decisions: md5', '- md5'),
      '17: an item here is "<section>: <text>"',
    ],
  ])('%s', (_what, change, told) => {
    const read = parseLedger('LEDGER.md', change(WRITTEN));
    expect(read).toMatchObject({ ok: false, error: { kind: 'invalid' } });
    const problems = read.ok || read.error.kind !== 'invalid' ? [] : read.error.problems;
    expect(problems.map(({ line, message }) => `${line}: ${message}`)).toContain(told);
  });

  test('and shown as far as it can be made out', () => {
    expect(glanceLedger(WRITTEN.replace('2. [x]', '7. [x]')).items).toHaveLength(2);
  });

  test('one of a newer schema says so', () => {
    expect(parseLedger('LEDGER.md', WRITTEN.replace('schema: 3', 'schema: 4'))).toEqual({
      ok: false,
      error: { kind: 'newer-schema', found: 4 },
    });
  });
});
