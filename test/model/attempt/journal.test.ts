import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommitId, PhaseId, RefName, Timestamp } from '../../../src/model/names/ids.ts';
import { CHECKPOINT_KINDS } from '../../../src/model/checkpoint/trailers.ts';
import type { JournalLine } from '../../../src/model/attempt/journal.ts';
import { newerIn, parseJournalLine } from '../../../src/model/attempt/journal.ts';
import { anyCommit, anyPhaseId, anyTime } from '../anyStatus.ts';
import { damaged, hostileText } from '../hostileText.ts';
import { is, isLooseObject as isObject, ODD_VALUES, type Is } from '../jsonShapes.ts';

const at = '2026-11-20T10:01:22.123Z' as Timestamp;
const phase = 'plan' as PhaseId;
const commit = 'ab'.repeat(20) as CommitId;
const digest = 'ef'.repeat(32);
const parent = 'cd'.repeat(20) as CommitId;

/** One line of each type; the compiler asks for one when a type is added. */
const LINES: { readonly [T in JournalLine['type']]: Extract<JournalLine, { type: T }> } = {
  'attempt-begun': {
    type: 'attempt-begun',
    at,
    phase,
    attempt: 1,
    tip: commit,
    resumed: false,
    head: null,
    agent: 'claude',
    agentKind: 'command',
    state: 'running',
    packetTokens: 0,
    artifacts: 2,
    requestedModel: 'large',
  },
  'process-started': { type: 'process-started', at, what: 'agent', pid: 42, startTime: '1234', mark: 'x' },
  'session-hint': { type: 'session-hint', at, id: 'ses_1' },
  'agent-worked': {
    type: 'agent-worked',
    at,
    ms: 30_000,
    usage: { inputTokens: 10, outputTokens: null, totalTokens: 10, costUsd: null },
  },
  'agent-ended': {
    type: 'agent-ended',
    at,
    outcome: 'completed',
    detail: null,
    ms: 12.5,
    finalText: 'Done.',
    artifacts: [digest, null],
    usage: { inputTokens: 10, outputTokens: 4.5, totalTokens: null, costUsd: 0.01 },
    mode: 'careful',
    model: 'large',
    turns: 3,
    calls: 0,
    sessionExpired: 'no such session',
    transcript: { path: 'a.jsonl', sha256: digest, bytes: 12 },
  },
  'permission-decided': {
    type: 'permission-decided',
    at,
    permission: { at, kind: 'edit', title: 'Write a', paths: ['/w/a'], decision: 'allowed', by: 'policy' },
  },
  'note-taken': { type: 'note-taken', at, phase, attempt: 1, note: '20261120-a1b2' },
  'gate-evaluated': { type: 'gate-evaluated', at, holds: false, reasons: ['plan.md is missing'] },
  'attempt-failed': { type: 'attempt-failed', at, outcome: 'crashed', reasons: [], until: at },
  'attempt-cut-off': { type: 'attempt-cut-off', at, phase, attempt: 2 },
  'attempt-stopped': { type: 'attempt-stopped', at },
  'restore-begun': {
    type: 'restore-begun',
    at,
    from: commit,
    to: parent,
    undo: false,
    rescue: 'refs/cairn/abc/rescue/1' as RefName,
  },
  'restore-ended': { type: 'restore-ended', at },
  'checkpoint-published': { type: 'checkpoint-published', at, kind: 'phase', seq: 2, commit, ms: 40 },
  'checkpoint-failed': { type: 'checkpoint-failed', at, kind: 'phase', seq: 2, ms: 40, why: 'git/failed' },
};
const lines = Object.values(LINES);

const isCommit = is.textLike(/^([0-9a-f]{40}|[0-9a-f]{64})$/);
const isPhase = is.textLike(/^[a-z][a-z0-9-]{0,39}$/);
const isKind = is.only(...CHECKPOINT_KINDS);
const isAmount = is.or(is.none, is.amount);

const isUsage = isObject({
  inputTokens: isAmount,
  outputTokens: isAmount,
  totalTokens: isAmount,
  costUsd: isAmount,
});

/** The fields of each type beside its name and time, said again and apart from the schema. */
const RULES: Readonly<Record<string, Readonly<Record<string, Is>>>> = {
  'attempt-begun': {
    phase: isPhase,
    attempt: is.number,
    tip: isCommit,
    resumed: is.flag,
    head: is.or(is.none, is.text),
    agent: is.text,
    'agentKind?': is.text,
    'state?': is.text,
    'packetTokens?': is.count,
    'artifacts?': is.count,
    'requestedModel?': is.text,
  },
  'process-started': {
    what: is.only('agent', 'check', 'setup'),
    pid: is.number,
    startTime: is.text,
    mark: is.text,
    'gitDir?': is.text,
  },
  'session-hint': { id: is.text },
  'agent-worked': { ms: is.amount, 'usage?': isUsage },
  'agent-ended': {
    outcome: is.text,
    detail: is.or(is.none, is.text),
    ms: is.amount,
    'finalText?': is.text,
    'artifacts?': is.listOf(is.or(is.none, is.digest)),
    'usage?': isUsage,
    'mode?': is.text,
    'model?': is.text,
    'turns?': is.count,
    'calls?': is.count,
    'sessionExpired?': is.text,
    'transcript?': isObject({ path: is.text, sha256: is.text, bytes: is.count }),
  },
  'permission-decided': {
    permission: isObject({
      at: is.stamp,
      kind: is.text,
      title: is.text,
      paths: is.listOf(is.text),
      decision: is.only('allowed', 'denied'),
      by: is.text,
    }),
  },
  'note-taken': { phase: isPhase, attempt: is.number, note: is.text },
  'gate-evaluated': { holds: is.flag, reasons: is.listOf(is.text) },
  'attempt-failed': { outcome: is.text, reasons: is.listOf(is.text), 'until?': is.stamp },
  'attempt-cut-off': { phase: isPhase, attempt: is.number },
  'attempt-stopped': {},
  'restore-begun': {
    from: isCommit,
    to: isCommit,
    undo: is.flag,
    rescue: is.or(is.none, is.textLike(/^refs\/\S+$/)),
  },
  'restore-ended': {},
  'checkpoint-published': { kind: isKind, seq: is.number, commit: isCommit, ms: is.amount },
  'checkpoint-failed': { kind: isKind, seq: is.number, ms: is.amount, why: is.text },
};
function matches(record: Record<string, unknown>): boolean {
  const type = record['type'] as string;
  const rules = Object.hasOwn(RULES, type) ? RULES[type] : undefined;
  return rules !== undefined && isObject({ type: is.text, at: is.stamp, ...rules })(record);
}

/** A good line, of which now and then a field is replaced, renamed or taken over from another type. */
const anyRecord = fc
  .record({
    line: fc.constantFrom(...lines),
    other: fc.constantFrom(...lines),
    edit: fc.constantFrom('none', 'none', 'replace', 'remove', 'add', 'swap'),
    pick: fc.nat(),
    value: fc.oneof(
      anyTime,
      anyPhaseId,
      anyCommit,
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string()),
      fc.constant({}),
    ),
  })
  .map(({ line, other, edit, pick, value }) => {
    const record: Record<string, unknown> = { ...line };
    const keys = Object.keys(record);
    const key = keys[pick % keys.length]!;
    if (edit === 'replace') record[key] = value;
    if (edit === 'remove') delete record[key];
    if (edit === 'add') record['extra'] = value;
    if (edit === 'swap') record['type'] = other.type;
    return record;
  });

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Every key of every line, at any level. */
const ALL_KEYS = new Set(
  Object.values(RULES).flatMap((rules) => Object.keys(rules).map((key) => key.replace(/\?$/, ''))),
);
for (const line of lines)
  for (const value of Object.values(line))
    if (isPlain(value)) Object.keys(value).forEach((key) => ALL_KEYS.add(key));
ALL_KEYS.add('type').add('at');

/** What of a value has a place in the other. */
function known(value: unknown, like: unknown): unknown {
  if (!isPlain(value) || !isPlain(like)) return value;
  return Object.fromEntries(
    Object.entries(like).map(([key, inner]) => [key, known(Reflect.get(value, key), inner)]),
  );
}

describe('parseJournalLine', () => {
  it('reads every type of line back as it was written', () => {
    expect(lines.map((line) => parseJournalLine(JSON.stringify(line)))).toEqual(lines);
  });

  it('[A10] accepts exactly the records that match, of 1,000 random ones', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyRecord, (record) => {
        const text = JSON.stringify(record);
        const read = parseJournalLine(text);
        expect(read !== null).toBe(matches(record));
        if (read !== null) expect(read).toEqual(JSON.parse(text)); // of -0 JSON keeps 0
        accepted += read === null ? 0 : 1;
      }),
      { numRuns: 1000 },
    );
    expect(accepted > 200 && accepted < 900).toBe(true);
  });

  it('[A10] accepts exactly what matches when any one field of any line is any odd value', () => {
    const odd = [
      ...ODD_VALUES,
      'agent',
      'refs/x',
      [null, digest],
      [digest.toUpperCase()],
      { inputTokens: 1, outputTokens: 1, totalTokens: 1, costUsd: null },
      { inputTokens: 1, outputTokens: 1, totalTokens: 1, costUsd: -1 },
      { path: 'a', sha256: 'b', bytes: 0, more: 1 },
    ];
    const edited = lines.flatMap((line) =>
      Object.keys(line).flatMap((key) =>
        odd.map((value): Record<string, unknown> => ({ ...line, [key]: value })),
      ),
    );
    for (const record of edited) {
      const written = JSON.parse(JSON.stringify(record)) as Record<string, unknown>;
      expect([written, parseJournalLine(JSON.stringify(record)) !== null]).toEqual([
        written,
        matches(written),
      ]);
    }
    expect(edited.length).toBeGreaterThan(700);
  });

  it('reads a line to which another Cairn added keys, at any level, as the same line, and keeps them', () => {
    const more = fc.dictionary(
      // `__proto__` is a key that no object keeps.
      fc.string().filter((key) => !['schema', '__proto__'].includes(key) && !ALL_KEYS.has(key)),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...lines), more, more, (line, outer, inner) => {
        const said: Record<string, unknown> = {
          ...Object.fromEntries(
            Object.entries(line).map(([key, value]) => [
              key,
              isPlain(value) ? { ...inner, ...value } : value,
            ]),
          ),
          ...outer,
        };
        const text = JSON.stringify(said);
        const read = parseJournalLine(text);
        expect(read).toEqual(JSON.parse(text));
        // To whoever knows the line it says what it said without them.
        expect(known(read, line)).toEqual(line);
      }),
      { numRuns: 300 },
    );
  });

  it('reads a line of an older Cairn, which knew none of what may be left out', () => {
    for (const line of lines) {
      const rules = RULES[line.type] ?? {};
      const older = Object.fromEntries(Object.entries(line).filter(([key]) => !(`${key}?` in rules)));
      expect(parseJournalLine(JSON.stringify(older))).toEqual(older);
    }
  });

  it.each<readonly [string, object, string | null]>([
    ['a type', { type: 'attempt-paused', at, why: 'x' }, '"type" is "attempt-paused"'],
    ['a schema', { ...LINES['attempt-stopped'], schema: 4 }, '"schema" is 4, this Cairn knows up to 3'],
    [
      'a word of a list',
      { ...LINES['process-started'], what: 'hook' },
      '"what" must be agent or check or setup, not "hook"',
    ],
    ['our own schema', { ...LINES['attempt-stopped'], schema: 3 }, null],
    ['a type without a time, which is damage', { type: 'attempt-paused' }, null],
    ['a type that is no word, which is damage', { type: 'Attempt paused', at }, null],
    ['a field that is not whole, which is damage', { ...LINES['attempt-begun'], tip: 'ab' }, null],
    ['a word and damage', { ...LINES['process-started'], what: 'hook', pid: 'x' }, null],
  ])('tells what only a newer Cairn can know: %s', (_of, line, says) => {
    expect(newerIn(JSON.stringify(line))).toBe(says);
    expect(parseJournalLine(JSON.stringify(line)) !== null).toBe('schema' in line && line.schema === 3);
  });

  it('answers null for anything else and never throws', () => {
    const whole = JSON.stringify(LINES['attempt-begun']);
    fc.assert(
      fc.property(fc.oneof(hostileText, damaged(whole)), (text) => {
        expect(() => parseJournalLine(text)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
    for (const text of [
      '',
      'null',
      '[]',
      '1',
      '{}',
      '{"type":"toString"}',
      '{"type":"__proto__"}',
      whole.slice(0, -1),
    ])
      expect(parseJournalLine(text)).toBeNull();
  });
});
