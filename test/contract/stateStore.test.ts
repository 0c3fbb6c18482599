import { describe, expect, test } from 'vitest';
import { createStateStore } from '../../src/files/stateStore.ts';
import type { CommitId, PhaseId, SessionId, Timestamp, TreeId } from '../../src/model/names/ids.ts';
import { treeName } from '../../src/model/names/treeName.ts';
import { idleOn } from '../../src/model/slot/standing.ts';
import type { JournalLine } from '../../src/model/attempt/journal.ts';
import type { PermissionRequest } from '../../src/model/agent/permissionRequest.ts';
import type { SteerNote } from '../../src/model/agent/steerNote.ts';
import type { Beforehand, SessionAbout, StateStore } from '../../src/session/ports.ts';
import { temporaryFolder } from '../support/gitRepo.ts';
import { memoryState } from '../support/memoryState.ts';

const stores: Readonly<Record<string, () => Promise<StateStore>>> = {
  'on disk': async () => createStateStore(await temporaryFolder()),
  'in memory': async () => memoryState(),
};

const one = 'first-session' as SessionId;
const two = 'second-session' as SessionId;
const about: SessionAbout = {
  branch: 'cairn/first-session',
  root: '/repo.worktrees/first-session',
  isolation: 'worktree',
  setup: 'pending',
  head: null,
};
const line = (reason: string): JournalLine => ({
  type: 'attempt-failed',
  at: '2026-11-20T10:00:00.000Z' as Timestamp,
  outcome: 'crashed',
  reasons: [reason],
});
const at = (hour: string): Timestamp => `2026-11-20T${hour}:00:00.000Z` as Timestamp;
const asked = (id: string, hour: string): PermissionRequest => ({
  id,
  epoch: 7,
  at: at(hour),
  phase: 'plan' as PhaseId,
  attempt: 1,
  agent: 'speaker',
  kind: 'execute',
  title: 'npm test',
  paths: ['/w/a b'],
});
const note = (hour: string): SteerNote => ({
  id: `note-${hour}`,
  at: at(hour),
  by: 'Ann',
  text: 'a\nb',
});
const commit = (digit: string): CommitId => digit.repeat(40) as CommitId;

describe.each(Object.entries(stores))('a state store %s', (_name, make) => {
  test('knows nothing of a session that was never made', async () => {
    const state = (await make()).of(one);
    expect([
      await state.exists(),
      await state.about(),
      await state.readJournal(),
      [...(await state.published())],
      await state.requests(1),
      await state.tail('none', 5),
    ]).toEqual([
      false,
      null,
      { lines: [], damaged: false, unknown: [] },
      [],
      [],
      { lines: [], bytes: 0, cut: false },
    ]);
  });

  test('tells what it was told about a session, and takes changes', async () => {
    const store = await make();
    await store.of(one).create(about);
    await store.of(one).note({ setup: 'done', head: { commit: commit('a'), branch: 'main' } });
    expect(await store.of(one).about()).toEqual({
      ...about,
      setup: 'done',
      head: { commit: commit('a'), branch: 'main' },
    });
    expect([await store.of(one).exists(), await store.sessions()]).toEqual([true, [one]]);
    await store.of(one).create(about);
    expect(await store.of(one).about()).toEqual(about);
  });

  test('tells how a slot stands as long as nobody has it forgotten', async () => {
    const own = (await make()).of(treeName(one, 2));
    await own.create(about);
    const standing = { ...idleOn(commit('a')), phase: 'plan' as PhaseId, taken: 3 };
    await own.note({ standing: { ...standing, moving: { to: commit('b'), rests: null } } });
    await own.note({ setup: 'done' });
    expect((await own.about())?.standing).toEqual({ ...standing, moving: { to: commit('b'), rests: null } });
    await own.note({ standing });
    expect((await own.about())?.standing).toEqual(standing);
    await own.note({ setup: 'pending' }, { phase: null, rests: 'r' as TreeId });
    await own.note({}, { stands: commit('c') });
    expect(await own.about()).toMatchObject({
      setup: 'pending',
      standing: { ...standing, phase: null, rests: 'r', stands: commit('c') },
    });
    await own.note({ standing: null });
    expect((await own.about())?.standing ?? null).toBeNull();
  });

  test('keeps the order of the journal, whatever is flushed, and starts it anew', async () => {
    const store = await make();
    await store.of(one).create(about);
    const lines = Array.from({ length: 30 }, (_, n) => line(`reason ${n}`));
    await Promise.all(lines.map((each, n) => store.of(one).journal(each, { flush: n % 7 === 0 })));
    expect(await store.of(one).readJournal()).toEqual({ lines, damaged: false, unknown: [] });
    await store.of(one).resetJournal([line('kept')]);
    await store.of(one).journal(line('next'));
    expect(await store.of(one).readJournal()).toEqual({
      lines: [line('kept'), line('next')],
      damaged: false,
      unknown: [],
    });
  });

  test('knows the attempts that have a folder of output', async () => {
    const state = (await make()).of(one);
    expect(await state.outputs()).toEqual([]);
    await state.create(about);
    await state.outputFolder('setup', 0);
    await state.outputFolder('plan-2' as PhaseId, 11);
    expect(await state.outputs()).toEqual([{ phase: 'plan-2', attempt: 11 }]);
  });

  test('remembers what was seen of git until it is told', async () => {
    const state = (await make()).of(one);
    expect(await state.seenGit()).toBeNull();
    const seen = { who: 'the agent', root: '/w', files: new Map([['.git/config', '100644 ab']]) };
    await state.seeGit(seen);
    expect(await state.seenGit()).toEqual(seen);
    await state.seeGit(null);
    await state.seeGit(null);
    expect(await state.seenGit()).toBeNull();
  });

  test('remembers what was landed last, of a session that it knows', async () => {
    const store = await make();
    await store.of(one).noteLanded({ seq: 3, on: null });
    expect([await store.of(one).landed(), await store.of(one).exists()]).toEqual([null, false]);
    await store.of(one).create(about);
    expect(await store.of(one).landed()).toBeNull();
    for (const on of [null, 'add/login']) {
      await store.of(one).noteLanded({ seq: 12, on });
      expect(await store.of(one).landed()).toEqual({ seq: 12, on });
    }
    expect(await store.of(two).landed()).toBeNull();
    await store.of(one).remove();
    expect(await store.of(one).landed()).toBeNull();
  });

  test('remembers which session was spoken to last, and makes no session of it', async () => {
    const store = await make();
    expect(await store.lastWord()).toBeNull();
    for (const session of [one, two]) await store.noteWord({ session, at: at('11') });
    expect(await store.lastWord()).toEqual({ session: two, at: at('11') });
    expect(await store.sessions()).toEqual([]);
  });

  test('keeps apart what belongs to different sessions', async () => {
    const store = await make();
    for (const session of [two, one]) await store.of(session).create(about);
    await store.of(one).journal(line('one'));
    await store.of(one).recordPublished(commit('1'));
    await store.of(two).request('stop', 1);
    expect([
      await store.sessions(),
      (await store.of(two).readJournal()).lines,
      [...(await store.of(two).published())],
      await store.of(one).requests(1),
    ]).toEqual([[one, two], [], [], []]);
    await store.of(one).remove();
    expect([
      await store.sessions(),
      await store.of(one).exists(),
      (await store.of(one).readJournal()).lines,
      await store.of(two).exists(),
    ]).toEqual([[two], false, [], true]);
  });

  test('remembers what was published from here', async () => {
    const store = await make();
    await store.of(one).create(about);
    for (const digit of ['1', '2', '1']) await store.of(one).recordPublished(commit(digit));
    expect([...(await store.of(one).published())]).toEqual([commit('1'), commit('2')]);
  });

  test('hands requests over to the epoch that was asked, the gravest first, and to no other', async () => {
    const state = (await make()).of(one);
    await state.create(about);
    for (const kind of ['pause', 'stop', 'pause', 'cancel'] as const) await state.request(kind, 7);
    expect(await state.requests(7)).toEqual(['cancel', 'stop', 'pause']);
    expect([await state.requests(6), await state.requests(8)]).toEqual([[], []]);
    await state.request('stop', 8);
    expect([await state.requests(7), await state.requests(8)]).toEqual([['cancel', 'pause'], ['stop']]);
  });

  test('hands a permission to the owner who asked, answered and shown by the first who tries', async () => {
    const { permissions } = (await make()).of(one);
    await permissions.ask(asked('one-1-7-1', '10'));
    await permissions.ask(asked('one-1-7-2', '09'));
    expect((await permissions.open(7)).map(({ id }) => id)).toEqual(['one-1-7-2', 'one-1-7-1']);
    expect([await permissions.open(6), await permissions.answerTo('one-1-7-1')]).toEqual([[], null]);
    const tries = Array.from({ length: 8 }, (_, n) =>
      permissions.answer('one-1-7-1', { answer: 'allow', by: String(n) }),
    );
    const shown = Array.from({ length: 8 }, () => permissions.claim('one-1-7-2'));
    for (const all of [await Promise.all(tries), await Promise.all(shown)])
      expect(all.filter(Boolean)).toHaveLength(1);
    expect(await permissions.answerTo('one-1-7-1')).toMatchObject({ answer: 'allow' });
    expect((await permissions.open(7)).map(({ id }) => id)).toEqual(['one-1-7-2']);
    await permissions.close('one-1-7-2');
    expect([
      await permissions.open(7),
      await permissions.answer('one-1-7-2', { answer: 'deny', by: 'late' }),
      await permissions.claim('one-1-7-2'),
      await permissions.answer('never-asked', { answer: 'deny', by: 'early' }),
    ]).toEqual([[], false, false, false]);
  });

  test('keeps notes until they are taken away, oldest first', async () => {
    const { notes } = (await make()).of(one);
    for (const hour of ['11', '10']) await notes.add(note(hour));
    expect(await notes.list()).toEqual([note('10'), note('11')]);
    await notes.remove('note-10');
    await notes.remove('note-10');
    expect(await notes.list()).toEqual([note('11')]);
  });

  test('knows what was trusted of a session, each once, until that is withdrawn; that it was is known, too', async () => {
    const store = await make();
    const { trust } = store.of(one);
    const [a, b] = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`) as [string, string];
    expect([await trust.all(), await store.trusting()]).toEqual([null, []]);
    const said = { hash: b, at: at('09'), how: 'said' } as const;
    const opened = { hash: a, at: at('10'), how: 'opened' } as const;
    await Promise.all([trust.add(opened), trust.add(said)]);
    await trust.add({ hash: a, at: at('11'), how: 'said' });
    expect([...((await trust.all()) ?? [])].sort((x, y) => (x.at < y.at ? -1 : 1))).toEqual([said, opened]);
    expect([await store.sessions(), await store.trusting()]).toEqual([[], [one]]);
    await store.of(one).create(about);
    await store.of(one).remove({ keepTrust: true });
    expect([await store.sessions(), (await trust.all())?.length]).toEqual([[], 2]);
    await trust.clear();
    expect([await trust.all(), await store.trusting()]).toEqual([[], [one]]);
    await store.of(one).remove();
    expect([await trust.all(), await store.trusting()]).toEqual([null, []]);
  });

  test('knows what nobody was there to allow, and what was said of it to the question that was asked last', async () => {
    const state = (await make()).of(one);
    await state.create(about);
    const { rejected } = state;
    const [a, b, q, r] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
      string,
      string,
      string,
      string,
    ];
    const plan = 'plan' as PhaseId;
    const yes = { word: 'allow', by: 'Ada', at: at('10') } as const;
    expect(await rejected.answer(plan, q, yes)).toBe(false);
    await rejected.ask(plan, q, [a, b]);
    expect([await rejected.answer(plan, r, yes), await rejected.said(plan, a)]).toEqual([false, null]);
    expect(await rejected.answer(plan, q, yes)).toBe(true);
    expect(await rejected.said(plan, a)).toEqual(yes);
    // Of another phase, or another act, nothing is said.
    expect([await rejected.said('build' as PhaseId, a), await rejected.said(plan, r)]).toEqual([null, null]);
    await rejected.ask(plan, r, [b]);
    const no = { word: 'without', by: 'Bo', at: at('11') } as const;
    expect([await rejected.answer(plan, q, no), await rejected.answer(plan, r, no)]).toEqual([false, true]);
    expect([await rejected.said(plan, a), await rejected.said(plan, b)]).toEqual([yes, no]);
    await rejected.ask(plan, q, []);
    expect(await rejected.answer(plan, q, yes)).toBe(false);
    await state.remove({ keepTrust: true });
    expect(await rejected.said(plan, a)).toBeNull();
  });

  test('knows which phases were approved beforehand, each once, and on which checkpoint', async () => {
    const state = (await make()).of(one);
    await state.create(about);
    const { beforehand } = state;
    const [plan, build] = ['plan', 'build'].map((phase) => ({
      phase: phase as PhaseId,
      by: 'Ada',
      at: at('10'),
      on: '1'.repeat(40) as CommitId,
    })) as [Beforehand, Beforehand];
    expect(await beforehand.all()).toEqual([]);
    await beforehand.add(plan);
    await beforehand.add(build);
    await beforehand.add({ ...plan, by: 'Bo' });
    expect(await beforehand.all()).toEqual([build, { ...plan, by: 'Bo' }]);
    await state.remove({ keepTrust: true });
    expect(await beforehand.all()).toEqual([]);
  });

  test('has a folder of its own for the output of each attempt, below the session', async () => {
    const state = (await make()).of(one);
    const folder = await state.outputFolder('plan' as PhaseId, 2);
    expect([folder, await state.outputFolder('plan' as PhaseId, 2)]).toEqual([
      `${state.folder}/output/plan-2`,
      folder,
    ]);
  });

  test('writes files into it, again and again', async () => {
    const state = (await make()).of(one);
    const plan = 'plan' as PhaseId;
    const folder = await state.outputFolder(plan, 2);
    for (const text of ['before\n', 'one\ntwo\n'])
      expect(await state.outputFile(plan, 2, 'prompt.md', text)).toBe(`${folder}/prompt.md`);
    expect(await state.tail(`${folder}/prompt.md`, 5)).toMatchObject({ lines: ['one', 'two'] });
  });
});
