import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolCall } from '../../../src/model/chat/chat.ts';
import type { Timestamp } from '../../../src/model/names/ids.ts';
import { planTurn, type NextTurn } from '../../../src/model/chat/planTurn.ts';
import {
  inputHash,
  readTurnJournal,
  type TurnLine,
  type TurnNews,
} from '../../../src/model/chat/turnJournal.ts';

const at = '2026-11-20T10:01:22.123Z' as Timestamp;
const sha256 = (of: string): string => createHash('sha256').update(of).digest('hex');
const hashOf = (call: Pick<ToolCall, 'name' | 'input'>): string => inputHash(call, sha256);
const lines = (...news: readonly TurnNews[]): readonly TurnLine[] => news.map((one) => ({ at, ...one }));

const a: ToolCall = { id: 'a', name: 'read_file', input: { path: 'x' } };
const b: ToolCall = { id: 'b', name: 'read_file', input: { path: 'y' } };
const said: TurnNews = { type: 'said', text: 'brief' };
const asked: TurnNews = { type: 'turn-requested', turn: 1, model: 'm', messages: 1 };
const received = (...calls: readonly ToolCall[]): TurnNews => ({
  type: 'turn-received',
  turn: 1,
  text: 'hm',
  calls,
  inputTokens: 1,
  outputTokens: 1,
});
const begun = (call: ToolCall): TurnNews => ({
  type: 'tool-begun',
  turn: 1,
  id: call.id,
  hash: hashOf(call),
});
const ended = (call: ToolCall, hash = hashOf(call)): TurnNews => ({
  type: 'tool-ended',
  turn: 1,
  id: call.id,
  hash,
  ok: true,
  text: `result of ${call.id}`,
});
const open = (call: ToolCall, inDoubt = false): object => ({ call, hash: hashOf(call), inDoubt });

const rows: readonly (readonly [name: string, journal: readonly TurnNews[], next: NextTurn])[] = [
  ['nothing asked yet: the model is asked', [said], { do: 'ask', turn: 1 }],
  ['asked, no reply: it is asked again', [said, asked], { do: 'ask', turn: 1 }],
  [
    '[A18, A31] a reply, its tools not begun: they run, the model is not asked',
    [said, asked, received(a, b)],
    { do: 'run-tools', turn: 1, calls: [open(a), open(b)] as never },
  ],
  [
    '[A51] a call that has ended is not run again',
    [said, asked, received(a, b), begun(a), ended(a)],
    { do: 'run-tools', turn: 1, calls: [open(b)] as never },
  ],
  [
    'a call that had begun and not ended is in doubt',
    [said, asked, received(a, b), begun(a), ended(a), begun(b)],
    { do: 'run-tools', turn: 1, calls: [open(b, true)] as never },
  ],
  [
    'all calls have ended: the model is asked',
    [said, asked, received(a), begun(a), ended(a)],
    { do: 'ask', turn: 2 },
  ],
  [
    'a reply without a call is weighed',
    [said, asked, received()],
    { do: 'weigh', turn: 1, text: 'hm', inARow: 1 },
  ],
  [
    '… and counted until one has a call',
    [said, received(), said, received()],
    { do: 'weigh', turn: 2, text: 'hm', inARow: 2 },
  ],
  ['something said to it: the model is asked', [said, received(), said], { do: 'ask', turn: 2 }],
  [
    'an end that the model named is the end',
    [said, received(), { type: 'ended', turn: 1, outcome: { kind: 'completed', finalText: 'x' } }],
    { do: 'end', outcome: { kind: 'completed', finalText: 'x' } },
  ],
  [
    'the same call named twice in a reply runs once',
    [said, received(a, a)],
    { do: 'run-tools', turn: 1, calls: [open(a)] as never },
  ],
  [
    'the same call in a later reply has its result already',
    [said, received(a), ended(a), received(a)],
    { do: 'ask', turn: 3 },
  ],
  [
    '[A52] the same id for another input in a reply: stop',
    [said, received(a, { ...b, id: 'a' })],
    { do: 'stop', id: 'a' },
  ],
  [
    '… in a later reply: stop',
    [said, received(a), ended(a), received({ ...b, id: 'a' })],
    { do: 'stop', id: 'a' },
  ],
  ['… in a result: stop', [said, received(a), ended(a, sha256('other'))], { do: 'stop', id: 'a' }],
];

test.each(rows)('%s', (_name, journal, next) => {
  expect(planTurn(lines(...journal), hashOf).next).toEqual(next);
});

test('what is said while calls are open comes after their results', () => {
  const news: TurnNews = { type: 'said', text: 'news' };
  const journal = lines(said, received(a, b), begun(a), ended(a), news, ended(b));
  expect(planTurn(journal, hashOf).messages.map((message) => message.role)).toEqual([
    'person',
    'model',
    'tools',
    'person',
  ]);
});

/** The same value with the keys of all its objects in another order. */
function turnRound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnRound);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, turnRound(inner)] as const);
  return Object.fromEntries(entries.toReversed());
}

test('[A52] the hash of a call is that of its name and arguments, in whatever order and spacing they were written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (input, name) => {
      const turned: unknown = JSON.parse(JSON.stringify(turnRound(input), null, 3));
      const same = inputHash({ name, input: JSON.parse(JSON.stringify(input)) as unknown }, sha256);
      expect(inputHash({ name, input: turned }, sha256)).toBe(same);
      expect(inputHash({ name: `${name}.`, input: turned }, sha256)).not.toBe(same);
      expect(inputHash({ name, input: { ...input, 'one more': 1 } }, sha256)).not.toBe(same);
    }),
  );
});

const anyCall = fc.record({ id: fc.constantFrom('a', 'b', 'c'), name: fc.string(), input: fc.jsonValue() });
const hash = fc.string().map(sha256);
const anyNews: fc.Arbitrary<TurnNews> = fc.oneof(
  fc.record({ type: fc.constant('said' as const), text: fc.string() }),
  fc.record({
    type: fc.constant('turn-received' as const),
    turn: fc.integer({ min: 1, max: 9 }),
    text: fc.string(),
    calls: fc.array(anyCall, { maxLength: 3 }),
    inputTokens: fc.nat(),
    outputTokens: fc.nat(),
  }),
  fc.record({
    type: fc.constant('tool-ended' as const),
    turn: fc.constant(1),
    id: fc.constantFrom('a', 'b', 'c'),
    hash,
    ok: fc.boolean(),
    text: fc.string(),
  }),
);

test('a journal comes back as it was written, and cut anywhere it is what was whole or the number of the first line that is not', () => {
  fc.assert(
    fc.property(fc.array(anyNews, { maxLength: 6 }), fc.nat(), (news, cut) => {
      // What JSON cannot tell apart (-0) is no part of the promise.
      const written = lines(...news).map((line) => JSON.stringify(line));
      const whole: unknown = written.map((line) => JSON.parse(line) as unknown);
      const text = written.map((line) => `${line}\n`).join('');
      expect(readTurnJournal(text)).toEqual({ ok: true, value: whole });
      const end = text.length === 0 ? 0 : cut % text.length;
      const lost = readTurnJournal(text.slice(0, end));
      const kept = text.slice(0, end).split('\n').length - 1;
      expect(lost).toEqual({ ok: true, value: (whole as readonly unknown[]).slice(0, kept) });
      for (const at of written.keys()) {
        const broken = written.with(at, (written[at] ?? '').slice(0, -1)).map((line) => `${line}\n`);
        expect(readTurnJournal(broken.join(''))).toEqual({ ok: false, error: { line: at + 1 } });
      }
    }),
  );
});

test('a call is read back with a key that every object has', () => {
  const call = { id: 'a', name: 'write', input: JSON.parse('{"__proto__": {"path": "x"}}') as object };
  const news: TurnNews = {
    type: 'turn-received',
    turn: 1,
    text: '',
    calls: [call],
    inputTokens: 1,
    outputTokens: 1,
  };
  const read = readTurnJournal(
    lines(news)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  expect(JSON.stringify(read)).toContain('{"__proto__":{"path":"x"}}');
});

test('whatever a journal holds, the model is never asked while a call of its last reply has no result', () => {
  fc.assert(
    fc.property(fc.array(anyNews, { maxLength: 12 }), (news) => {
      const { messages, next } = planTurn(lines(...news), hashOf);
      if (next.do !== 'ask') return;
      for (const [index, message] of messages.entries()) {
        if (message.role !== 'model' || message.calls.length === 0) continue;
        const after = messages[index + 1];
        const answered = after?.role === 'tools' ? after.results.map(({ id }) => id) : [];
        expect(answered).toEqual(message.calls.map(({ id }) => id));
      }
    }),
  );
});
