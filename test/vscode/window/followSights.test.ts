import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PhaseId, SessionId } from '../../../src/model/names/ids.ts';
import type { CairnApi } from '../../../src/session/api.ts';
import type { Progress } from '../../../src/session/progress.ts';
import type { SessionSummary } from '../../../src/session/results.ts';
import type { RepositorySessions } from '../../../src/vscode/cairns.ts';
import { findSession } from '../../../src/vscode/state/windowState.ts';
import { createStore } from '../../../src/vscode/window/createStore.ts';
import { followActivity } from '../../../src/vscode/window/followActivity.ts';
import { KEY, status, summary } from '../builders.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const phase = 'plan' as PhaseId;
const attempt: Progress = {
  type: 'attempt',
  phase,
  number: 2,
  of: 3,
  attempt: 1,
  resumed: false,
  agent: 'claude',
  because: null,
  output: '/o',
};
const says = (text: string): Progress => ({ type: 'agent-line', text });

/** A window on one session, whose run says what the test has it say. */
async function looking(of: SessionSummary = summary()) {
  const sessions = [of];
  const followed: {
    readonly say: (event: Progress) => void;
    readonly end: () => void;
    readonly signal: AbortSignal;
  }[] = [];
  async function* happenings(
    _: SessionId,
    signal: AbortSignal,
  ): AsyncGenerator<Progress & { readonly at: string }> {
    const said: (Progress | null)[] = [];
    let wake = (): void => {};
    const push = (event: Progress | null): void => {
      said.push(event);
      wake();
    };
    followed.push({ say: push, end: () => push(null), signal });
    signal.addEventListener('abort', () => push(null));
    for (;;) {
      while (said.length > 0) {
        const event = said.shift() ?? null;
        if (event === null) return;
        yield { ...event, at: '2026-11-21T10:00:00.000Z' };
      }
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const api = {
    list: () => Promise.resolve([...sessions]),
    status: () => Promise.resolve(status(sessions[0] ?? of)),
    log: () => Promise.resolve([]),
  } as unknown as CairnApi;
  const repository = { key: KEY, root: '/repo', api, happenings } as unknown as RepositorySessions;
  const store = createStore({
    cairns: {
      holdsSessions: () => Promise.resolve(true),
      of: () => Promise.resolve(repository),
      machine: vi.fn(),
      agents: vi.fn(),
      dispose: () => Promise.resolve(),
    },
    glance: () => Promise.resolve([]),
    onError: vi.fn(),
  });
  const heard: string[] = [];
  const follow = followActivity(store, (_key, { type }) => heard.push(type));
  store.setFolders(['/repo'], true);
  await store.refresh();
  const key = { repository: KEY, session: of.session };
  return {
    store,
    follow,
    followed,
    sessions,
    heard,
    seen: () => findSession(store.state, key)?.activities[0] ?? null,
    now: () => findSession(store.state, key)?.preparation?.now ?? null,
  };
}

test('nothing is read while nobody looks, and all of it is read again when somebody does', async () => {
  const { follow, followed, seen } = await looking();
  expect(followed).toEqual([]);
  follow.setVisible(true);
  await vi.advanceTimersByTimeAsync(0);
  followed[0]?.say(attempt);
  followed[0]?.say(says('I look'));
  await vi.advanceTimersByTimeAsync(300);
  expect(seen()?.says).toBe('I look');
  follow.setVisible(false);
  expect(followed[0]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(followed).toHaveLength(1);
  follow.setVisible(true);
  await vi.advanceTimersByTimeAsync(0);
  followed[1]?.say(attempt);
  followed[1]?.say(says('I see'));
  expect(seen()?.says).toBe('I look');
  await vi.advanceTimersByTimeAsync(300);
  expect(seen()?.says).toBe('I see');
  follow.dispose();
  expect(followed[1]?.signal.aborted).toBe(true);
});

test('[A48] thousands of events are a few changes of the window', async () => {
  const { store, follow, followed, seen } = await looking();
  follow.setVisible(true);
  await vi.advanceTimersByTimeAsync(0);
  let changes = 0;
  store.onDidChange(() => (changes += 1));
  followed[0]?.say(attempt);
  for (let n = 0; n < 5000; n += 1) {
    followed[0]?.say(says(`line ${n}`));
    if (n % 5 === 0) await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(300);
  expect(seen()?.says).toBe('line 4999');
  expect(changes).toBeLessThanOrEqual(5);
});

test('a run that ends while another goes on with the session is followed by that one', async () => {
  const { follow, followed } = await looking();
  follow.setVisible(true);
  await vi.advanceTimersByTimeAsync(0);
  followed[0]?.end();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(followed).toHaveLength(2);
});

test('what was seen goes when nobody drives the session any more', async () => {
  const { store, follow, followed, sessions, seen } = await looking();
  follow.setVisible(true);
  await vi.advanceTimersByTimeAsync(0);
  followed[0]?.say(attempt);
  await vi.advanceTimersByTimeAsync(300);
  expect(seen()).not.toBeNull();
  sessions[0] = summary({ state: 'interrupted' });
  await store.refresh();
  expect(seen()).toBeNull();
});

test('a run is read to its last word, also where it is seen first that nobody drives the session any more', async () => {
  const { store, follow, followed, sessions, seen, heard } = await looking();
  follow.setVisible(true);
  await vi.advanceTimersByTimeAsync(0);
  sessions[0] = summary({ state: 'waiting' });
  await store.refresh();
  expect(followed[0]?.signal.aborted).toBe(false);
  followed[0]?.say(attempt);
  followed[0]?.end();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heard).toEqual(['attempt']);
  // It is no news of a session that waits by now, and nobody follows it once more.
  expect(seen()).toBeNull();
  expect(followed).toHaveLength(1);
});

test('a session that does not run, or runs on a remote only, is not followed', async () => {
  for (const of of [summary({ state: 'waiting' }), summary({ remote: true })]) {
    const { follow, followed } = await looking(of);
    follow.setVisible(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(followed).toEqual([]);
  }
});

test('until its first agent works a session is followed also while nobody looks, for the status bar', async () => {
  const { follow, followed, now } = await looking(summary({ seq: 1 }));
  follow.setVisible(false);
  await vi.advanceTimersByTimeAsync(0);
  followed[0]?.say({ type: 'baseline', name: 'npm test', n: 1, of: 1 });
  await vi.advanceTimersByTimeAsync(300);
  expect(now()).toMatchObject({ name: 'npm test' });
  followed[0]?.say(attempt);
  await vi.advanceTimersByTimeAsync(300);
  expect(now()).toBeNull();
  expect(followed[0]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(followed).toHaveLength(1);
});
