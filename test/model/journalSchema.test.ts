import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommitId, PhaseId, RefName, Timestamp } from '../../src/model/ids.ts';
import { CHECKPOINT_KINDS } from '../../src/model/checkpoint.ts';
import type { JournalLine } from '../../src/model/journal.ts';
import { parseJournalLine } from '../../src/model/journalSchema.ts';
import { anyCommit, anyPhaseId, anyTime } from './anyStatus.ts';
import { damaged, hostileText } from './hostileText.ts';

const at = '2026-11-20T10:01:22.123Z' as Timestamp;
const phase = 'plan' as PhaseId;
const commit = 'ab'.repeat(20) as CommitId;
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
  },
  'process-started': { type: 'process-started', at, what: 'agent', pid: 42, startTime: '1234', mark: 'x' },
  'session-hint': { type: 'session-hint', at, id: 'ses_1' },
  'agent-ended': { type: 'agent-ended', at, outcome: 'completed', detail: null, ms: 12.5 },
  'permission-decided': {
    type: 'permission-decided',
    at,
    permission: { at, kind: 'edit', title: 'Write a', paths: ['/w/a'], decision: 'allowed', by: 'policy' },
  },
  'note-taken': { type: 'note-taken', at, phase, attempt: 1, note: '20261120-a1b2' },
  'gate-evaluated': { type: 'gate-evaluated', at, holds: false, reasons: ['plan.md is missing'] },
  'attempt-failed': { type: 'attempt-failed', at, outcome: 'crashed', reasons: [] },
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

/** What each field may be, said again and apart from the schema. */
const isCommit = (value: unknown): boolean =>
  typeof value === 'string' && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isPhase = (value: unknown): boolean => isText(value) && /^[a-z][a-z0-9-]{0,39}$/.test(value as string);
const isTry = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1;
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value);
const isTime = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const isKind = (value: unknown): boolean => (CHECKPOINT_KINDS as readonly unknown[]).includes(value);
/** Whole or nothing: the generator replaces it as one. */
const isPermission = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'decision' in value && Object.keys(value).length === 6;
const RULES: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  'attempt-begun': {
    phase: isPhase,
    attempt: isTry,
    tip: isCommit,
    resumed: isFlag,
    head: orNull(isText),
    agent: isText,
  },
  'process-started': {
    what: (value) => ['agent', 'check', 'setup'].includes(value as string),
    pid: isTry,
    startTime: isText,
    mark: isText,
  },
  'session-hint': { id: isText },
  'agent-ended': {
    outcome: isText,
    detail: orNull(isText),
    ms: isTime,
  },
  'permission-decided': { permission: isPermission },
  'note-taken': { phase: isPhase, attempt: isTry, note: isText },
  'gate-evaluated': { holds: isFlag, reasons: isTexts },
  'attempt-failed': { outcome: isText, reasons: isTexts },
  'attempt-cut-off': { phase: isPhase, attempt: isTry },
  'attempt-stopped': {},
  'restore-begun': {
    from: isCommit,
    to: isCommit,
    undo: isFlag,
    rescue: orNull((value) => isText(value) && /^refs\/\S+$/.test(value as string)),
  },
  'restore-ended': {},
  'checkpoint-published': { kind: isKind, seq: isTry, commit: isCommit, ms: isTime },
  'checkpoint-failed': { kind: isKind, seq: isTry, ms: isTime, why: isText },
};
function matches(record: Record<string, unknown>): boolean {
  const fields = RULES[record['type'] as string];
  const time =
    typeof record['at'] === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(record['at']);
  if (fields === undefined || !time || Object.keys(record).length !== Object.keys(fields).length + 2)
    return false;
  return Object.entries(fields).every(([key, is]) => Object.hasOwn(record, key) && is(record[key]));
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

describe('parseJournalLine', () => {
  it('reads every type of line back as it was written', () => {
    expect(lines.map((line) => parseJournalLine(JSON.stringify(line)))).toEqual(lines);
  });

  it('[A10] accepts exactly the records that match, of 1,000 random ones', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyRecord, (record) => {
        const read = parseJournalLine(JSON.stringify(record));
        expect(read !== null).toBe(matches(record));
        if (read !== null) expect(read).toEqual(record);
        accepted += read === null ? 0 : 1;
      }),
      { numRuns: 1000 },
    );
    expect(accepted > 200 && accepted < 900).toBe(true);
  });

  it('[A10] accepts exactly what matches when any one field of any line is any odd value', () => {
    const odd = [
      undefined,
      null,
      '',
      'x',
      'agent',
      'refs/x',
      -1,
      0,
      1,
      1.5,
      2 ** 53,
      true,
      [],
      ['x'],
      [1],
      {},
      'ab'.repeat(20),
      'AB'.repeat(20),
      `${at}\n`,
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
