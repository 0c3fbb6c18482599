import { expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import type { PhaseId, RefName } from '../../src/model/names/ids.ts';
import type { StatusView } from '../../src/session/results.ts';
import { inState, next } from './nextSteps.ts';
import { runLine } from './runLine.ts';
import { LOG, SESSION, STATUS, scriptedApi } from './scriptedApi.ts';

const DONE = inState('done', {
  next: [],
  phases: STATUS.phases.map((phase) => ({ ...phase, status: 'done' })),
});

test('an undo that leads back to a finished session offers its result, not a resume', async () => {
  const api = scriptedApi({
    status: async () => DONE,
    restore: async (session) => ({
      session,
      restoredTo: { phase: 'verify' as PhaseId, seq: 6 },
      seq: 8,
      commit: '8'.repeat(40) as never,
      rescue: null,
      changed: [],
      skipped: [],
      notUndone: [],
    }),
  });
  expect(await next(['restore', '--undo'], api)).toEqual([
    `cairn land --branch add-login`,
    `cairn log`,
    `cairn restore --undo`,
  ]);
});

test("work that is only a person's is not offered to an agent", async () => {
  const question = { text: 'Do it', options: [], kind: 'work' } as const;
  const api = scriptedApi({ status: async () => inState('waiting', { question }) });
  expect(await next(['status'], api)).toEqual([`cairn resume`]);
});

test('a restore names the rescue that holds what was not committed, and its undo', async () => {
  const api = scriptedApi({ status: async () => inState('paused') });
  expect(await next(['restore', 'research'], api)).toEqual([
    `cairn resume`,
    `cairn rescue diff 1`,
    `cairn restore --undo`,
  ]);
});

test('a restore that is only shown offers to be done as it was typed', async () => {
  expect(await next(['restore', 'research', '--dry-run'])).toEqual(['cairn restore research']);
});

test('stop says whether there was anything to stop, and what fits the state after it', async () => {
  const idle = await runLine(['stop'], { api: scriptedApi({ status: async () => DONE }) });
  expect(idle.out).toContain('login was not running.');
  expect((await runLine(['stop', SESSION])).out).toContain('It was not running.');
  expect(idle.out).not.toContain('cairn resume');
  const states = [inState('running', { drivenBy: 'pid 7 on host' }), inState('interrupted')];
  const driven = scriptedApi({ status: async () => states.shift() ?? STATUS });
  const { out } = await runLine(['stop'], { api: driven });
  expect(out).toContain('Stopped login. What is done stays done.');
  expect(out).toContain(`cairn resume`);
});

test('a cancelled session is reopened where its last phase was done, or at its beginning', async () => {
  const cancelled = inState('cancelled');
  expect(await next(['status'], scriptedApi({ status: async () => cancelled }))).toEqual([
    `cairn restore research`,
    `cairn fork research`,
  ]);
  const none = { ...cancelled, phases: cancelled.phases.slice(1) };
  expect(await next(['cancel', SESSION], scriptedApi({ status: async () => none }))).toEqual([
    'cairn restore login opened',
    'cairn fork login opened',
    'cairn delete login',
  ]);
});

test('a deleted session can be brought back or given up with what is printed', async () => {
  expect(await next(['delete', SESSION])).toEqual([
    `git branch cairn/${SESSION} refs/cairn/${SESSION}/archive`,
    'cairn delete login-7f3k --purge',
  ]);
  expect((await runLine(['delete', SESSION, '--purge'])).out).not.toContain('Next');
});

test('what was landed can be looked at, and the session tidied up once it is done', async () => {
  const land = async (_: unknown, how: { readonly branch: string } | { readonly apply: true }) => ({
    session: STATUS.session,
    seq: 5,
    commit: null,
    state: 'done',
    branch: 'branch' in how ? how.branch : null,
    changed: ['a'],
    commits: [],
  });
  const done = scriptedApi({ land });
  expect(await next(['land', '--branch', "ann's branch"], done)).toEqual([
    String.raw`git show --stat 'ann'\''s branch'`,
    'cairn delete login',
  ]);
  expect(await next(['land', '--apply'], done)).toEqual(['git status', 'cairn delete login']);
  const early = 'The session is not done: this is what it has at checkpoint 5.';
  expect((await runLine(['land', '--apply'], { api: done })).out).not.toContain(early);
  expect((await runLine(['land', '--apply'])).out).toContain(early);
  expect(await next(['land', '--apply'])).toEqual(['git status', `cairn resume`]);
});

test('the result of a session is offered as a branch of a name that a person would give', async () => {
  const named = { ...DONE, session: 'my-own-name' as typeof SESSION };
  expect((await next(['status'], scriptedApi({ status: async () => DONE })))[0]).toContain(
    '--branch add-login',
  );
  expect((await next(['status'], scriptedApi({ status: async () => named })))[0]).toContain(
    '--branch my-own-name',
  );
});

test('a rescue is named by its number, and forgotten once it is back', async () => {
  const rescue = (number: number) => ({
    number,
    ref: `refs/cairn/${SESSION}/rescue/${number}` as RefName,
    at: '2026-11-20T09:06:02.000Z' as never,
    why: 'before a restore',
    files: 2,
  });
  const api = scriptedApi({ rescues: async () => [rescue(1), rescue(3)] });
  expect(await next(['rescue'], api)).toEqual([`cairn rescue diff 3`, `cairn rescue apply 3`]);
  expect(await next(['rescue', 'apply', '3'], api)).toEqual([`cairn rescue delete 3`]);
});

test('a rescue of a deleted session can be looked at, and applied once the session is back', async () => {
  const deleted = { branch: `cairn/${SESSION}`, archive: `refs/cairn/${SESSION}/archive` };
  const find = async () => ({ session: SESSION, phase: null, deleted });
  expect(await next(['rescue', 'list', SESSION], scriptedApi({ find }))).toEqual([
    `git branch cairn/${SESSION} refs/cairn/${SESSION}/archive`,
    `cairn rescue diff login-7f3k 1`,
  ]);
  const rescuesOnly = async () => ({ ...(await find()), deleted: { ...deleted, branch: null } });
  expect(await next(['rescue', SESSION], scriptedApi({ find: rescuesOnly }))).toEqual([
    `cairn rescue diff login-7f3k 1`,
  ]);
});

test('a rescue that is not there is answered with those that are', async () => {
  const { code, err, calls } = await runLine(['rescue', 'apply', SESSION, '9']);
  expect({ code, err }).toEqual({
    code: 2,
    err: `cairn: rescue 9: nothing is kept aside under that number in login; there are: 1\nSee what it takes: cairn rescue --help\n`,
  });
  expect(calls.some(([name]) => name === 'rescueApply')).toBe(false);
  const none = await runLine(['rescue', 'diff', '1'], { api: scriptedApi({ rescues: async () => [] }) });
  expect(none.err).toContain('nothing is kept aside');
});

test("a person's word says what holds now", async () => {
  const entry = LOG[1]!;
  const commit = '5'.repeat(40) as never;
  const log = async () => [...LOG, { ...entry, seq: 5, commit, subject: 'cairn: plan is approved' }];
  const api = scriptedApi({ log, status: async () => inState('paused') });
  const { out } = await runLine(['approve'], { api });
  expect(out).toContain('✓ plan is approved (checkpoint 5 of login).\n');
  expect((await runLine(['approve', SESSION], { api })).out).toContain(
    '✓ plan is approved (checkpoint 5).\n',
  );
  expect(await next(['approve'], api)).toEqual([`cairn resume`]);
});

test('an answer that ends the session says so, and offers no resume', async () => {
  const api = scriptedApi({ status: async () => inState('cancelled') });
  const { out } = await runLine(['answer', '-m', 'stop'], { api });
  expect(out).toMatch(/^✓ answered: stop \(checkpoint \d+ of login\)\. The session is cancelled\.\n/);
  expect(out).not.toContain('cairn resume');
});

test('each option of a question is an answer to paste', async () => {
  const question = { text: 'Which?', options: ['the first', "don't"], kind: 'question' as const };
  const asks = scriptedApi({ status: async () => ({ ...STATUS, question }) });
  expect(await next(['status'], asks)).toEqual([
    `cairn answer -m 'the first'`,
    String.raw`cairn answer -m 'don'\''t'`,
    `cairn resume`,
  ]);
  const open = scriptedApi({ status: async () => ({ ...STATUS, question: { ...question, options: [] } }) });
  expect((await next(['status'], open))[0]).toBe(`cairn answer -m "…"`);
});

test('of a tip that was not published from here, trust in it comes first', async () => {
  const trust = `cairn resume --trust`;
  const untrusted = (status: StatusView) =>
    scriptedApi({ status: async () => ({ ...status, untrusted: true }) });
  expect(await next(['status'], untrusted(STATUS))).toEqual([
    trust,
    `cairn diff plan`,
    `cairn approve`,
    `cairn reject -m "…"`,
    `cairn resume`,
  ]);
  expect(await next(['status'], untrusted(inState('paused')))).toEqual([trust]);
  expect(await next(['status'], untrusted(DONE))).not.toContain(trust);
});

test('of commands that nobody has trusted here, a look at them comes first', async () => {
  const asking = (status: StatusView) =>
    scriptedApi({ status: async () => ({ ...status, asksTrust: true }) });
  expect(await next(['status'], asking(inState('paused')))).toEqual([`cairn trust`, `cairn resume`]);
});

test('with HEAD elsewhere the way back comes first, as it can be pasted', async () => {
  const back = 'git switch main';
  const asks = (question: NonNullable<StatusView['question']>) =>
    scriptedApi({ status: async () => ({ ...STATUS, question }) });
  const head = { text: 'HEAD moved.', options: ['go on here'], kind: 'question' as const, back };
  expect(await next(['status'], asks(head))).toEqual([back, `cairn resume`, `cairn answer -m 'go on here'`]);
  const approval = { text: 'plan waits for approval', options: [], kind: 'approval' as const, back };
  expect(await next(['status'], asks(approval))).toEqual([back, `cairn resume`, `cairn resume --here`]);
});

test('where there is no session yet, workflows are offered, but for those that cannot be started', async () => {
  const workflow = (name: string, problem: string | null = null) => ({
    name,
    file: `.cairn/workflows/${name}.yaml`,
    title: null,
    description: null,
    isolation: null,
    agents: [],
    inputs: [],
    problem,
  });
  const list = async () => [];
  const workflows = async () => [workflow('broken', 'no phases'), workflow('fix')];
  expect(await next(['list'], scriptedApi({ list, workflows }))).toEqual(['cairn start fix "…"']);
});

test('the output of an older attempt is printed by its number, with how it ended, and of none it is said', async () => {
  const two = scriptedApi({
    attemptOutput: async (_, phase, attempt) =>
      attempt > 2
        ? null
        : {
            file: `/state/${phase}-${attempt}/agent.log`,
            text: attempt === 2 ? '' : 'one\n',
            ended: attempt === 2 ? { outcome: 'crashed', reasons: ['it was ended by SIGKILL'] } : null,
          },
  });
  const said = async (...more: readonly string[]): Promise<string> => {
    const { out, err } = await runLine(['log', '--output', 'plan', ...more], { api: two });
    return out + err;
  };
  expect(await said('--attempt', '1')).toBe('one\n');
  expect(await said('--attempt', '2')).toBe(
    'Attempt 2 of plan printed nothing.\n\n── ended: crashed ──\n- it was ended by SIGKILL\n',
  );
  expect(await said('--attempt', '3')).toBe('Nothing of attempt 3 of plan is kept on this machine.\n');
  expect(await said('--attempt', '../1')).toContain('number of an attempt');
  const alone = await runLine(['log', '--attempt', '1'], { api: two });
  expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('--output <phase>')]);
});

test('output that is empty is said to be', async () => {
  const silent = scriptedApi({ output: async () => ({ file: '/state/agent.log', text: '\n', cut: [] }) });
  expect(await runLine(['log', '--output', 'plan'], { api: silent })).toMatchObject({
    code: 0,
    out: 'plan printed nothing.\n',
  });
  const elsewhere = scriptedApi({ output: async () => null });
  expect((await runLine(['log', '--output', 'plan'], { api: elsewhere })).out).toContain(
    'stays where it ran',
  );
  expect((await runLine(['log', '--output', 'implement'], { api: elsewhere })).out).toBe(
    'implement has not been tried yet.\n',
  );
});

test('output of which only the end is printed says so, and where the rest is, also to a program', async () => {
  const cut = [{ file: '/state/output/plan-1/agent.log', bytes: 10_485_760 }];
  const api = scriptedApi({ output: async () => ({ file: cut[0]!.file, text: 'last line\n', cut }) });
  const told = '… Only the end of 10.0 MB is shown; all that is kept: /state/output/plan-1/agent.log\n';
  expect(await runLine(['log', '--output', 'plan'], { api })).toMatchObject({
    out: 'last line\n',
    err: told,
  });
  const program = await runLine(['log', '--output', 'plan', '--json'], { api });
  expect([program.json(), program.err]).toEqual([expect.objectContaining({ cut }), told]);
});

test('a lease says how long it has been held; a program gets the time', async () => {
  const details = { session: SESSION, holder: 'pid 7 on host', since: '2026-11-20T10:03:30.000Z' };
  const api = scriptedApi({
    approve: async () => {
      throw new CairnError('lease/held', details);
    },
  });
  const { code, err } = await runLine(['approve'], { api });
  expect(code).toBe(6);
  expect(err).toContain('3 min ago');
  expect(err).not.toContain('2026-11-20T');
});

test('of a session that what writes would refuse, nothing is offered that would be refused', async () => {
  const stepsOf = (readOnly: 'newer-schema' | 'unreadable') =>
    next(['status'], scriptedApi({ status: async () => inState('paused', { readOnly }) }));
  expect(await stepsOf('newer-schema')).toEqual([`cairn log`]);
  expect(await stepsOf('unreadable')).toEqual([`cairn log`, `cairn restore <number>`]);
});

test.each(['paused', 'interrupted'])(
  'a word to a session that is %s, in which none waits, says that it is that',
  async (state) => {
    const details = {
      act: 'approve',
      session: SESSION,
      refusal: { because: 'none-waits', state: 'running' },
    } as const;
    const api = scriptedApi({
      approve: () => Promise.reject(new CairnError('usage/not-possible', details)),
      status: async () => inState(state),
    });
    const { err, code } = await runLine(['approve'], { api });
    expect(err).toContain(`Cannot approve login: no phase waits (the session is ${state})`);
    expect(err).toContain('Go on: cairn resume login');
    expect(code).toBe(2);
  },
);
