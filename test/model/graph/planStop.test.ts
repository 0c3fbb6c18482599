import { expect, test } from 'vitest';
import type { FileValue } from '../../../src/model/graph/readFileValue.ts';
import { planStop } from '../../../src/model/graph/planStop.ts';
import { saySkipped } from '../../../src/model/graph/saySkipped.ts';
import type { Skipped } from '../../../src/model/graph/planNext.ts';
import { workflowOf } from '../workflowOf.ts';

const at = (pointer: string, operator: object) => ({ file: 'plan/x.json', at: pointer, ...operator });
const stop = (when: unknown) =>
  workflowOf([{ id: 'plan', stop: { when } }]).phases[0] ?? { id: '', stop: null };
const UNREADABLE: FileValue = { kind: 'unreadable', why: 'it is torn' };
const value = (of: unknown): FileValue => ({ kind: 'value', value: of });

test.each<[name: string, when: unknown, file: FileValue, said: boolean | undefined, told: string]>([
  ['is not met', at('/no', { is: true }), value({ no: false }), undefined, 'go-on'],
  [
    'is met',
    at('/no', { is: true }),
    value({ no: true }),
    undefined,
    'plan stopped the session: plan/x.json /no is true.',
  ],
  [
    'is met by its second test',
    { any: [at('/no', { is: true }), at('/n', { atLeast: 3 })] },
    value({ no: false, n: 4 }),
    undefined,
    'plan stopped the session: plan/x.json /n is 4.',
  ],
  [
    'is met as there is no file',
    at('', { exists: false }),
    { kind: 'missing' },
    undefined,
    'plan stopped the session: plan/x.json is not there.',
  ],
  ['cannot be decided', at('/no', { is: true }), UNREADABLE, undefined, 'ask plan/x.json: it is torn'],
  [
    'cannot be decided, and a person said that it stops',
    at('/no', { is: true }),
    UNREADABLE,
    true,
    'plan stopped the session: A person said so, who was asked about plan/x.json.',
  ],
  [
    'cannot be decided, and a person said that it goes on',
    at('/no', { is: true }),
    UNREADABLE,
    false,
    'go-on',
  ],
  // A word about an unreadable file says nothing once it can be read.
  ['can be decided after all', at('/no', { is: true }), value({ no: false }), true, 'go-on'],
])('a stop that %s', (_name, when, file, said, told) => {
  const plan = planStop(stop(when) as Parameters<typeof planStop>[0], () => file, said);
  expect(
    plan.do === 'stop'
      ? saySkipped(plan.because)
      : plan.do === 'ask'
        ? `ask ${plan.file}: ${plan.why}`
        : plan.do,
  ).toBe(told);
});

test.each<[because: object, told: string]>([
  [{ file: 'a/x.json', at: '/ok', found: 'low' }, 'a/x.json /ok is "low".'],
  [{ file: 'a/x.json', at: '', byPerson: true }, 'A person said so, who was asked about a/x.json.'],
  [{ needs: ['a', 'b'] }, 'What it needs was skipped: a, b.'],
])('a phase that is skipped because of %j says so', (because, told) => {
  expect(saySkipped(because as Skipped)).toBe(told);
});
