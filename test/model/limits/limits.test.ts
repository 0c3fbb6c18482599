import { describe, expect, test } from 'vitest';
import {
  raisedIn,
  reachedLimit,
  mayStillWork,
  type Limits,
  type Spent,
} from '../../../src/model/limits/limits.ts';
import { limitAnswers, raisedBy, sayAmount, sayReached } from '../../../src/model/limits/sayLimit.ts';
import { readReached, renderReached } from '../../../src/model/limits/readReached.ts';
import type { PhaseId, Timestamp } from '../../../src/model/names/ids.ts';
import { workflowOf } from '../workflowOf.ts';

const build = 'build' as PhaseId;
const flow = (session: object | null, phase: object | null) =>
  workflowOf(
    [{ id: 'build', ...(phase === null ? {} : { limits: phase }) }, { id: 'docs' }],
    session === null ? {} : { limits: session },
  );
const spent = (session: Partial<Spent>, phase: Partial<Spent> = {}) => {
  const none: Spent = { cost: 0, tokens: 0, timeMs: 0 };
  return { session: { ...none, ...session }, phase: { ...none, ...phase } };
};

describe('a limit', () => {
  test.each<
    [name: string, session: object | null, phase: object | null, of: ReturnType<typeof spent>, told: string]
  >([
    ['is none where none is written', null, null, spent({ cost: 99 }), 'none'],
    ['of cost is reached at that cost', { cost: 5 }, null, spent({ cost: 5 }), 'null cost 5/5'],
    ['of cost is not reached before', { cost: 5 }, null, spent({ cost: 4.99 }), 'none'],
    ['of tokens', { tokens: 10 }, null, spent({ tokens: 11 }), 'null tokens 11/10'],
    ['of time', { time: '1s' }, null, spent({ timeMs: 1000 }), 'null timeMs 1000/1000'],
    [
      'of a phase counts that phase alone',
      null,
      { tokens: 10 },
      spent({ tokens: 50 }, { tokens: 9 }),
      'none',
    ],
    [
      'of a phase is reached by it',
      null,
      { tokens: 10 },
      spent({ tokens: 50 }, { tokens: 10 }),
      'build tokens 10/10',
    ],
    [
      'of the session comes first',
      { cost: 1 },
      { cost: 1 },
      spent({ cost: 1 }, { cost: 1 }),
      'null cost 1/1',
    ],
  ])('%s', (_name, session, phase, of, told) => {
    const reached = reachedLimit(flow(session, phase), [], build, of);
    expect(reached === null ? 'none' : `${reached.of} ${reached.limit} ${reached.used}/${reached.most}`).toBe(
      told,
    );
  });

  test('that a person raised holds as raised last, and not at all where they said so', () => {
    const workflow = flow({ cost: 5 }, null);
    const raised = (to: number | null, at: string) => ({
      limit: 'cost' as const,
      of: null,
      to,
      at: at as Timestamp,
    });
    const records = [{ raised: [raised(20, '2')] }, { raised: [raised(10, '1')] }, {}];
    const at = (cost: number, more: ReturnType<typeof raised>[] = []) =>
      reachedLimit(workflow, [...raisedIn(records), ...more], build, spent({ cost }))?.most;
    expect([at(19), at(20), at(99, [raised(null, '3')])]).toEqual([undefined, 20, undefined]);
  });

  test('of time leaves what is still to be worked, the shorter of the two', () => {
    const workflow = flow({ time: '10s' }, { time: '4s' });
    expect(mayStillWork(workflow, [], build, spent({ timeMs: 5000 }, { timeMs: 1000 }))).toBe(3000);
    expect(mayStillWork(workflow, [], build, spent({ timeMs: 9000 }, { timeMs: 1000 }))).toBe(1000);
    expect(mayStillWork(workflow, [], build, spent({ timeMs: 99_000 }))).toBe(0);
    expect(mayStillWork(flow({ cost: 1 }, null), [], build, spent({}))).toBe(null);
  });
});

describe('what is said of a limit', () => {
  test('is its question, and answers that mean what they say', () => {
    const reached = { limit: 'cost', of: null, used: 5.123, most: 5 } as const;
    expect(sayReached(reached)).toBe(
      'The session has reached its limit of cost: 5.12 USD used, 5 USD allowed.',
    );
    const [raise = '', without = '', stop = ''] = limitAnswers(reached);
    expect([raise, without, stop]).toEqual(['raise to 10 USD', 'go on without', 'stop']);
    expect([raisedBy('cost', raise), raisedBy('cost', without), raisedBy('cost', stop)]).toEqual([
      10,
      null,
      undefined,
    ]);
  });

  test('is no answer that would raise nothing', () => {
    const hours = (many: number) => many * 3_600_000;
    const said = (limit: keyof Limits, most: number) =>
      limitAnswers({ limit, of: null, used: most, most })[0];
    expect(said('cost', 0.001)).toBe('raise to 0.01 USD');
    expect(said('timeMs', hours(400))).toBe('raise to 596h');
    expect(said('timeMs', hours(596))).toBe('go on without');
    expect(raisedBy('tokens', `raise to ${'9'.repeat(400)}`)).toBe(undefined);
  });

  test.each<[limit: keyof Limits, answer: string, to: number | null | undefined]>([
    ['cost', 'raise to 7.5', 7.5],
    ['cost', 'Raise to 7 USD', 7],
    ['cost', 'raise to 0', undefined],
    ['cost', 'raise to lots', undefined],
    ['tokens', 'raise to 5000 tokens', 5000],
    ['timeMs', 'raise to 90m', 5_400_000],
    ['timeMs', 'raise to 90', undefined],
    ['timeMs', 'use another agent', undefined],
  ])('of %s, “%s” raises it to %s', (limit, answer, to) => {
    expect(raisedBy(limit, answer)).toBe(to);
  });

  test.each<[keyof Limits, number, string]>([
    ['timeMs', 1500, '2s'],
    ['timeMs', 5_400_000, '90m'],
    ['timeMs', 7_200_000, '2h'],
    ['tokens', 1234.5, '1235 tokens'],
  ])('%s %s reads %s', (limit, amount, told) => {
    expect(sayAmount(limit, amount)).toBe(told);
  });

  test('a journal has it whole; a damaged line still says that a limit was reached', () => {
    const reached = { limit: 'tokens', of: build, used: 3, most: 2 } as const;
    expect(readReached(renderReached(reached))).toEqual(reached);
    expect(readReached('{"limit": "moo')).toMatchObject({ limit: 'timeMs' });
  });
});
