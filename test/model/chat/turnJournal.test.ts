import { expect, test } from 'vitest';
import type { Timestamp } from '../../../src/model/names/ids.ts';
import { readTurnJournal, type TurnLine } from '../../../src/model/chat/turnJournal.ts';
import { is, isObject, ODD_VALUES } from '../jsonShapes.ts';

const at = '2026-11-20T10:01:22.123Z' as Timestamp;
const hash = 'ef'.repeat(32);

/** One line of each type; the compiler asks for one when a type is added. */
const LINES: { readonly [T in TurnLine['type']]: Extract<TurnLine, { type: T }> } = {
  said: { type: 'said', at, text: 'brief' },
  'turn-requested': { type: 'turn-requested', at, turn: 1, model: 'm', messages: 0 },
  'turn-received': {
    type: 'turn-received',
    at,
    turn: 1,
    text: 'hm',
    calls: [{ id: 'a', name: 'read_file', input: { path: ['x', null] } }],
    inputTokens: 1.5,
    outputTokens: 0,
  },
  'tools-planned': { type: 'tools-planned', at, turn: 1, calls: [{ id: 'a', hash }] },
  'tool-begun': { type: 'tool-begun', at, turn: 1, id: 'a', hash },
  'tool-ended': { type: 'tool-ended', at, turn: 1, id: 'a', hash, ok: true, text: 'x' },
  'tools-done': { type: 'tools-done', at, turn: 1, total: 3, failed: 1, unknown: 1 },
  ended: {
    type: 'ended',
    at,
    turn: 1,
    outcome: { kind: 'needs-input', question: 'Which?', options: ['red'] },
  },
};

const common = { at: is.stamp, turn: is.number };
/** The shapes of the lines, said again and apart from the schema. */
const isLine = is.or(
  isObject({ type: is.only('said'), at: is.stamp, text: is.text }),
  isObject({ type: is.only('turn-requested'), ...common, model: is.text, messages: is.count }),
  isObject({
    type: is.only('turn-received'),
    ...common,
    text: is.text,
    calls: is.listOf(isObject({ id: is.text, name: is.text, input: () => true })),
    inputTokens: is.amount,
    outputTokens: is.amount,
  }),
  isObject({
    type: is.only('tools-planned'),
    ...common,
    calls: is.listOf(isObject({ id: is.text, hash: is.digest })),
  }),
  isObject({ type: is.only('tool-begun'), ...common, id: is.text, hash: is.digest }),
  isObject({
    type: is.only('tool-ended'),
    ...common,
    id: is.text,
    hash: is.digest,
    ok: is.flag,
    text: is.text,
  }),
  isObject({
    type: is.only('tools-done'),
    ...common,
    total: is.count,
    failed: is.count,
    'unknown?': is.count,
  }),
  isObject({
    type: is.only('ended'),
    ...common,
    outcome: is.or(
      isObject({ kind: is.only('completed'), finalText: is.text }),
      isObject({ kind: is.only('needs-input'), question: is.text, options: is.listOf(is.text) }),
    ),
  }),
);

const ODD: readonly unknown[] = [
  ...ODD_VALUES,
  ...Object.keys(LINES),
  [{}],
  [{ id: 'a', hash }],
  [{ id: 'a', hash: 'x' }],
  [{ id: 'a', hash, more: 1 }],
  [{ id: 'a', name: 'b', input: null }],
  [{ id: 'a', name: 'b' }],
  { kind: 'completed', finalText: 'x' },
  { kind: 'completed', finalText: 'x', more: 1 },
  { kind: 'needs-input', question: 'x', options: [1] },
  { kind: 'blocked' },
];

test('[A10] a line of the turn journal is taken exactly when it matches, when any one field of any line is any odd value', () => {
  const lines = Object.values(LINES);
  const whole = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  expect(readTurnJournal(whole)).toEqual({ ok: true, value: lines });
  const edited = lines.flatMap((line) =>
    [...Object.keys(line), 'more'].flatMap((key) => ODD.map((value) => ({ ...line, [key]: value }))),
  );
  for (const line of edited) {
    const written = JSON.stringify(line);
    expect([written, readTurnJournal(`${written}\n`).ok]).toEqual([written, isLine(JSON.parse(written))]);
  }
  expect(edited.length).toBeGreaterThan(1000);
});
