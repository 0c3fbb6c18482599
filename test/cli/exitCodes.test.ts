import { expect, test } from 'vitest';
import { CairnError, type ErrorCode } from '../../src/base/cairnError.ts';
import { ERROR_CODES } from '../../src/cli/output/errorSentence.ts';
import { exitOfError } from '../../src/cli/output/exitCodes.ts';
import type { SaidOutcome } from '../../src/sentences/outcomeSentence.ts';
import { errorDetails } from '../support/errorDetails.ts';
import { runLine } from './runLine.ts';
import { OUTCOME, SESSION, scriptedApi } from './scriptedApi.ts';

const EXITS: Readonly<Record<string, number>> = {
  usage: 2,
  workflow: 2,
  lease: 6,
  data: 7,
  repo: 8,
  git: 8,
  machine: 8,
  internal: 1,
};

test.each(ERROR_CODES)('%s has a sentence, a fixed exit code and its JSON', async (code) => {
  const details = errorDetails(code);
  const api = scriptedApi({
    approve: async () => {
      throw new CairnError(code, details);
    },
  });
  const expected =
    code === 'repo/plan-changed' || code === 'repo/head-moved' ? 3 : EXITS[code.split('/')[0] ?? ''];
  expect(exitOfError(code)).toBe(expected);

  const person = await runLine(['approve'], { api });
  expect(person.code).toBe(expected);
  expect(person.err).toMatch(/^cairn: \S/);
  expect(person.err).not.toMatch(/undefined|\[object/);
  expect(person.out).toBe('');

  const program = await runLine(['approve', '--json'], { api });
  expect(program.code).toBe(expected);
  if (expected === 3 || expected === 6) {
    expect(program.json()).toMatchObject({
      session: SESSION,
      reason: expected === 6 ? 'lease-held' : 'waiting',
      seq: 4,
      state: 'waiting',
      phase: 'plan',
    });
    expect(Object.keys(program.json() as object)).toEqual(Object.keys(OUTCOME));
  } else {
    expect(program.json()).toMatchObject({ error: { code, message: expect.any(String), details } });
    expect(Object.keys((program.json() as { error: object }).error)).toEqual([
      'code',
      'message',
      'hint',
      'details',
    ]);
  }
});

test('whatever else is thrown is unexpected: exit 1, with what is known of it', async () => {
  const api = scriptedApi({
    list: async () => {
      throw new TypeError('x is not a function');
    },
  });
  expect(await runLine(['list'], { api })).toMatchObject({
    code: 1,
    err: expect.stringContaining('x is not a function'),
  });
  expect((await runLine(['list', '--json'], { api })).json()).toMatchObject({
    error: { code: 'internal/unexpected' satisfies ErrorCode },
  });
});

test.each([
  ['completed', 0],
  ['paused', 0],
  ['waiting', 3],
  ['blocked', 4],
  ['cancelled', 5],
  ['interrupted', 5],
  ['lease-held', 6],
] as const)('[S12] a run that ends as %s exits %i and prints its outcome', async (reason, exit) => {
  const outcome: SaidOutcome = { ...OUTCOME, reason };
  const result = await runLine(['resume', '--json'], { news: [{ type: 'outcome', outcome }] });
  expect(result.code).toBe(exit);
  expect(result.json()).toEqual(outcome);
});

test('an error in the command line itself is JSON, too, but not when --json is a word after --', async () => {
  expect((await runLine(['nope', '--json'])).json()).toMatchObject({ error: { code: 'usage/invalid' } });
  expect(await runLine(['nope', '--', '--json'])).toMatchObject({ code: 2, out: '' });
});
