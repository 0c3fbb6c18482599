import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CairnError } from '../../../src/base/cairnError.ts';
import { mustReadBack } from '../../../src/model/parsing/mustReadBack.ts';
import type {
  BlobId,
  PhaseId,
  RepoPath,
  SessionId,
  Timestamp,
  TreeId,
} from '../../../src/model/names/ids.ts';
import { parsePhaseRecord, renderPhaseRecord } from '../../../src/model/checkpoint/phaseRecord.ts';
import type { PhaseRecord } from '../../../src/model/checkpoint/phaseRecord.ts';
import { anyPhaseRecord } from '../anyPhaseRecord.ts';
import { damaged, hostileText } from '../hostileText.ts';

const at = '2026-11-20T10:01:22.123Z' as Timestamp;
const blob = 'ab'.repeat(20) as BlobId;

const example: PhaseRecord = {
  schema: 3,
  session: '20261120-add-login-7f3k' as SessionId,
  phase: 'plan' as PhaseId,
  seq: 3,
  attempt: 2,
  status: 'waiting',
  began: at,
  ended: null,
  agent: { kind: 'acp', name: 'claude', version: '1.2.3', model: 'large' },
  outcome: 'completed',
  artifacts: [
    {
      path: '.cairn/sessions/20261120-add-login-7f3k/02-plan/plan.md',
      blob,
      sha256: 'cd'.repeat(32),
      bytes: 812,
    },
  ],
  checks: [
    {
      name: 'npm test',
      run: ['npm', 'test'],
      outcome: 'broke',
      exitCode: null,
      ms: 1203,
      tail: 'sh: npm: not found\n',
    },
  ],
  approvals: [
    {
      decision: 'rejected',
      by: 'Ada <ada@example.org>',
      at,
      comment: 'No risks named',
      artifacts: [{ path: 'plan.md', blob }],
      tree: blob as string as TreeId,
    },
  ],
  notCaptured: [{ path: 'model.bin', why: 'over 10 MB' }],
  normalised: ['notes.txt'],
  attempts: [{ attempt: 1, outcome: 'crashed', reasons: ['plan.md is missing'] }],
  question: { text: 'Which database?', options: ['a', 'b'], asked: at },
  effects: { done: 1, failed: 0, inDoubt: 0 },
  usage: { inputTokens: 12 },
};
const golden = readFileSync('test/golden/phase.json', 'utf8');

describe('phase.json', () => {
  it('[M37] is made of what JSON gives back alone: anything else is refused with its place', () => {
    const strange = (usage: unknown): unknown => {
      try {
        return renderPhaseRecord({ ...example, usage });
      } catch (error) {
        return CairnError.is(error, 'internal/unfit-record') ? error.details : error;
      }
    };
    const itself: Record<string, unknown> = { inputTokens: 1 };
    itself['of'] = { the: [itself] };
    const cases: readonly (readonly [unknown, string])[] = [
      [{ count: () => 1 }, 'usage.count is a function'],
      [{ list: [1, { deep: itself }] }, 'usage.list.1.deep.of.the.0 is a part that holds itself'],
      [{ at: new Date(0) }, 'usage.at is a Date'],
      [{ seen: new Map() }, 'usage.seen is a Map'],
      [{ cost: Number.NaN }, 'usage.cost is the number NaN'],
      [{ tokens: 1n }, 'usage.tokens is a bigint'],
      [[undefined], 'usage.0 is nothing'],
    ];
    for (const [usage, why] of cases) expect(strange(usage)).toEqual({ file: 'phase.json', why });
    const twice = { a: 1 };
    expect(strange({ one: twice, other: twice, none: undefined })).toContain('"other"');
  });

  it('[M37] that could not be read back is not published', () => {
    const path = '.cairn/sessions/x/01-plan/phase.json' as RepoPath;
    const text = renderPhaseRecord({ ...example, seq: 0, attempt: 1.5 });
    expect(() => mustReadBack(new Map([[path, golden]]))).not.toThrow();
    expect(() => mustReadBack(new Map([[path, text]]))).toThrow(
      expect.objectContaining({
        code: 'internal/unfit-record',
        details: { file: path, why: expect.stringMatching(/^line 5: .*; line 6: /) },
      }),
    );
  });

  it('is written with a fixed order of keys, two spaces and a newline, and reads back', () => {
    expect(renderPhaseRecord(example)).toBe(golden);
    expect(parsePhaseRecord('phase.json', golden)).toEqual({ ok: true, value: example });
  });

  it('has the same bytes whatever order its keys were made in', () => {
    const turned = Object.fromEntries(
      Object.entries(example)
        .toReversed()
        .map(([key, value]) => [
          key,
          key === 'agent' ? Object.fromEntries(Object.entries(value as object).toReversed()) : value,
        ]),
    ) as unknown as PhaseRecord;
    expect(renderPhaseRecord(turned)).toBe(golden);
  });

  it('[X11] keeps keys that this version does not know, at every level', () => {
    const later = golden
      .replace('"seq": 3,', '"seq": 3,\n  "mood": {"b": 1, "a": [2]},')
      .replace('"kind": "acp",', '"kind": "acp",\n    "colour": "red",');
    const read = parsePhaseRecord('phase.json', later);
    const again = read.ok ? renderPhaseRecord(read.value) : '';
    expect(JSON.parse(again)).toEqual(JSON.parse(later));
    expect(parsePhaseRecord('phase.json', again)).toEqual(read);
  });

  it.each(Object.keys(example).filter((key) => !['schema', 'question', 'usage'].includes(key)))(
    '[A13] names %s when it is missing',
    (key) => {
      const { [key]: _gone, ...rest } = example;
      const read = parsePhaseRecord('phase.json', JSON.stringify(rest, null, 2));
      expect(read).toMatchObject({
        ok: false,
        error: { kind: 'invalid', problems: [{ line: 1, message: `"${key}" is missing` }] },
      });
    },
  );

  it.each(['question', 'usage'])('does not need %s', (key) => {
    const { [key]: _gone, ...rest } = example;
    expect(parsePhaseRecord('phase.json', JSON.stringify(rest))).toEqual({ ok: true, value: rest });
  });

  it.each([
    ['[A8] no schema', golden.replace('"schema": 3,', ''), { kind: 'schema-missing' }],
    [
      'a newer schema',
      golden.replace('"schema": 3', '"schema": 4').replace('"seq"', '"sequel"'),
      { kind: 'newer-schema', found: 4 },
    ],
    [
      'an unknown status',
      golden.replace('"waiting"', '"resting"'),
      {
        kind: 'invalid',
        problems: [
          {
            file: 'phase.json',
            line: 7,
            column: 13,
            message:
              '"status" must be pending or waiting or done or skipped or blocked or cancelled, not "resting"',
            unknown: true,
          },
        ],
      },
    ],
    [
      'a wrong type deep inside',
      golden.replace('"bytes": 812', '"bytes": "812"'),
      {
        kind: 'invalid',
        problems: [
          {
            file: 'phase.json',
            line: 22,
            column: 16,
            message: '"bytes" must be a number, not "812" (artifacts.0.bytes)',
          },
        ],
      },
    ],
    [
      'a cut end',
      golden.slice(0, 300),
      {
        kind: 'invalid',
        problems: [
          { file: 'phase.json', line: 16, column: 13, message: 'not JSON: it is damaged or cut short' },
        ],
      },
    ],
    [
      'a conflict',
      golden.replace('  "seq": 3,\n', '<<<<<<< ours\n  "seq": 3,\n=======\n  "seq": 4,\n>>>>>>> theirs\n'),
      {
        kind: 'invalid',
        problems: [
          { file: 'phase.json', line: 5, column: 1, message: 'not JSON: a conflict marker of git is in it' },
        ],
      },
    ],
    [
      'no object',
      '[1]',
      {
        kind: 'invalid',
        problems: [
          { file: 'phase.json', line: 1, column: 1, message: 'the file must be a block of keys, not a list' },
        ],
      },
    ],
    [
      'nothing',
      '',
      {
        kind: 'invalid',
        problems: [
          { file: 'phase.json', line: 1, column: 1, message: 'not JSON: it is damaged or cut short' },
        ],
      },
    ],
  ])('with %s is refused and told where', (_what, text, error) => {
    expect(parsePhaseRecord('phase.json', text)).toEqual({ ok: false, error });
  });

  it.each(['../../.bashrc', '/etc/passwd', 'a/../../b', 'src\\..\\..\\b', '.git/config', ''])(
    'with an artifact or a conflict at %j, outside of the repository, is refused',
    (path) => {
      const said = JSON.stringify(path);
      const conflict = `"conflict": {"with": [], "files": [{"kind": "content", "paths": [${said}]}]},`;
      for (const text of [
        golden.replace('"plan.md",', `${said},`),
        golden.replace('"options": [', `${conflict} "options": [`),
      ])
        expect(parsePhaseRecord('phase.json', text)).toMatchObject({
          error: {
            kind: 'invalid',
            problems: [{ message: expect.stringContaining('a path inside of the repository') }],
          },
        });
    },
  );

  it('[S18, L25] is JSON and nothing else: it reads back as the very value that was written', () => {
    fc.assert(
      fc.property(anyPhaseRecord, (record) => {
        expect(parsePhaseRecord('phase.json', renderPhaseRecord(record))).toStrictEqual({
          ok: true,
          value: record,
        });
        // Neither a date, nor `undefined`, nor NaN would come through that.
        expect(JSON.parse(JSON.stringify(record))).toStrictEqual(record);
      }),
      { numRuns: 300 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, damaged(golden), fc.json()), (text) => {
        const read = parsePhaseRecord('phase.json', text);
        if (read.ok) expect(parsePhaseRecord('phase.json', renderPhaseRecord(read.value))).toEqual(read);
      }),
      { numRuns: 1000 },
    );
  });
});
