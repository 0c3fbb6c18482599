import { describe, expect, test } from 'vitest';
import { createClock } from '../../src/host/clock.ts';
import type { SessionId, Timestamp } from '../../src/model/names/ids.ts';
import type { Wanted } from '../../src/session/api/look.ts';
import { meaningHere } from '../../src/session/look/meantUnnamed.ts';
import { goOn } from '../support/forks.ts';
import { stage } from '../support/memoryStage.ts';
import { memoryState } from '../support/memoryState.ts';
import { refusal } from '../support/refusal.ts';
import { chain, DEMO, type Seat } from '../support/session.ts';
import { twoClones } from '../support/twoClones.ts';

const LOGIN = '20261120-add-login-7f3k' as SessionId;
const LOGIN_TOO = '20261121-fix-login-x2y1' as SessionId;
const LAND: Wanted = { to: 'land' };
const DECIDE: Wanted = { to: 'decide', phase: true };

const meant = async ({ api }: Seat, word: string | null, wanted: Wanted = {}): Promise<string> => {
  const { session, phase } = await api.find(word, wanted);
  return phase === null ? session : `${session} ${phase}`;
};

const asked = async ({ api }: Seat, word: string | null, wanted: Wanted = {}) =>
  (await refusal(api.find(word, wanted), 'usage/which-session')).details;

describe('what is landed', () => {
  test('after a fork is what is done; the fork is, where that is said, and refused where it is not', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start();
    await s.api.fork(DEMO, 'one', { id: 'login-two' });
    expect(await meant(s, null, LAND)).toBe(DEMO);
    expect(await meant(s, null, { to: 'land-unfinished' })).toBe('login-two');
    expect(await meant(s, null)).toBe('login-two');
    const fork = 'login-two' as SessionId;
    const early = await refusal(s.api.land(fork, { branch: 'early', onlyDone: true }), 'usage/not-possible');
    expect(early.details).toEqual({
      act: 'land',
      session: fork,
      refusal: { because: 'not-done', state: 'running' },
    });
  });

  test('is asked for where several are done and were not landed; the only one that was not is meant', async () => {
    const s = await stage(chain('one'));
    await s.agent.part('one', 'usual; echo made > made.txt');
    await s.start();
    await s.start({ id: 'second' });
    const both = await asked(s, null, LAND);
    expect(both).toMatchObject({
      are: 'done',
      sessions: expect.arrayContaining(['second', DEMO]) as unknown,
    });
    expect(both.candidates?.map(({ updated }) => updated)).not.toContain('');
    await s.api.land(DEMO, { branch: 'landed', onlyDone: true });
    expect(await meant(s, null, LAND)).toBe('second');
    // What it has made since was not.
    await s.api.restore(DEMO, { to: 'one' }, { dryRun: false });
    expect((await asked(s, null, LAND)).sessions).toHaveLength(2);
  });

  test('is nothing a second time, unless it is named', async () => {
    const s = await stage(chain('one'));
    await s.agent.part('one', 'usual; echo made > made.txt');
    await s.start();
    await s.api.land(DEMO, { branch: 'landed', onlyDone: true });
    for (const wanted of [LAND, { to: 'land-unfinished' } as const]) {
      const { details } = await refusal(s.api.find(null, wanted), 'usage/not-possible');
      expect(details).toEqual({ act: 'land', session: DEMO, refusal: { because: 'landed' } });
    }
    expect(await meant(s, DEMO, LAND)).toBe(DEMO);
    expect((await s.api.list()).map(({ landed }) => landed)).toEqual([true]);
    // Nor is another one begun in its place that is still under way.
    await s.api.fork(DEMO, 'opened', { id: 'again' });
    await refusal(s.api.find(null, LAND), 'usage/not-possible');
  });
});

describe('what is gone on with behind a word', () => {
  const WAITS = { phases: [{ id: 'plan', approval: 'required' }] };
  const RESUME: Wanted = { to: 'resume' };

  test('is the session that it was said to, also where that is done and another one could be gone on with', async () => {
    const s = await stage(WAITS);
    await s.start();
    await s.start({ id: 'second' });
    await s.api.noteWord(await s.api.approve(DEMO, null, null));
    await goOn(s, DEMO);
    await s.api.noteWord({ session: DEMO });
    expect(await s.api.find(null, RESUME)).toEqual({ session: DEMO, phase: null, beside: ['second'] });
  });

  test.each([
    ['a moment later', 9, DEMO],
    ['later', 11, 'second'],
    ['before, by a clock that was set back', -9, DEMO],
    ['long before', -3600, 'second'],
  ])('holds for a moment: %s', async (_when, seconds, session) => {
    const s = await stage(WAITS);
    await s.start();
    await s.api.approve(DEMO, null, null);
    await goOn(s, DEMO);
    await s.start({ id: 'second' });
    const state = memoryState();
    const now = Date.parse('2026-11-20T10:00:00.000Z');
    const at = (ms: number): Timestamp => new Date(ms).toISOString() as Timestamp;
    await state.noteWord({ session: DEMO, at: at(now - seconds * 1000) });
    const clock = { ...createClock(), now: () => at(now) };
    const meaning = await meaningHere({ state, clock }, await s.api.list(), 'resume', null);
    expect(meaning.among).toEqual([session]);
  });

  test('is nothing of a session that has gone since', async () => {
    const s = await stage(WAITS);
    await s.start();
    await s.api.noteWord({ session: 'gone' as SessionId });
    expect(await s.api.find(null, RESUME)).toEqual({ session: DEMO, phase: null });
  });
});

describe('what is changed', () => {
  const CHANGE: Wanted = { to: 'change', phase: true };

  test('is what is under way; of several that are over one has to be said, by a phase that only it has, too', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start();
    expect(await meant(s, null, CHANGE)).toBe(DEMO);
    expect(await meant(s, 'one', CHANGE)).toBe(`${DEMO} one`);
    await s.start({ id: 'second' });
    for (const word of [null, 'one'])
      expect((await asked(s, word, CHANGE)).sessions.toSorted()).toEqual([DEMO, 'second']);
    expect(await asked(s, null, CHANGE)).toMatchObject({ are: 'over' });
    // Whoever only reads is shown the last one.
    expect(await meant(s, null)).toBe('second');
    await s.start({ id: 'third', until: 'one' });
    expect(await meant(s, 'one', CHANGE)).toBe('third one');
  });

  test('is nothing that is recorded under an id where all are over', async () => {
    const s = await stage(chain('one'));
    await s.start();
    expect(await asked(s, null, { to: 'id' })).toMatchObject({ are: 'over', sessions: [DEMO] });
  });
});

describe('what was landed', () => {
  test('is said in the list until something newer is there; and where nothing is to be landed, in the status', async () => {
    const s = await stage(chain('one'));
    await s.agent.part('one', 'usual; echo made > made.txt');
    await s.start();
    await s.agent.part('one', 'echo made > "$CAIRN_PHASE_DIR/result.md"');
    await s.start({ id: 'second' });
    const landed = async () => (await s.api.list()).map(({ session, landed: is }) => [session, is]);
    const nothing = async (session: SessionId) => (await s.api.status(session)).changedNothing;
    expect([await nothing(DEMO), await nothing('second' as SessionId)]).toEqual([undefined, true]);
    expect(Object.fromEntries(await landed())).toEqual({ [DEMO]: undefined, second: undefined });
    await s.api.land(DEMO, { branch: 'landed' });
    expect(Object.fromEntries(await landed())).toEqual({ [DEMO]: true, second: undefined });
    const where = async () => {
      const { landed: is, landedOn } = await s.api.status(DEMO);
      return [is, landedOn];
    };
    expect(await where()).toEqual([true, 'landed']);
    await s.api.land(DEMO, { apply: true });
    expect(await where()).toEqual([true, undefined]);
    await s.api.restore(DEMO, { to: 'opened' }, { dryRun: false });
    expect(await nothing(DEMO)).toBeUndefined();
    expect(await where()).toEqual([undefined, undefined]);
    expect(Object.fromEntries(await landed())).toEqual({ [DEMO]: undefined, second: undefined });
  });
});

describe('a name', () => {
  test('is short, may be begun, and asks where it could be several; an id and a branch never do', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start({ id: LOGIN, until: 'one' });
    for (const word of ['login', 'log', 'login-7f3k', '20261120-add', LOGIN, `cairn/${LOGIN}`])
      expect(await meant(s, word)).toBe(LOGIN);
    expect((await refusal(s.api.find('lo'), 'usage/unknown-phase')).details.phase).toBe('lo');
    await s.start({ id: LOGIN_TOO, until: 'one' });
    const several = await asked(s, 'login');
    expect([several.are, several.word]).toEqual(['called', 'login']);
    expect(several.candidates?.map(({ name }) => name).toSorted()).toEqual(['login-7f3k', 'login-x2y1']);
    for (const { session, name } of several.candidates ?? []) expect(await meant(s, name)).toBe(session);
    expect(await meant(s, LOGIN)).toBe(LOGIN);
  });

  test('of a session that is done works as before, and so does none', async () => {
    const s = await stage(chain('one'));
    await s.start({ id: LOGIN });
    expect(await meant(s, 'login', { phase: true })).toBe(LOGIN);
    expect(await meant(s, null)).toBe(LOGIN);
    expect(await meant(s, 'one', { phase: true })).toBe(`${LOGIN} one`);
    expect(await meant(s, null, { to: 'resume' })).toBe(LOGIN);
  });

  test('is whole where something is done for good, and an id where that is recorded', async () => {
    const s = await stage(chain('one'));
    await s.start({ id: LOGIN });
    expect(await meant(s, 'login', { to: 'name' })).toBe(LOGIN);
    for (const to of ['name', 'id'] as const)
      await expect(s.api.find('log', { to })).rejects.toMatchObject({ code: 'usage/unknown-phase' });
    await expect(s.api.find('login', { to: 'id' })).rejects.toMatchObject({ code: 'usage/unknown-phase' });
    expect(await meant(s, LOGIN, { to: 'id' })).toBe(LOGIN);
  });

  test('is what a session was called that was deleted, where no other is meant', async () => {
    const s = await stage(chain('one'));
    await s.start({ id: LOGIN });
    await s.api.delete(LOGIN, { purge: false });
    const there = { session: LOGIN, deleted: {} };
    expect(await s.api.find('login', { to: 'name' })).toMatchObject(there);
    expect(await s.api.find('login-7f3k')).toMatchObject(there);
    // Nothing is given up by the beginning of a name.
    await refusal(s.api.find('logi', { to: 'name' }), 'usage/unknown-session');
    await s.start({ id: LOGIN_TOO });
    expect(await meant(s, 'login', { to: 'name' })).toBe(LOGIN_TOO);
    expect(await meant(s, 'logi')).toBe(LOGIN_TOO);
    await s.api.delete(LOGIN_TOO, { purge: false });
    expect(await asked(s, 'login', { to: 'name' })).toMatchObject({
      are: 'called',
      sessions: expect.arrayContaining([LOGIN, LOGIN_TOO]) as unknown,
    });
    await s.api.delete((await s.api.find('login-7f3k', { to: 'name' })).session, { purge: true });
    expect(await s.api.find('login', { to: 'name' })).toMatchObject({ session: LOGIN_TOO, deleted: {} });
  });

  test('means no other session than the deleted one whose id it is, where that is given up', async () => {
    const s = await stage(chain('one'));
    await s.start({ id: 'login' });
    await s.api.delete('login' as SessionId, { purge: false });
    await s.start({ id: LOGIN });
    expect(await s.api.find('login', { to: 'name' })).toMatchObject({ session: 'login', deleted: {} });
    expect(await meant(s, 'login')).toBe(LOGIN);
  });

  test('is not taken over by what was fetched: that is asked about, and its branch names it', async () => {
    const { other } = await twoClones();
    await other.start({ id: '20261120-make-the-demo-7f3k' });
    const several = await asked(other, DEMO);
    expect(several.sessions.toSorted()).toEqual(['20261120-make-the-demo-7f3k', DEMO]);
    expect(await meant(other, `cairn/${DEMO}`)).toBe(DEMO);
    expect(await meant(other, 'dem')).toBe('20261120-make-the-demo-7f3k');
    expect(await meant(other, null)).toBe('20261120-make-the-demo-7f3k');
  });

  test('is not taken over where it is only begun, either', async () => {
    const { other } = await twoClones();
    await other.start({ id: '20261120-speed-up-7f3k' });
    expect(await meant(other, DEMO)).toBe(DEMO);
    await other.start({ id: '20261120-make-the-demonstration-7f3k' });
    const several = await asked(other, DEMO);
    expect(several.sessions.toSorted()).toEqual(['20261120-make-the-demonstration-7f3k', DEMO]);
    expect(await meant(other, 'demons')).toBe('20261120-make-the-demonstration-7f3k');
  });
});

describe('what is only on a remote', () => {
  test('is meant by no word without a name but to look at it where nothing else is', async () => {
    const { other } = await twoClones();
    for (const to of [
      'resume',
      'decide',
      'answer',
      'land',
      'stop',
      'steer',
      'change',
      'trust',
      'id',
    ] as const)
      expect(await asked(other, null, { to })).toMatchObject({ are: 'fetched', sessions: [DEMO] });
    expect(await asked(other, 'one', { to: 'change', phase: true })).toMatchObject({ are: 'phase' });
    expect(await meant(other, null)).toBe(DEMO);
    await other.start({ id: LOGIN });
    for (const to of ['look', 'resume', 'land', 'change'] as const)
      expect(await meant(other, null, { to })).toBe(LOGIN);
    // What is here is trusted: that can only be asked of what is not.
    expect(await asked(other, null, { to: 'trust' })).toMatchObject({ are: 'fetched', sessions: [DEMO] });
  });

  test('is done for good to by its id alone, unless a session here is called so', async () => {
    const { other } = await twoClones();
    for (const to of ['name', 'id'] as const) expect(await meant(other, DEMO, { to })).toBe(DEMO);
    await other.start({ id: '20261120-make-the-demonstration-7f3k' });
    // How one here begins is no name of it where a whole one is asked for.
    for (const to of ['name', 'id'] as const) expect(await meant(other, DEMO, { to })).toBe(DEMO);
    await other.start({ id: '20261120-make-the-demo-7f3k' });
    for (const to of ['name', 'id'] as const) {
      const several = await asked(other, DEMO, { to });
      expect(several.sessions.toSorted()).toEqual(['20261120-make-the-demo-7f3k', DEMO]);
      expect(await meant(other, `cairn/${DEMO}`, { to })).toBe(DEMO);
    }
  });
});

test('a fetched session that is called like a phase of one here is asked about; its branch names it', async () => {
  const { other } = await twoClones(() => ({ phases: [{ id: DEMO, approval: 'required' }] }), DEMO);
  await other.start({ id: LOGIN });
  const both = await asked(other, DEMO, DECIDE);
  expect(both).toMatchObject({ are: 'called-or-phase', word: DEMO });
  expect(both.sessions.toSorted()).toEqual([LOGIN, DEMO].toSorted());
  expect(await meant(other, `cairn/${DEMO}`, DECIDE)).toBe(DEMO);
});

describe('a phase', () => {
  const TWO = {
    phases: [
      { id: 'plan', approval: 'required' },
      { id: 'verify', approval: 'required' },
    ],
  };

  test('is that of the session that waits there; of several that one has to be said', async () => {
    const s = await stage(TWO);
    await s.start();
    await s.start({ id: 'second' });
    expect(await asked(s, 'plan', DECIDE)).toMatchObject({ are: 'phase', word: 'plan' });
    expect(await asked(s, null, DECIDE)).toMatchObject({ are: 'waiting' });
    await s.api.approve('second' as SessionId, null, null);
    await goOn(s, 'second' as SessionId);
    expect(await meant(s, 'verify', DECIDE)).toBe('second verify');
    expect(await meant(s, 'plan', DECIDE)).toBe(`${DEMO} plan`);
  });

  test('is not asked about where the session that is called so is the only one that has it', async () => {
    const s = await stage(TWO);
    await s.start({ id: '20261120-plan-7f3k' });
    expect(await meant(s, 'plan', DECIDE)).toBe('20261120-plan-7f3k plan');
    expect(await meant(s, 'plan', { to: 'change', phase: true })).toBe('20261120-plan-7f3k plan');
  });

  test('that is what a session is called, too, is asked about where either could be meant', async () => {
    const s = await stage(TWO);
    await s.start();
    await s.start({ id: '20261120-plan-7f3k', workflow: 'flow' });
    expect(await asked(s, 'plan', DECIDE)).toMatchObject({
      are: 'called-or-phase',
      sessions: expect.arrayContaining([DEMO, '20261120-plan-7f3k']) as unknown,
    });
    expect(await meant(s, 'plan')).toBe('20261120-plan-7f3k');
  });
});
