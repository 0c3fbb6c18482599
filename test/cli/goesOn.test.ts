import { expect, test } from 'vitest';
import { goesOn, type AfterWord } from '../../src/cli/commands/goesOn.ts';
import type { RunNews } from '../../src/runner/runEvents.ts';
import type { PhaseId } from '../../src/model/names/ids.ts';
import type { StatusView } from '../../src/session/results.ts';
import { atTerminal } from '../../src/cli/terminal/atTerminal.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
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
  expect(out.indexOf('plan is approved (checkpoint 5 of login).')).toBeGreaterThan(-1);
  expect(out.indexOf('The session is ')).toBeGreaterThan(out.indexOf('plan is approved'));
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

test.each([
  [{ CI: 'true' }, 0],
  [{ CI: '1' }, 0],
  [{ CI: 'false' }, 1],
  [{ CI: '' }, 1],
])('with a terminal, and %j in its environment, %i runs are begun', async (env, runs) => {
  const { requests, out } = await say(['approve'], { env });
  expect(requests).toHaveLength(runs);
  if (runs === 0) expect(out).toContain('cairn resume');
});

test.each([
  ['input', { out: { isTerminal: true }, canAsk: () => false }],
  ['output', { out: { isTerminal: false }, canAsk: () => true }],
])('nobody types where standard %s is no terminal', (_which, half) => {
  const terminal = { ...half, env: {} } as unknown as Terminal;
  expect(atTerminal({ terminal, json: false })).toBe(false);
  const whole = { out: { isTerminal: true }, canAsk: () => true, env: {} } as unknown as Terminal;
  expect(atTerminal({ terminal: whole, json: false })).toBe(true);
});

test('whom a word was said to is noted, and once more behind what it went on with', async () => {
  const noted = async (words: readonly string[], over: Partial<LineOptions> = {}) =>
    (await say(words, over)).calls.flatMap(([call, of]) => (call === 'noteWord' ? [of] : []));
  const word = expect.objectContaining({ session: SESSION }) as unknown;
  expect(await noted(['approve'])).toEqual([word, word]);
  expect(await noted(['approve'], { terminal: undefined as never })).toEqual([word]);
  expect(await noted(['answer', '-m', 'so', '--json'])).toEqual([word]);
  expect(await noted(['status'])).toEqual([]);
});

test('a resume right behind a word says whom it is about, and how another one is gone on with', async () => {
  const [own] = await scriptedApi().list();
  // Its name is its id, and without a name it would be the only one that can be gone on with.
  const beside = { ...own!, session: 'speed-up' as typeof SESSION, state: 'paused', waiting: [] };
  const api = scriptedApi({
    status: async () => PAUSED,
    list: async () => [{ ...own!, state: 'done' }, beside],
    find: async () => ({ session: SESSION, phase: null, beside: [beside.session] }),
  });
  const { out, requests } = await say(['resume'], { api });
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    'login is meant: you said something to it just now. Another one that is not done is gone on with by its name: cairn resume speed-up',
  );
  expect(requests).toMatchObject([{ verb: 'resume', session: SESSION }]);
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
