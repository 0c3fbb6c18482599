import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CairnError } from '../../../src/base/cairnError.ts';
import type { SessionId } from '../../../src/model/names/ids.ts';
import type { CairnApi } from '../../../src/session/api.ts';
import type { SessionSummary } from '../../../src/session/results.ts';
import type { Cairns, RepositorySessions } from '../../../src/vscode/cairns.ts';
import { situationOf } from '../../../src/vscode/state/situation.ts';
import { repositoriesOf } from '../../../src/vscode/state/windowState.ts';
import { createStore, type Store } from '../../../src/vscode/window/createStore.ts';
import { followChanges } from '../../../src/vscode/window/followChanges.ts';
import { createPace } from '../../../src/vscode/window/lookAtFolder.ts';
import { onceAtATime } from '../../../src/vscode/window/onceAtATime.ts';
import { paragraphOf, sentenceOf } from '../../../src/vscode/window/sentenceOf.ts';
import { topRows } from '../../../src/vscode/tree/sessionRows.ts';
import { KEY, NOW, status, summary } from '../builders.ts';

/** A repository whose sessions the test says; it counts what it is asked. */
function scripted(sessions: SessionSummary[], over: Partial<RepositorySessions> = {}) {
  const asked = { list: 0, status: 0, of: 0 };
  const hints: (() => void)[] = [];
  const api = {
    list: () => Promise.resolve((asked.list++, [...sessions])),
    status: (session: SessionId) => {
      asked.status += 1;
      const found = sessions.find((one) => one.session === session);
      return found === undefined
        ? Promise.reject(new CairnError('usage/unknown-session', { session, searched: [] }))
        : Promise.resolve(status(found));
    },
    log: () => Promise.resolve([]),
    watchPaths: () => ['/state'],
  } as unknown as CairnApi;
  const repository = {
    key: KEY,
    root: '/repo',
    api,
    hasCommit: () => Promise.resolve(true),
    watch: (_: unknown, onHint: () => void) => (
      hints.push(onHint),
      { stands: Promise.resolve(), dispose: () => hints.splice(0) }
    ),
    ...over,
  } as unknown as RepositorySessions;
  const cairns: Cairns = {
    holdsSessions: () => Promise.resolve(true),
    of: () => Promise.resolve((asked.of++, repository)),
    machine: vi.fn(),
    agents: vi.fn(),
    dispose: () => Promise.resolve(),
  };
  return { asked, hints, cairns, sessions };
}

const storeOf = (cairns: Cairns, onError = vi.fn()): Store =>
  createStore({ cairns, glance: () => Promise.resolve([]), onError });

describe('the store', () => {
  test('in Restricted Mode asks nobody who could start a process', async () => {
    const { cairns, asked } = scripted([summary()]);
    const store = storeOf(cairns);
    store.setFolders(['/repo'], false);
    await store.refresh();
    expect(asked).toEqual({ list: 0, status: 0, of: 0 });
    expect(situationOf(store.state)).toBe('restricted');
  });

  test('trust that is given while a look is under way is not answered with what was learned without it', async () => {
    const { cairns } = scripted([summary()]);
    const store = createStore({
      cairns,
      glance: async () => (await Promise.resolve(), store.setFolders(['/repo'], true), []),
      onError: vi.fn(),
    });
    store.setFolders(['/repo'], false);
    await store.refresh();
    expect(store.state.folders).toEqual([{ kind: 'unknown', folder: '/repo' }]);
    await store.refresh();
    expect(situationOf(store.state)).toBe('sessions');
  });

  test('a repository of several folders is listed once', async () => {
    const { cairns, asked } = scripted([summary()]);
    const store = storeOf(cairns);
    store.setFolders(['/repo', '/repo/a', '/repo/b'], true);
    await store.refresh();
    expect(asked.list).toBe(1);
  });

  test('200 finished sessions cost one list and no look into any of them', async () => {
    const many = Array.from({ length: 200 }, (_, n) =>
      summary({ session: `s${n}` as SessionId, state: 'done' }),
    );
    const { cairns, asked } = scripted(many);
    const store = storeOf(cairns);
    store.setFolders(['/repo'], true);
    await store.refresh();
    expect(asked).toMatchObject({ list: 1, status: 0 });
  });

  test('what is new is told in one piece, so that a waiting session is never without its question', async () => {
    const { cairns, sessions } = scripted([summary()]);
    const store = storeOf(cairns);
    store.setFolders(['/repo'], true);
    await store.refresh();
    const seen: unknown[] = [];
    store.onDidChange(({ after }) => seen.push(repositoriesOf(after)[0]?.sessions[0]?.status?.seq));
    sessions[0] = summary({ state: 'waiting', seq: 3 });
    await store.refresh();
    expect(seen).toEqual([3]);
  });

  test('[M45] a session that cannot be loaded needs a person, and says so on its row: nothing is thrown, and the others are as ever', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const [broken, lost, well] = ['broken', 'lost', 'well'].map((id) =>
      summary({ session: id as SessionId }),
    );
    const { cairns } = scripted([broken!, lost!, well!]);
    const { api } = await cairns.of('/repo');
    const look = api.status;
    const problems = [{ file: 'STATUS.md', line: 3, column: 1, message: 'is cut short' }];
    api.status = async (session) => {
      if (session === 'broken')
        throw new CairnError('data/corrupt', { file: 'STATUS.md', commit: null, problems });
      if (session === 'lost') throw new TypeError('of no kind that anybody foresaw');
      return look(session);
    };
    const onError = vi.fn();
    const store = storeOf(cairns, onError);
    store.setFolders(['/repo'], true);
    await store.refresh();
    await new Promise((resolve) => setImmediate(resolve));

    const rows = topRows(store.state, NOW);
    expect(rows.map(({ description, icon }) => [description?.split(' · ')[0], icon])).toMatchObject([
      ['cannot be read', { id: 'warning' }],
      ['cannot be read', { id: 'warning' }],
      ['running plan', {}],
    ]);
    const [node] = repositoriesOf(store.state)[0]?.sessions ?? [];
    expect(node?.problem).toContain('is cut short');
    expect([unhandled.mock.calls, onError.mock.calls]).toEqual([[], []]);
  });

  test('nothing new is no news', async () => {
    const { cairns } = scripted([summary()]);
    const store = storeOf(cairns);
    store.setFolders(['/repo'], true);
    await store.refresh();
    const changed = vi.fn();
    store.onDidChange(changed);
    await store.refresh();
    expect(changed).not.toHaveBeenCalled();
  });

  test.each([
    ['git/not-a-repository', { folder: '/a' }, 'noRepository', 0],
    ['git/not-found', { tried: 'git' }, 'noGit', 0],
    ['git/dubious-ownership', { folder: '/a', remedy: 'git config …' }, 'problem', 1],
  ] as const)('%s is shown as %s', async (code, details, situation, told) => {
    const onError = vi.fn();
    const { cairns } = scripted([]);
    const store = storeOf(
      { ...cairns, of: () => Promise.reject(new CairnError(code, details as never)) },
      onError,
    );
    store.setFolders(['/a'], true);
    await store.refresh();
    expect(situationOf(store.state)).toBe(situation);
    expect(onError).toHaveBeenCalledTimes(told);
  });

  test('a repository without a commit is told as such', async () => {
    const { cairns } = scripted([], { hasCommit: () => Promise.resolve(false) });
    const store = storeOf(cairns);
    store.setFolders(['/repo'], true);
    await store.refresh();
    expect(situationOf(store.state)).toBe('noCommit');
  });
});

describe('following', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a visible view looks every two seconds, a hidden one without running sessions never', async () => {
    const { cairns, asked } = scripted([summary({ state: 'paused' })]);
    const store = storeOf(cairns);
    store.setFolders(['/repo'], true);
    const follow = followChanges(store);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.list).toBe(0);
    follow.setVisible(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.list).toBeGreaterThanOrEqual(5);
    expect(asked.list).toBeLessThanOrEqual(7);
    follow.setVisible(false);
    const before = asked.list;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.list).toBe(before);
    follow.dispose();
  });

  test('hints come in flocks and are answered with one look', async () => {
    const { cairns, asked, hints } = scripted([summary({ state: 'paused' })]);
    const store = storeOf(cairns);
    store.setFolders(['/repo'], true);
    const follow = followChanges(store);
    await store.refresh();
    const before = asked.list;
    for (let n = 0; n < 50; n += 1) hints.forEach((hint) => hint());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked.list).toBe(before + 1);
    follow.dispose();
    expect(hints).toEqual([]);
  });

  test('a repository whose folder has left the window is watched no more', async () => {
    const { cairns, hints } = scripted([summary()]);
    const store = storeOf(cairns);
    store.setFolders(['/repo'], true);
    const follow = followChanges(store);
    await store.refresh();
    expect(hints.length).toBe(1);
    store.setFolders([], true);
    expect(hints).toEqual([]);
    follow.dispose();
  });
});

test('a look that was asked for during a look happens after it, once for all who asked', async () => {
  const began: number[] = [];
  let release = (): void => {};
  const act = onceAtATime(() => new Promise((resolve) => (began.push(began.length), (release = resolve))));
  const first = act();
  const [second, third] = [act(), act()];
  release();
  await first;
  await Promise.resolve();
  expect([began.length, second === third]).toEqual([2, true]);
  release();
  await second;
});

test('a session whose look is slow is looked at less often, and again when something new was found', async () => {
  let now = 0;
  const pace = createPace(() => now);
  const session = summary().session;
  const look = () =>
    pace.timed(
      session,
      () => (
        (now += 1_000),
        Promise.resolve({ type: 'looked' as const, key: KEY, status: status(summary()), restored: false })
      ),
    );
  await look();
  expect([pace.allows(session), pace.isQuiet(session)]).toEqual([false, false]);
  now += 10_000;
  expect(pace.allows(session)).toBe(true);
  await look();
  expect(pace.isQuiet(session)).toBe(true);
});

test('errors are said in words of this window, never with a command to type', () => {
  const sentence = sentenceOf(
    new CairnError('repo/plan-changed', { session: 's', changes: ['plan: a new check'] }),
  );
  expect(sentence).toEqual({
    message: 'The plan of s changed:',
    detail: 'plan: a new check',
    hint: 'Phases that are done stay done.',
  });
  expect(sentenceOf(new CairnError('usage/session-used', { id: 's', where: 'a branch' })).hint).not.toMatch(
    /cairn [a-z]/,
  );
  expect(sentenceOf(new Error('plain'))).toEqual({ message: 'plain', detail: '', hint: '' });
});

test('in a notification, which has no lines, what was listed stands behind each other and every part has its end', () => {
  const told = (...of: ConstructorParameters<typeof CairnError>): string =>
    paragraphOf(sentenceOf(new CairnError(...of)));
  const entries = [
    { path: '.git', why: 'git' },
    { path: 'a/..', why: 'up' },
  ];
  expect(told('data/unsafe-tree', { commit: '8b0f0733ca2b11', tree: 'f00', entries })).toBe(
    'Nothing was written. Commit 8b0f0733ca2b holds entries that git itself refuses to write into a working tree: ".git": it is .git, or some systems take it for that; "a/..": some systems take its name for ".", or for the folder above. If you do not know who made them, remove the branch, or the rescued work. “Cairn: Verify Session” names all that are like this.',
  );
  const nested = Array.from({ length: 12 }, (_, n) => ({
    path: `${'deep/'.repeat(n * 20)}r${n}`,
    why: '1 commit',
  }));
  const many = told('repo/nested-work', { session: 's', folder: '/w', nested });
  expect(many).toContain('nowhere else: r0 (1 commit); deep/');
  expect(many).toContain('r4 (1 commit); and 7 more, see the log. Push it or move the folders away');
  expect(many.length).toBeLessThan(1000);
  expect(told('git/busy', { operation: 'rebase', folder: '/r' })).toBe(
    'A rebase is in progress in /r. Finish it or give it up (`git rebase --abort`), then try again.',
  );
  expect(told('repo/branch-checked-out', { branch: 'cairn/s', worktree: '/w' })).toBe(
    'cairn/s is checked out in /w; only Cairn may move it. Free it: git -C /w switch --detach',
  );
});
