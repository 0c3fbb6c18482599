import { expect, test } from 'vitest';
import { goesOn, type AfterWord } from '../../src/cli/commands/goesOn.ts';
import type { RunNews } from '../../src/runner/runEvents.ts';
import type { PhaseId } from '../../src/model/names/ids.ts';
import type { StatusView } from '../../src/session/results.ts';
import { runLine, type LineOptions, type LineResult } from './runLine.ts';
import { LOG, OUTCOME, SESSION, STATUS, scriptedApi } from './scriptedApi.ts';

const ASKED = { phase: 'verify' as PhaseId, text: '?', options: [], kind: 'question' } as const;
const READY: AfterWord = {
  atTerminal: true,
  stays: false,
  agents: ['acp'],
  status: { state: 'paused', drivenBy: null, questions: [] },
};
const status = (over: Partial<AfterWord['status']>): Partial<AfterWord> => ({
  status: { ...READY.status, ...over },
});

test.each<readonly [what: string, over: Partial<AfterWord>, goes: boolean]>([
  ['whose next agent speaks the protocol', {}, true],
  ['whose next agent is a command', { agents: ['command'] }, true],
  ['that a crash had cut off before', status({ state: 'interrupted' }), true],
  ['of a script', { atTerminal: false }, false],
  ['that was told to stay', { stays: true }, false],
  ['that nobody is found for', { agents: [] }, false],
  ['that a person goes on with', { agents: ['manual'] }, false],
  ['that somebody drives', status({ drivenBy: 'pid 7 on host' }), false],
  ['in which something else is asked', status({ questions: [ASKED] }), false],
  ['that is done', status({ state: 'done' }), false],
  ['that is cancelled', status({ state: 'cancelled' }), false],
  ['that is blocked elsewhere', status({ state: 'blocked' }), false],
  ['of a newer Cairn', status({ readOnly: 'newer-schema' }), false],
])('after a word a session %s goes on: %j', (_what, over, goes) =>
  expect(goesOn({ ...READY, ...over })).toBe(goes),
);

const DONE: RunNews = {
  type: 'outcome',
  outcome: { ...OUTCOME, reason: 'completed', state: 'done', phase: null },
};
const PAUSED: StatusView = { ...STATUS, state: 'paused', question: null, questions: [] };
const SAID = { ...LOG[1]!, seq: 5, commit: '5'.repeat(40) as never, subject: 'cairn: plan is approved' };

/** A word at a terminal, to a session that can go on with what an agent does. */
const say = (words: readonly string[], over: Partial<LineOptions> = {}): Promise<LineResult> =>
  runLine(words, {
    terminal: 100,
    news: [DONE],
    api: scriptedApi({
      status: async () => PAUSED,
      log: async () => [...LOG, SAID],
      agentsAhead: async () => ['command'],
    }),
    ...over,
  });

test('at a terminal an approval goes on: it is said first, and the exit code is that of the run', async () => {
  const { code, out, requests } = await say(['approve', '-m', 'Go']);
  expect(requests).toMatchObject([
    { verb: 'resume', session: SESSION, options: { note: null, until: null } },
  ]);
  expect(code).toBe(0);
  expect(out.indexOf('plan is approved (checkpoint 5).')).toBeGreaterThan(-1);
  expect(out.indexOf('The session is done.')).toBeGreaterThan(out.indexOf('plan is approved'));
  const waits = await say(['approve'], { news: [{ type: 'outcome', outcome: OUTCOME }] });
  expect([waits.code, waits.requests.length]).toEqual([3, 1]);
});

test.each([
  [['reject', '-m', 'too long'], 1],
  [['answer', '-m', 'the second'], 1],
  // Why can still be said until the next attempt begins.
  [['reject'], 0],
  [['approve', '--stay'], 0],
  [['reject', '-m', 'too long', '--stay'], 0],
  [['answer', '-m', 'the second', '--stay'], 0],
  [['approve', '--json'], 0],
])('at a terminal %j begins %i runs', async (words, runs) => {
  const { requests, code, calls } = await say(words);
  expect([requests.length, code]).toEqual([runs, 0]);
  expect(calls.some(([name]) => name === words[0])).toBe(true);
});

test('in a script nothing goes on, and the next command is said', async () => {
  const { requests, out } = await say(['approve'], { terminal: undefined as never });
  expect(requests).toEqual([]);
  expect(out).toMatch(/Next\n {2}cairn resume {3}go on\n/);
});

test('an agent that only a window has, ahead or next, leaves it to the window', async () => {
  const api = scriptedApi({
    status: async () => PAUSED,
    agentsAhead: async ({ options }) =>
      options.until === null ? ['command', 'language-model'] : ['command'],
  });
  expect((await say(['approve'], { api })).requests).toEqual([]);
});

test('what refuses to go on takes the word not back: both are said', async () => {
  const error = {
    code: 'machine/agent-not-found',
    details: { agent: 'claude', tried: ['claude on PATH'] },
  } as const;
  const { code, out, err } = await say(['approve'], { news: [{ type: 'error', error }] });
  expect([code, out.includes('plan is approved')]).toEqual([8, true]);
  expect(err).toContain('"claude" is not on this machine');
});
