import { expect, test } from 'vitest';
import { CairnError } from '../../src/base/cairnError.ts';
import { inState, next } from './nextSteps.ts';
import { runLine } from './runLine.ts';
import { LOG, OUTCOME, SESSION, STATUS, scriptedApi } from './scriptedApi.ts';

test('where several sessions could be meant each command names one, as short as that can be', async () => {
  const [one] = await scriptedApi().list();
  const beside = { ...one!, session: '20261121-fix-login-x2y1' as never, title: 'Fix login' };
  const api = scriptedApi({ list: async () => [one!, beside] });
  expect(await next(['status'], api)).toEqual([
    'cairn diff login-7f3k plan',
    'cairn approve login-7f3k',
    'cairn reject login-7f3k -m "…"',
    'cairn resume login-7f3k',
  ]);
  // The other one waits for nobody, so a word can only be about this one; it may be looked at, and resumed.
  const pausedBeside = { ...beside, state: 'paused', waiting: [] };
  const alone = scriptedApi({ list: async () => [one!, pausedBeside] });
  expect(await next(['status'], alone)).toEqual([
    'cairn diff login-7f3k plan',
    'cairn approve',
    'cairn reject -m "…"',
    'cairn resume login-7f3k',
  ]);
});

test('what is refused is told by the same names; a program gets the id', async () => {
  const details = { session: SESSION, holder: 'pid 7 on host', since: '2026-11-20T10:03:30.000Z' };
  const approve = () => Promise.reject(new CairnError('lease/held', details));
  const { err } = await runLine(['approve'], { api: scriptedApi({ approve }) });
  expect(err).toContain('Session login is being run by pid 7 on host');
  expect(err).toContain('Watch it: `cairn status login`.');
  const program = await runLine(['restore', 'plan', '--json'], {
    api: scriptedApi({
      restore: () =>
        Promise.reject(new CairnError('data/restore-failed', { session: SESSION, differing: [] })),
    }),
  });
  expect(program.json()).toMatchObject({
    error: { message: expect.stringContaining(SESSION), details: { session: SESSION } },
  });
  // Nothing is looked up that says nothing of a session, and where nothing can be, the id is said.
  const list = () => Promise.reject(new Error('no git'));
  const none = await runLine(['approve'], { api: scriptedApi({ approve, list }) });
  expect(none.err).toContain(`Session ${SESSION} is being run by`);
});

test('of a log that a shallow clone cut off the rest can be fetched', async () => {
  const [, ...entries] = LOG;
  const log = async () =>
    entries.map((entry, at) => (at === 0 ? { ...entry, olderMissing: true as const } : entry));
  const { out } = await runLine(['log'], { api: scriptedApi({ log }) });
  expect(out).toContain(
    '! Older checkpoints are not in this clone, which is shallow. Fetch them: git fetch --unshallow\n',
  );
  expect((await runLine(['log'])).out).not.toContain('shallow');
});

test('an attempt that was cut off with work in its tree is gone on with in two ways', async () => {
  const cutOff = inState('interrupted', { leftovers: 2 });
  expect(await next(['status'], scriptedApi({ status: async () => cutOff }))).toEqual([
    'cairn resume',
    'cairn resume --leftovers keep',
  ]);
  const inPlace = { ...cutOff, isolation: 'in-place' as const };
  expect(await next(['status'], scriptedApi({ status: async () => inPlace }))).toEqual(['cairn resume']);
});

test('a run that ends says so in one line, and offers its result without a name where that is clear', async () => {
  const phases = STATUS.phases.map((row) => ({ ...row, status: 'done' }));
  const status = async () => inState('done', { next: [], phases });
  const [own] = await scriptedApi().list();
  const done = { ...own!, state: 'done', next: [], waiting: [] };
  const beside = { ...done, session: '20261121-speed-up-x2y1' as never };
  const outcome = { ...OUTCOME, reason: 'completed', state: 'done', phase: null, message: 'done' } as const;
  const run = (sessions: readonly (typeof done)[]) =>
    runLine(['resume'], {
      api: scriptedApi({ status, list: async () => sessions }),
      news: [{ type: 'outcome', outcome }],
    });
  const { out, code } = await run([done]);
  expect(code).toBe(0);
  expect(out).toMatch(/^\n✓ The session is done\.\n\n#  Phase/);
  expect(out.match(/done\./g)).toHaveLength(1);
  expect(out).toMatch(
    /\nNext\n {2}cairn land --branch add-login {3}put the result on a branch of your own\n/,
  );
  // What works on beside it is not landed; what is done is.
  expect((await run([done, { ...beside, state: 'paused' }])).out).toContain('cairn land --branch');
  expect((await run([done, beside])).out).toContain('cairn land login --branch add-login');
});
