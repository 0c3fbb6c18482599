import { describe, expect, test } from 'vitest';
import type { SessionId } from '../../src/model/names/ids.ts';
import { allViolations, everythingOf, fork, goOn, logOf, OTHER } from '../support/forks.ts';
import { stage } from '../support/memoryStage.ts';
import { chain, DEMO, flowText, workIn, type Stage, stage as onGit } from '../support/session.ts';

const THIRD = 'third' as SessionId;
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const file = (s: Stage, revision: string, path: string): Promise<string> =>
  s.repo.git('show', `${revision}:${path}`);

describe('a fork', () => {
  test('[P26] begins on the checkpoint with a folder, a branch and numbers of its own', async () => {
    const s = await onGit(chain('one', 'two', 'three'));
    await s.start();
    const at = (await s.api.log(DEMO))[1]?.commit ?? '';
    expect(await fork(s, 'one')).toEqual({
      session: OTHER,
      seq: 1,
      commit: await s.repo.git('rev-parse', 'cairn/other'),
      state: 'running',
    });
    const trailer = '%P %(trailers:key=Cairn-Forked-From,valueonly,separator=)';
    expect(await s.repo.git('log', '-1', `--format=${trailer}`, 'cairn/other')).toBe(`${at} demo@2`);
    const list = ['ls-tree', '-r', '--name-only'];
    expect(await s.repo.git(...list, 'cairn/other')).toBe(
      (await s.repo.git(...list, at)).replaceAll('/demo/', '/other/'),
    );
    const record = await file(s, 'cairn/other', '.cairn/sessions/other/01-one/phase.json');
    expect(JSON.parse(record)).toMatchObject({
      session: 'other',
      seq: 1,
      artifacts: [{ path: '.cairn/sessions/other/01-one/result.md' }],
      inherited: { session: 'demo', seq: 2, order: 1 },
    });
    expect(await allViolations(s)).toEqual([]);
  });

  test('goes on where it began and ends with the same work; both are told apart in the list', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start();
    await fork(s, 'one');
    expect(await s.api.path(OTHER).catch((error: { code: string }) => error.code)).toBe('usage/not-possible');
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'completed', seq: 3 });
    expect(await logOf(s, OTHER)).toEqual([
      '1 fork one/1 running',
      '2 phase two/1 running',
      '3 phase three/1 done',
    ]);
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1', 'three 1', 'two 1', 'three 1']);
    expect(await s.agent.prompt('two')).toContain('Result of one.');
    const moved = Object.entries(await workIn(s.repo, 'cairn/demo')).map(([path, blob]) => [
      path.replace('/demo/', '/other/'),
      blob,
    ]);
    expect(await workIn(s.repo, 'cairn/other')).toEqual(Object.fromEntries(moved));
    expect((await s.api.list()).map(({ session, forkedFrom }) => [session, forkedFrom])).toEqual([
      ['other', 'demo@2'],
      ['demo', undefined],
    ]);
    expect(await allViolations(s)).toEqual([]);
  });

  test('moves nothing of the session that it is forked from, be it done, cancelled or at work', async () => {
    const s = await onGit(chain('one', 'two'));
    const held = new AbortController();
    await s.agent.part('two', 'echo line; sleep 600');
    let before = {};
    let after = {};
    const here = await s.seat({
      async onProgress(event) {
        if (event.type !== 'agent-line') return;
        before = withoutLease(await everythingOf(s, DEMO));
        await fork(s, 'one', 'while-it-works');
        after = withoutLease(await everythingOf(s, DEMO));
        held.abort();
      },
    });
    expect(await here.start({}, held.signal)).toMatchObject({ reason: 'interrupted' });
    expect(Object.keys(before).length).toBeGreaterThan(8);
    expect(after).toEqual(before);
    await s.agent.part('two', 'usual');
    await s.resume();
    const done = await everythingOf(s, DEMO);
    await fork(s, 'two', 'once-done');
    expect(await everythingOf(s, DEMO)).toEqual(done);
    await s.start({ id: 'short', until: 'one' });
    const short = 'short' as SessionId;
    await s.api.cancel(short);
    const cancelled = await everythingOf(s, short);
    await fork(s, '3', 'after-all', short);
    expect(await everythingOf(s, short)).toEqual(cancelled);
    expect(await goOn(s, 'after-all' as SessionId)).toMatchObject({ reason: 'completed' });
    expect(await goOn(s, 'while-it-works' as SessionId)).toMatchObject({ reason: 'completed' });
    expect((await s.api.status('once-done' as SessionId)).state).toBe('done');
    expect(await allViolations(s)).toEqual([]);
  });

  test('and that session both go on, at the same time, each in its own worktree', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start({ until: 'one' });
    await fork(s, 'one');
    // Neither ends before the other has begun.
    const meet =
      'usual; touch "$PLAY/at-$CAIRN_SESSION"; until [ -f "$PLAY/at-demo" ] && [ -f "$PLAY/at-other" ]; do sleep 0.05; done';
    await s.agent.part('two', meet);
    const there = await s.seat();
    const [here, beside] = await Promise.all([s.resume(), goOn(there, OTHER)]);
    expect([here.reason, beside.reason]).toEqual(['completed', 'completed']);
    expect(await s.api.path(DEMO)).not.toBe(await s.api.path(OTHER));
    expect(await allViolations(s)).toEqual([]);
  });
});

describe('what a fork inherits', () => {
  test('stays done, with the commits of the other session, and can be looked at as before', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start();
    await fork(s, 'two');
    const [before, after] = [await s.api.status(DEMO), await s.api.status(OTHER)];
    expect(after.phases.map(({ id, status, commit }) => [id, status, commit])).toEqual([
      ['one', 'done', before.phases[0]?.commit],
      ['two', 'done', before.phases[1]?.commit],
      ['three', 'pending', null],
    ]);
    expect(after).toMatchObject({ forkedFrom: 'demo@3', state: 'paused', next: ['three'], warnings: [] });
    for (const pointer of ['01-one/result.md@one', '/src/two.txt@two', '02-two/PACKET.md@two'])
      expect(text(await s.api.show(OTHER, pointer))).toBe(text(await s.api.show(DEMO, pointer)));
    expect(text(await s.api.show(OTHER, 'REQUEST.md@opened'))).toBe('Make it so\n');
    expect(await s.api.packet(OTHER, null)).toBe(await s.api.packet(DEMO, 'two'));
    const [theirs, ours] = [await s.api.diff(DEMO, 'two'), await s.api.diff(OTHER, 'two')];
    expect(ours).toMatchObject({ from: theirs.from, to: theirs.to });
    expect(ours.changed).toEqual([
      { path: '.cairn/sessions/other/02-two/result.md', change: 'added' },
      { path: 'src/two.txt', change: 'added' },
    ]);
    // As a window opens it: by the path that it has here.
    const opened = await s.api.readAt(ours.to ?? theirs.from, '.cairn/sessions/other/02-two/result.md');
    expect(opened === null ? null : text(opened)).toBe('Result of two.\n');
    const [first] = await s.api.log(OTHER);
    expect(first?.forkedFrom).toMatchObject({ session: DEMO, seq: 3 });
    expect(first?.forkedFrom?.log).toEqual((await s.api.log(DEMO)).slice(0, 3));
  });

  test('is all of its change: the diff of the session, and what lands, begin where the other one began', async () => {
    const s = await onGit(chain('one', 'two', 'three'));
    await s.start();
    await fork(s, 'one');
    await goOn(s, OTHER, { until: 'two' });
    expect((await s.api.diff(OTHER, null)).changed.map(({ path }) => path)).toEqual([
      '.cairn/sessions/other/01-one/result.md',
      '.cairn/sessions/other/02-two/result.md',
      'src/one.txt',
      'src/two.txt',
    ]);
    expect(await s.api.land(OTHER, { branch: 'landed' })).toMatchObject({
      changed: ['src/one.txt', 'src/two.txt'],
    });
    expect(await s.repo.git('diff', '--name-only', 'main', 'landed')).toBe('src/one.txt\nsrc/two.txt');
  });

  test('keeps its order: the newest packet is the one of the phase that was closed last', async () => {
    // The plan runs them in another order than the file has them.
    const s = await stage({
      phases: [
        { id: 'late', needs: ['early'] },
        { id: 'early', needs: [] },
        { id: 'last', needs: ['late'] },
      ],
    });
    await s.start();
    await fork(s, 'late');
    expect(await s.api.packet(OTHER, null)).toBe(await s.api.packet(DEMO, 'late'));
    await goOn(s, OTHER);
    expect(await s.api.packet(OTHER, null)).toContain('phase: last');
    await fork(s, 'last', THIRD, OTHER);
    expect(await s.api.packet(THIRD, null)).toBe(await s.api.packet(OTHER, 'last'));
    expect(await allViolations(s)).toEqual([]);
  });

  test('has no decision that was made later; one that was made before counts', async () => {
    const s = await stage({
      phases: [
        { id: 'one', approval: 'required' },
        { id: 'two', approval: 'required' },
      ],
    });
    await s.start();
    await s.api.approve(DEMO, null, 'go on');
    await s.resume();
    await s.api.approve(DEMO, null, 'well done');
    await fork(s, '2');
    expect(await s.api.status(OTHER)).toMatchObject({ state: 'waiting', question: { kind: 'approval' } });
    expect((await s.api.status(OTHER)).phases.map(({ status }) => status)).toEqual(['waiting', 'pending']);
    // What it waits with was made before the fork; it is shown, and closed, as its own.
    expect((await s.api.diff(OTHER, 'one')).changed.map(({ path }) => path)).toEqual([
      '.cairn/sessions/other/01-one/result.md',
      'src/one.txt',
    ]);
    await s.api.approve(OTHER, null, null);
    expect((await s.api.diff(OTHER, 'one')).changed.map(({ path }) => path)).toEqual([
      '.cairn/sessions/other/01-one/result.md',
      'src/one.txt',
    ]);
    const closed = await file(s, 'cairn/other', '.cairn/sessions/other/01-one/phase.json');
    expect(JSON.parse(closed)).toMatchObject({ session: OTHER, seq: 2, status: 'done' });
    expect(JSON.parse(closed)).not.toHaveProperty('inherited');
    await fork(s, 'one', THIRD);
    expect(await s.api.status(THIRD)).toMatchObject({ state: 'paused', next: ['two'] });
    expect(JSON.parse(await file(s, 'cairn/third', '.cairn/sessions/third/01-one/phase.json'))).toMatchObject(
      {
        approvals: [
          {
            decision: 'approved',
            comment: 'go on',
            artifacts: [{ path: '.cairn/sessions/third/01-one/result.md' }],
          },
        ],
      },
    );
    expect(await s.agent.runs()).toEqual(['one 1', 'two 1']);
    expect(await allViolations(s)).toEqual([]);
  });

  test('an answer goes with its question, into the prompt of who goes on with it', async () => {
    const s = await stage(chain('one'));
    await s.agent.part('one-1', 'echo "Which colour?" > "$CAIRN_PHASE_DIR/QUESTION.md"');
    await s.start();
    await s.api.answer(DEMO, 'Blue.');
    await fork(s, '3');
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'completed' });
    const prompt = await s.agent.prompt('one', 2);
    expect(prompt).toContain('Which colour?');
    expect(prompt).toContain('Blue.');
    expect(await allViolations(s)).toEqual([]);
  });

  test('a phase that was blocked is judged against what it began on, in the other session', async () => {
    const s = await stage({
      phases: [{ id: 'one' }, { id: 'two', artifacts: ['result.md', '/README.md'] }],
    });
    // What the second promises lies there before it begins.
    await s.agent.part(
      'one',
      'usual; mkdir "$CAIRN_SESSION_DIR/02-two"; echo "Result of two." > "$CAIRN_SESSION_DIR/02-two/result.md"',
    );
    await s.start();
    await fork(s, '3');
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'blocked' });
    // The gate was tried, then the phase: its numbers go on.
    expect((await s.api.status(OTHER)).phases[1]).toMatchObject({
      attempt: 2,
      reasons: [
        expect.stringContaining('result.md was there before the phase and has not changed') as string,
        'README.md was there before the phase and has not changed',
      ],
    });
    await s.agent.part('two', 'usual; echo more >> "$CAIRN_PHASE_DIR/result.md"; echo new > README.md');
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'completed' });
    expect((await s.api.diff(OTHER, 'two')).changed).toEqual([
      { path: '.cairn/sessions/other/02-two/result.md', change: 'modified' },
      { path: 'README.md', change: 'modified' },
      { path: 'src/two.txt', change: 'added' },
    ]);
    expect(await allViolations(s)).toEqual([]);
  });

  test('what is newest goes along: notes, request, and a plan that was changed since', async () => {
    const s = await stage(chain('one', 'two'));
    await s.start();
    const more = { ...chain('one', 'two', 'three'), description: 'longer' };
    await s.repo.write('.cairn/workflows/flow.yaml', flowText(more));
    await s.resume({ workflow: 'flow', acceptPlan: true, until: 'three' });
    const tree = await s.worktree();
    const path = '.cairn/sessions/demo/STATUS.md';
    await tree.write(path, `${await tree.read(path)}\nAsk Bo about the cache.\n`);
    await fork(s, 'one');
    expect(await file(s, 'cairn/other', '.cairn/sessions/other/STATUS.md')).toContain(
      'Ask Bo about the cache.',
    );
    expect((await s.api.status(OTHER)).phases.map(({ id, status, number }) => [id, status, number])).toEqual([
      ['one', 'done', 1],
      ['two', 'pending', 2],
      ['three', 'pending', 3],
    ]);
    expect(await goOn(s, OTHER)).toMatchObject({ reason: 'completed' });
    expect(await allViolations(s)).toEqual([]);
  });
});

describe('a fork of a fork', () => {
  test('begins on the fork, or on what that inherited', async () => {
    const s = await stage(chain('one', 'two', 'three'));
    await s.start();
    await fork(s, 'one');
    await goOn(s, OTHER, { until: 'two' });
    await fork(s, 'two', THIRD, OTHER);
    expect((await s.api.status(THIRD)).phases.map(({ commit }) => commit)).toEqual([
      (await s.api.status(DEMO)).phases[0]?.commit,
      (await s.api.status(OTHER)).phases[1]?.commit,
      null,
    ]);
    for (const pointer of ['01-one/result.md@one', '02-two/result.md@two'])
      expect(text(await s.api.show(THIRD, pointer))).toMatch(/^Result of (one|two)\.\n$/);
    expect((await s.api.log(THIRD))[0]?.forkedFrom?.log[0]?.forkedFrom?.log[0]?.kind).toBe('opened');
    expect(await goOn(s, THIRD)).toMatchObject({ reason: 'completed', seq: 2 });
    expect((await s.api.land(THIRD, { branch: 'landed' })).changed).toEqual([
      'src/one.txt',
      'src/three.txt',
      'src/two.txt',
    ]);
    await fork(s, 'one', 'fourth', OTHER);
    expect(await s.api.status('fourth' as SessionId)).toMatchObject({ forkedFrom: 'demo@2', next: ['two'] });
    expect(await allViolations(s)).toEqual([]);
  });
});

/** A lease beats. */
const withoutLease = (all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).filter(([path]) => !/\/lease\.\d+\.json$/.test(path)));
