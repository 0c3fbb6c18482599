import { expect, test } from 'vitest';
import type { RunNews } from '../../src/runner/runEvents.ts';
import type { PhaseId } from '../../src/model/names/ids.ts';
import { runLine, type Told } from './runLine.ts';
import { OUTCOME, SESSION, STATUS, scriptedApi } from './scriptedApi.ts';

const DONE: RunNews = {
  type: 'outcome',
  outcome: { ...OUTCOME, reason: 'completed', state: 'done', phase: null },
};
const PLAN_CHANGED: RunNews = {
  type: 'error',
  error: {
    code: 'repo/plan-changed',
    details: { session: SESSION, changes: ['plan: approval was none, is required', 'deploy: added'] },
  },
};
const DIED: RunNews = {
  type: 'error',
  error: { code: 'machine/runner-died', details: { log: '/run/runner.log' } },
};

/** What each run says, in turn. */
function inTurn(...runs: readonly (readonly RunNews[])[]): () => AsyncGenerator<RunNews> {
  const left = [...runs];
  return async function* () {
    yield* left.shift() ?? [];
  };
}

test('a changed plan is shown and, with a yes, accepted', async () => {
  const yes = await runLine(['resume'], { terminal: 80, types: ['y'], news: inTurn([PLAN_CHANGED], [DONE]) });
  expect(yes).toMatchObject({ code: 0, asked: [expect.stringContaining('deploy: added')] });
  expect(yes.requests).toMatchObject([{ options: { acceptPlan: false } }, { options: { acceptPlan: true } }]);
});

test.each(['n', '', 'maybe'])(
  'a changed plan is not accepted with %j: exit 3, and how to accept it',
  async (typed) => {
    const no = await runLine(['resume'], {
      terminal: 80,
      types: [typed],
      news: inTurn([PLAN_CHANGED], [DONE]),
    });
    expect(no).toMatchObject({ code: 3, err: expect.stringContaining('--accept-plan') });
    expect(no.requests).toHaveLength(1);
  },
);

test('a changed plan asks nobody where nobody is there', async () => {
  const script = await runLine(['resume'], { news: inTurn([PLAN_CHANGED], [DONE]) });
  expect(script).toMatchObject({
    code: 3,
    asked: [],
    err: expect.stringContaining('plan: approval was none'),
  });
  const program = await runLine(['resume', '--json'], {
    terminal: 80,
    types: ['y'],
    news: inTurn([PLAN_CHANGED], [DONE]),
  });
  expect(program.json()).toMatchObject({
    reason: 'waiting',
    session: SESSION,
    message: expect.stringContaining('deploy: added'),
  });
});

test('the command that accepts a changed plan names the workflow that was asked for', async () => {
  const details = { session: SESSION, changes: ['plan: approval was none'], workflow: '/my flows/fix.yaml' };
  const news: readonly RunNews[] = [{ type: 'error', error: { code: 'repo/plan-changed', details } }];
  const { err } = await runLine(['resume', '--workflow', '/my flows/fix.yaml'], { news });
  expect(err).toContain(`cairn resume login --workflow '/my flows/fix.yaml' --accept-plan`);
});

test('ctrl-C asks the run to stop; once more ends it; a third time only the terminal leaves', async () => {
  const asked: string[] = [];
  const once = await runLine(['resume', '--json'], {
    async *news({ interrupt, stop }) {
      yield { type: 'told', text: 'at work' };
      interrupt();
      await stop;
      asked.push('stop');
      yield { type: 'outcome', outcome: { ...OUTCOME, reason: 'interrupted', state: 'running' } };
    },
  });
  expect(once).toMatchObject({ code: 5, err: expect.stringContaining('Stopping') });
  const thrice = await runLine(['resume', '--json'], {
    async *news({ interrupt, stop, kill }) {
      yield { type: 'told', text: 'at work' };
      for (let n = 0; n < 3; n += 1) interrupt();
      await stop;
      await kill;
      asked.push('kill');
      yield { type: 'told', text: 'never read' };
    },
  });
  expect(thrice).toMatchObject({ code: 5, err: expect.stringContaining('Ending it at once.') });
  expect(thrice.json()).toMatchObject({ session: SESSION, reason: 'interrupted' });
  expect(thrice.err).not.toContain('never read');
  expect(asked).toEqual(['stop', 'kill']);
});

test('ctrl-C while the run is being launched reaches it as soon as it is there', async () => {
  const { code, requests } = await runLine(['resume', '--json'], {
    async launching(interrupt) {
      await Promise.resolve();
      interrupt();
    },
    async *news({ stop }) {
      await stop;
      yield { type: 'outcome', outcome: { ...OUTCOME, reason: 'interrupted', state: 'running' } };
    },
  });
  expect({ code, runs: requests.length }).toEqual({ code: 5, runs: 1 });
});

test('a runner that dies before there is a session is an error of the machine, after that an interruption', async () => {
  const nothing = scriptedApi({
    status: async () => {
      throw new Error('no such session');
    },
  });
  expect(
    (await runLine(['start', 'feature', '--request', 'x', '--json'], { api: nothing, news: [DIED] })).json(),
  ).toMatchObject({ error: { code: 'machine/runner-died' } });
  const interrupted = await runLine(['start', 'feature', '--request', 'x', '--json'], { news: [DIED] });
  expect(interrupted.code).toBe(5);
  expect(interrupted.json()).toMatchObject({
    session: SESSION,
    reason: 'interrupted',
    message: expect.stringContaining('/run/runner.log'),
  });
});

test('who ends a start before there is a session is told so, with exit 5', async () => {
  const api = scriptedApi({
    status: async () => {
      throw new Error('no such session');
    },
  });
  const line = ['start', 'feature', '--request', 'x'];
  const news = async function* ({ interrupt, kill }: Told): AsyncGenerator<RunNews> {
    interrupt();
    interrupt();
    await kill;
    yield DIED;
  };
  const person = await runLine(line, { api, news });
  expect(person).toMatchObject({ code: 5, err: '' });
  expect(person.out).toContain(
    '! Stopped before the session had begun. Nothing was saved.\n\nNext\n  cairn list',
  );
  expect((await runLine([...line, '--json'], { api, news })).json()).toMatchObject({
    session: SESSION,
    reason: 'interrupted',
    seq: 0,
    commit: null,
  });
  const begun = await runLine(line, { news });
  expect(begun).toMatchObject({ code: 5, out: expect.stringContaining('Ended at once.') });
});

test('who drives a session already is named once', async () => {
  const message = 'pid 7 on host runs this session.';
  const { code, out } = await runLine(['resume'], {
    api: scriptedApi({
      status: async () => ({ ...STATUS, question: null, questions: [], state: 'running' }),
    }),
    news: [{ type: 'outcome', outcome: { ...OUTCOME, reason: 'lease-held', message } }],
  });
  expect({ code, times: out.split('pid 7 on host').length - 1 }).toEqual({ code: 6, times: 1 });
  expect(out).toContain(`! ${message}\n`);
});

test('on a terminal one line lives below what stays, never wraps, and is gone at the end', async () => {
  const plan = 'plan' as PhaseId;
  const { out } = await runLine(['resume'], {
    terminal: 60,
    news: [
      {
        type: 'attempt',
        phase: plan,
        number: 2,
        of: 3,
        attempt: 2,
        resumed: false,
        agent: 'claude',
        because: null,
        output: '/o',
      },
      { type: 'agent-line', text: `\u001b[2J日本語の出力 ${'long '.repeat(40)}` },
      { type: 'check-ended', phase: plan, name: 'npm test', outcome: 'passed', ms: 1200 },
      { type: 'agent-tool', n: 1, title: 'Edit', kind: 'edit', path: 'src/a.ts', status: 'started' },
      {
        type: 'agent-plan',
        done: 1,
        of: 2,
        entries: [
          { text: 'Look', status: 'done' },
          { text: 'Write it', status: 'in-progress' },
        ],
      },
      { type: 'agent-line', text: 'almost there' },
      DONE,
    ],
  });
  // What a terminal makes of it: each carriage return and erase begins the line anew.
  const screens = out.split('\n').map((line) => line.split('\r\u001b[K'));
  const seen = screens.flat().map((text) => text.replace(/\u001b\[\d+m/g, ''));
  expect(seen.some((text) => text.includes('2/3 plan, attempt 2 · claude · 1 min'))).toBe(true);
  expect(seen.some((text) => text.includes('almost'))).toBe(true);
  expect(seen.some((text) => text.includes('▸ Ed'))).toBe(true);
  expect(seen.some((text) => text.includes('1/2 st'))).toBe(true);
  expect(out).not.toContain('\u001b[2J');
  const columns = (text: string): number =>
    Array.from(text).reduce((sum, letter) => sum + (letter > '\u2fff' ? 2 : 1), 0);
  expect(Math.max(...seen.filter((text) => /^[⠀-⣿]/.test(text)).map(columns))).toBeLessThan(60);
  const left = screens.map((parts) => parts.at(-1)).join('\n');
  expect(left).toContain('npm test');
  expect(left).not.toMatch(/[⠀-⣿]/);
});

test('NO_COLOR and a dumb terminal get plain lines', async () => {
  const escape = /\u001b/;
  expect((await runLine(['status'], { terminal: 80 })).out).toMatch(escape);
  expect((await runLine(['status'], { terminal: 80, env: { NO_COLOR: '1' } })).out).not.toMatch(escape);
  expect((await runLine(['resume'], { terminal: 80, env: { TERM: 'dumb' } })).out).not.toMatch(escape);
  expect((await runLine(['status'])).out).not.toMatch(escape);
  expect((await runLine(['status'], { env: { FORCE_COLOR: '1' } })).out).toMatch(escape);
});
