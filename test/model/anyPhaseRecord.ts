import * as fc from 'fast-check';
import type { PhaseRecord } from '../../src/model/checkpoint/phaseRecord.ts';
import { whyOutside } from '../../src/model/names/outside.ts';
import { SECTION_HEADINGS } from '../../src/model/packet/packetHeadings.ts';

const text = fc.string({ unit: 'grapheme' });
const path = text.filter((one) => whyOutside(one) === null);
const count = fc.nat();
const attempt = fc.nat(1_000_000);
const digits = (length: number): fc.Arbitrary<string> =>
  fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const time = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const oneOf = fc.constantFrom;
const list = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(of, { maxLength: 3 });
const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(of, { nil: null });
const blob = digits(40);

/** Whatever a later Cairn of the same schema may add. */
const more = fc
  .dictionary(
    fc.string({ minLength: 1 }).map((key) => `x-${key}`),
    fc.jsonValue(),
    { maxKeys: 2, noNullPrototype: true },
  )
  .map((added) => JSON.parse(JSON.stringify(added)) as Record<string, unknown>);

const plain = <T>(model: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }, requiredKeys?: (keyof T)[]) =>
  fc.record(model, { noNullPrototype: true, ...(requiredKeys === undefined ? {} : { requiredKeys }) });
const value = fc.jsonValue().map((one): unknown => JSON.parse(JSON.stringify(one)));
const phaseId = oneOf('plan', 'build-web-ui');
const section = oneOf(...SECTION_HEADINGS);
const outcome = oneOf('passed', 'failed', 'broke');
const limit = oneOf('cost', 'tokens', 'timeMs');
const sentBack = plain({ file: text, at: text, found: value, reasons: list(text) }, []);

/** What a session with rounds, conditions, held work and limits has besides. */
const ofGraph = {
  question: plain(
    {
      about: oneOf(
        'packet',
        'effect',
        'condition',
        'loop',
        'limit',
        'stop',
        'conflict',
        'permission',
        'check',
      ),
      text,
      options: list(text),
      asked: time,
      limit: plain({ limit, of: maybe(phaseId) }),
    },
    ['text', 'asked'],
  ),
  held: plain({ commit: blob, base: blob, round: count }, ['commit', 'base']),
  loop: plain({ round: count, because: sentBack }, ['round']),
  reopened: plain({ by: phaseId, round: count, max: count, because: sentBack }, ['by', 'round', 'max']),
  skipped: plain({ file: text, at: text, found: value, needs: list(phaseId) }, []),
  raised: list(plain({ limit, of: maybe(phaseId), to: maybe(fc.integer({ min: 1 })), at: time })),
  folded: plain({ usage: value, workedMs: count }, []),
  edited: list(plain({ path: text, change: oneOf('added', 'modified', 'deleted') })),
  reviewed: plain({
    wrote: list(plain({ section, text, insteadOf: text }, ['section', 'text'])),
    tookOut: list(plain({ section, shown: text })),
  }),
};

const known = fc.record(
  {
    schema: fc.constant(3),
    session: oneOf('20261120-add-login-7f3k', 'abc'),
    phase: oneOf('plan', 'a'),
    seq: fc.integer({ min: 1 }),
    attempt,
    status: oneOf('pending', 'waiting', 'done', 'skipped', 'blocked', 'cancelled'),
    began: maybe(time),
    ended: maybe(time),
    agent: maybe(
      fc.record(
        { kind: text, name: text, version: maybe(text), model: text, mode: text },
        { requiredKeys: ['kind', 'name', 'version'], noNullPrototype: true },
      ),
    ),
    outcome: maybe(text),
    finalText: text,
    artifacts: list(fc.record({ path, blob, sha256: digits(64), bytes: count }, { noNullPrototype: true })),
    before: list(fc.record({ path, blob }, { noNullPrototype: true })),
    checks: list(
      fc.record(
        {
          name: text,
          run: fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })),
          outcome,
          before: outcome,
          exitCode: maybe(fc.integer()),
          ms: fc.double({ min: 0, max: 1e9, noNaN: true }).map(Math.abs),
          why: text,
          tail: text,
        },
        { requiredKeys: ['name', 'run', 'outcome', 'exitCode', 'ms', 'tail'], noNullPrototype: true },
      ),
    ),
    baseline: list(
      plain(
        {
          run: fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 3 })),
          outcome,
          exitCode: maybe(fc.integer()),
          ms: count,
          why: text,
          tail: text,
          at: time,
        },
        ['run', 'outcome', 'exitCode', 'ms', 'tail', 'at'],
      ),
    ),
    approvals: list(
      fc.record(
        {
          decision: oneOf('approved', 'rejected', 'answered'),
          by: text,
          at: time,
          comment: maybe(text),
          artifacts: list(fc.record({ path, blob }, { noNullPrototype: true })),
          tree: digits(40),
          beforehand: fc.constant(true),
        },
        {
          requiredKeys: ['decision', 'by', 'at', 'comment', 'artifacts', 'tree'],
          noNullPrototype: true,
        },
      ),
    ),
    notCaptured: list(fc.record({ path: text, why: text }, { noNullPrototype: true })),
    normalised: list(text),
    attempts: list(fc.record({ attempt, outcome: text, reasons: list(text) }, { noNullPrototype: true })),
    ...ofGraph,
    effects: fc.record({ done: count, failed: count, inDoubt: count }, { noNullPrototype: true }),
  },
  {
    requiredKeys: [
      'schema',
      'session',
      'phase',
      'seq',
      'attempt',
      'status',
      'began',
      'ended',
      'agent',
      'outcome',
      'artifacts',
      'checks',
      'approvals',
      'notCaptured',
      'normalised',
      'attempts',
      'effects',
    ],
    noNullPrototype: true,
  },
);

/** Any `phase.json` that the engine may write, and what a later one may have added to it. */
export const anyPhaseRecord = fc
  .tuple(known, more)
  .map(([record, added]) => ({ ...record, ...added }) as unknown as PhaseRecord);
