import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { plain, plainLine } from '../../src/cli/terminal/plainText.ts';
import { printedTail } from '../../src/host/printedLine.ts';
import { shorten, shortenMiddle, textWidth } from '../../src/cli/terminal/textWidth.ts';
import type { StatusView } from '../../src/session/results.ts';
import { cpuMs } from '../support/lateness.ts';
import { runLine } from './runLine.ts';
import { LEDGER, LOG, STATUS, scriptedApi } from './scriptedApi.ts';

const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const EVIL = 'a\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eb\r\nc\u0000';

/** Anything, with many of the characters that terminals obey. */
const anything = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\u001b', '[', ']', '\u0007', '\u009b', '\r', '\u202e', '2', 'J', 'm'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

test('nothing that a terminal obeys is left in plain text, whatever it was made of', () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(plain(text)).not.toMatch(OBEYED);
      expect(plainLine(text)).not.toMatch(/[\r\n\t]/);
    }),
    { numRuns: 2000 },
  );
  expect(plain('one\n\ttwo — 日本')).toBe('one\n\ttwo — 日本');
});

test.each([
  ['titles of a window', '\u001b]'],
  ['titles in one character', '\u009d'],
  ['colours', '\u001b[0;'],
  ['character sets', '\u001b( '],
])('a text that begins sequences without an end is plain in time that grows with it: %s', (_what, begins) => {
  for (const times of [100_000, 500_000]) {
    const text = begins.repeat(times);
    expect(cpuMs(() => expect(plain(text)).not.toMatch(OBEYED))).toBeLessThan(3000);
    expect(cpuMs(() => expect(printedTail(text, 1)).toHaveLength(1))).toBeLessThan(3000);
  }
});

test('colours, titles, links and character sets go as a whole', () => {
  expect(plain('\u001b]8;;https://x\u001b\\link\u001b]8;;\u0007\u001b(B\u001b[m')).toBe('link');
  expect(plain('\u001b7\u009b31mred\u001b[0m\u001b8')).toBe('red');
});

test('a shortened text fits and is the text itself where that fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
      for (const cut of [shorten(text, columns), shortenMiddle(text, columns)]) {
        expect(textWidth(cut)).toBeLessThanOrEqual(columns);
        if (textWidth(text) <= columns) expect(cut).toBe(text);
      }
    }),
  );
});

/** What our own sentences are made of, and text in Latin letters. */
const PLAIN_RANGES = [
  [0x20, 0x7e],
  [0xa1, 0xac],
  [0xae, 0x24f],
  [0x2010, 0x2027],
  [0x2500, 0x257f],
  [0x25b8, 0x25b8],
  [0x2713, 0x2713],
  [0x2717, 0x2717],
] as const;
const plainCharacter = fc.oneof(
  ...PLAIN_RANGES.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
);

test('a plain text is as wide as a look at each of its characters says', () => {
  fc.assert(
    fc.property(fc.string({ unit: plainCharacter }), (text) => {
      // The character at its end is not plain: all are looked at.
      expect(textWidth(text)).toBe(textWidth(`${text}日`) - 2);
    }),
    { numRuns: 1000 },
  );
});

test('a help and a status look at no characters: the first look takes half a start of Node', async () => {
  const looks = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  try {
    await runLine(['--help'], { terminal: 80 });
    await runLine(['status'], { terminal: 80, api: scriptedApi({ status: async () => STATUS }) });
    expect(looks).not.toHaveBeenCalled();
    textWidth('日');
    expect(looks).toHaveBeenCalledOnce();
  } finally {
    looks.mockRestore();
  }
});

test('nothing that comes from the repository reaches the terminal with its control characters', async () => {
  const [first] = STATUS.phases;
  const status = {
    ...STATUS,
    title: EVIL,
    workflow: EVIL,
    state: EVIL,
    branch: EVIL,
    worktree: EVIL,
    drivenBy: EVIL,
    warnings: [{ warning: 'history', what: EVIL }],
    question: { text: EVIL, options: [EVIL], kind: 'question' },
    rescues: [{ number: 1, ref: EVIL, at: EVIL, why: EVIL, files: 1 }],
    phases: [
      {
        ...first,
        id: EVIL,
        status: EVIL,
        updated: EVIL,
        reasons: [EVIL],
        notCaptured: [{ path: EVIL, why: EVIL }],
      },
    ],
  } as unknown as StatusView;
  const api = scriptedApi({
    status: async () => status,
    list: async () => [
      {
        session: STATUS.session,
        title: EVIL,
        workflow: EVIL,
        state: EVIL,
        seq: 1,
        next: [EVIL as never],
        waiting: [],
        updated: EVIL as never,
        branch: EVIL,
        checked: null,
        driven: false,
        remote: false,
      },
    ],
    log: async () =>
      LOG.map((entry) => ({
        ...entry,
        kind: EVIL,
        phase: EVIL as never,
        state: EVIL,
        at: EVIL as never,
        subject: EVIL,
      })),
    output: async () => ({ file: EVIL, text: EVIL, cut: [{ file: EVIL, bytes: 1 }] }),
    packet: async () => EVIL,
    ledger: async () => [{ ...LEDGER[0]!, id: EVIL, text: EVIL, closedBy: EVIL }],
    show: async () => Buffer.from(EVIL.replaceAll('\u0000', '')),
    path: async () => EVIL,
    restore: async (session) => ({
      session,
      restoredTo: { phase: EVIL as never, seq: 1 },
      seq: 2,
      commit: null,
      rescue: EVIL as never,
      changed: [{ path: EVIL, change: 'modified' }],
      skipped: [{ path: EVIL, why: EVIL }],
      notUndone: [{ key: EVIL, state: 'inDoubt' }],
    }),
    verify: async (session) => [{ session: session!, violations: [{ rule: EVIL, where: EVIL, what: EVIL }] }],
    diff: async (session) => ({
      session,
      phase: null,
      from: 'a' as never,
      to: 'b' as never,
      root: null,
      changed: [{ path: EVIL, change: 'added' }],
      notCaptured: [{ path: EVIL, why: EVIL }],
    }),
    effect: async (session, { key }) => ({
      session,
      key,
      state: 'done',
      how: 'ran',
      replayed: true,
      exitCode: 0,
      output: EVIL,
    }),
    readAt: async (commit) => (commit === 'b' ? Buffer.from(EVIL.replaceAll('\u0000', '')) : null),
  });
  const lines = [
    ['status'],
    ['list'],
    ['log'],
    ['log', '--output', 'plan'],
    ['packet'],
    ['ledger'],
    ['show', 'x@y'],
    ['path'],
    ['restore', 'plan', '--dry-run'],
    ['verify', STATUS.session],
    ['diff'],
    ['effect', '--key', 'k', '--', 'true'],
  ];
  for (const words of lines.flatMap((line) => [line, [line[0]!, '--json', ...line.slice(1)]])) {
    const { out, err } = await runLine(words, { api, terminal: 200, env: { NO_COLOR: '1' } });
    expect({ words, text: out + err }).toEqual({ words, text: expect.not.stringMatching(OBEYED) });
    // To a program nothing is lost.
    if (words.includes('--json')) expect(JSON.stringify(JSON.parse(out))).toContain('\u009b31m');
  }
});
