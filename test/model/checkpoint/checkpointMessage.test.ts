import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHECKPOINT_KINDS, type Trailers } from '../../../src/model/checkpoint/trailers.ts';
import {
  glanceTrailers,
  parseTrailers,
  renderCheckpoint,
} from '../../../src/model/checkpoint/checkpointMessage.ts';
import type { CommitId, PhaseId, SessionId, Timestamp } from '../../../src/model/names/ids.ts';
import { CHECKED, SESSION_STATES } from '../../../src/model/status/statusWords.ts';
import { anyPhaseId, anyPlan, anySessionId, anyTime, anyTitle, anyWorkflowName } from '../anyStatus.ts';
import { hostileText } from '../hostileText.ts';

const example: Trailers = {
  schema: 3,
  session: '20261120-add-login-7f3k' as SessionId,
  seq: 3,
  kind: 'phase',
  state: 'running',
  phase: 'plan' as PhaseId,
  attempt: 1,
  round: 1,
  waiting: null,
  next: ['implement' as PhaseId],
  title: 'Add login',
  workflow: 'feature',
  plan: `sha256:${'ab'.repeat(32)}`,
  effects: 0,
  checked: null,
  engine: 'cairn/0.1.0',
  updated: '2026-11-20T10:01:22.123Z' as Timestamp,
  forkedFrom: null,
  held: null,
  restored: null,
};

const anyTrailers: fc.Arbitrary<Trailers> = fc.record({
  schema: fc.constant(3 as const),
  session: anySessionId,
  seq: fc.integer({ min: 1, max: 1_000_000 }),
  kind: fc.constantFrom(...CHECKPOINT_KINDS),
  state: fc.constantFrom(...SESSION_STATES),
  phase: fc.option(anyPhaseId),
  attempt: fc.option(fc.nat(99)),
  round: fc.option(fc.integer({ min: 1, max: 99 })),
  waiting: fc.option(fc.uniqueArray(anyPhaseId, { minLength: 1, maxLength: 5 })),
  next: fc.option(fc.uniqueArray(anyPhaseId, { minLength: 1, maxLength: 5 })),
  title: anyTitle,
  workflow: anyWorkflowName,
  plan: anyPlan,
  effects: fc.nat(1000),
  engine: fc.constant('cairn/1.2.3-beta.4'),
  checked: fc.option(fc.constantFrom(...CHECKED)),
  updated: fc.option(anyTime),
  forkedFrom: fc.option(
    fc.tuple(anySessionId, fc.integer({ min: 1, max: 99 })).map(([id, seq]) => `${id}@${seq}`),
  ),
  held: fc.option(fc.constant('ab'.repeat(20) as CommitId)),
  restored: fc.option(fc.nat(1_000_000)),
});

const message = renderCheckpoint(
  'phase plan is done',
  'Artifacts: plan.md, tasks.json\n\nDeleted: old.md',
  example,
);

describe('the message of a checkpoint', () => {
  it('is written as the format shows it, byte for byte', () => {
    expect(message).toBe(readFileSync('test/golden/checkpoint.txt', 'utf8'));
    expect(parseTrailers(message)).toEqual(example);
  });

  it('reads back as what was written, whatever subject, body and title are', () => {
    fc.assert(
      fc.property(hostileText, hostileText, anyTrailers, (subject, body, trailers) => {
        const text = renderCheckpoint(subject, body, trailers);
        expect(parseTrailers(text)).toEqual(trailers);
        expect(glanceTrailers(text)).toEqual(trailers);
        const [first = ''] = text.split('\n');
        expect(first.startsWith('cairn: ') && first.length <= 72).toBe(true);
        expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\u2028\u202e]|\n---|\n\n\n/);
      }),
      { numRuns: 1000 },
    );
  });

  it('cannot be told more than it says: a value never ends its line', () => {
    const forged = renderCheckpoint('x\n\nCairn-Schema: 3', 'y', {
      ...example,
      title: 'a\nCairn-State: done\r\nCairn-Seq: 99\u2028z',
    });
    expect(parseTrailers(forged)).toEqual({ ...example, title: 'a Cairn-State: done Cairn-Seq: 99 z' });
  });

  it('cuts a long subject and keeps its meaning elsewhere', () => {
    expect(renderCheckpoint('w'.repeat(200), '', example).split('\n')[0]).toBe(`cairn: ${'w'.repeat(64)}…`);
    expect(renderCheckpoint('cairn: opened', '', example).split('\n')[0]).toBe('cairn: opened');
  });
});

describe('parseTrailers', () => {
  it.each([
    ['a plain commit', 'Fix the build\n\nIt was broken.\n'],
    [
      'our keys in the body alone',
      message.replace('Deleted: old.md', 'Cairn-Schema: 3').split('\n').slice(0, 5).join('\n') +
        '\n\nSigned-off-by: A <a@b.c>\n',
    ],
    ['a subject that is a trailer', 'Cairn-Schema: 3\nCairn-Seq: 1'],
    ['[A9a] an unknown kind', message.replace('Kind: phase', 'Kind: party')],
    ['a broken number', message.replace('Seq: 3', 'Seq: 03')],
    ['a missing seq', message.replace('Cairn-Seq: 3\n', '')],
    ['an unreadable optional key', message.replace('Next: implement', 'Next: Implement It')],
    ['a key twice', message.replace('Cairn-Seq: 3', 'Cairn-Seq: 3\nCairn-Seq: 4')],
    ['a newer schema', message.replace('Schema: 3', 'Schema: 4')],
    ['nothing', ''],
  ])('is null for %s', (_what, text) => {
    expect(parseTrailers(text)).toBeNull();
  });

  it('passes over what other tools and later versions add', () => {
    const added = `${message}Cairn-Mood: good\nSigned-off-by: A <a@b.c>\n(cherry picked from commit abc)\n\n`;
    expect(parseTrailers(added)).toEqual(example);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (a, b) => {
        for (const text of [a, `${a}\n\nCairn-Schema: 3\n${b}`])
          expect(() => [parseTrailers(text), glanceTrailers(text)]).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves newer schemas and unknown words to glanceTrailers', () => {
    expect(
      glanceTrailers(message.replace('Schema: 3', 'Schema: 4').replace('State: running', 'State: dreaming')),
    ).toEqual({ ...example, schema: 4, state: 'dreaming' });
    expect(glanceTrailers('cairn: no trailers\n')).toBeNull();
  });
});
