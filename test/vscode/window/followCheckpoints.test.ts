import { expect, test, vi } from 'vitest';
import type { CommitId, PhaseId, SessionId } from '../../../src/model/names/ids.ts';
import type { CairnApi } from '../../../src/session/api.ts';
import type { LogEntry } from '../../../src/session/results.ts';
import type { RepositorySessions } from '../../../src/vscode/cairns.ts';
import { createStore } from '../../../src/vscode/window/createStore.ts';
import { eachOnce, logCheckpoint } from '../../../src/vscode/window/engineLog.ts';
import { followCheckpoints } from '../../../src/vscode/window/followCheckpoints.ts';
import { KEY, status, summary } from '../builders.ts';

const entry = (seq: number): LogEntry => ({
  seq,
  kind: 'phase',
  phase: `phase-${seq}` as PhaseId,
  attempt: 1,
  state: 'running',
  checked: null,
  commit: `${seq}` as CommitId,
  at: summary().updated,
  by: 'Cairn',
  subject: '',
  superseded: false,
});

/** A window on a repository whose sessions have come to a seq each, as their branches say. */
function looking(seqs: Map<string, number>) {
  const asked = vi.fn((session: SessionId, { before = Infinity, limit = Infinity } = {}) =>
    Promise.resolve(
      Array.from({ length: seqs.get(session) ?? 0 }, (_, n) => entry(n + 1))
        .filter(({ seq }) => seq < before)
        .toReversed()
        .slice(0, limit),
    ),
  );
  const api = {
    list: async () => {
      if (seqs.size === 0) throw new Error('cannot be looked at');
      return [...seqs].map(([session, seq]) =>
        summary({ session: session as SessionId, seq, state: 'done' }),
      );
    },
    status: async () => status(summary()),
    log: async () => [],
    checkpoints: asked,
  } as unknown as CairnApi;
  const repository = { key: KEY, root: '/repo', api } as unknown as RepositorySessions;
  const onError = vi.fn();
  const store = createStore({
    cairns: {
      holdsSessions: async () => true,
      of: async () => repository,
      machine: vi.fn(),
      agents: vi.fn(),
      dispose: async () => undefined,
    },
    glance: async () => [],
    onError,
  });
  const lines: string[] = [];
  const log = eachOnce({
    info: (message, facts) => lines.push(`${message} ${JSON.stringify(facts)}`),
    warn: vi.fn(),
    error: vi.fn(),
  });
  const follow = followCheckpoints(store, logCheckpoint(log), onError);
  store.setFolders(['/repo'], true);
  return { store, follow, asked, onError, log, lines };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test('[M20] other extensions are told of each checkpoint once, in order, whoever published it and however many came between two looks', async () => {
  const seqs = new Map([['old', 4]]);
  const { store, follow, asked, onError } = looking(seqs);
  const told: string[] = [];
  const listening = follow.onDidPublishCheckpoint(({ repository, session, seq, commit, kind, phase }) =>
    told.push(`${repository} ${session} ${seq} ${kind} ${phase} ${commit}`),
  );
  await settled();
  // What was there is no news, and asking for it would cost a process.
  expect([told, asked.mock.calls.length]).toEqual([[], 0]);

  seqs.set('old', 7).set('new', 2);
  await store.refresh();
  await store.refresh();
  await settled();
  expect(told.toSorted()).toEqual([
    '/repo new 1 phase phase-1 1',
    '/repo new 2 phase phase-2 2',
    '/repo old 5 phase phase-5 5',
    '/repo old 6 phase phase-6 6',
    '/repo old 7 phase phase-7 7',
  ]);
  expect(told.filter((line) => line.includes('old'))).toEqual(
    told.filter((line) => line.includes('old')).toSorted(),
  );

  listening.dispose();
  listening.dispose();
  seqs.set('old', 9);
  await store.refresh();
  await settled();
  expect(told).toHaveLength(5);
  follow.onDidPublishCheckpoint(({ seq }) => told.push(`again ${seq}`));
  seqs.set('old', 10);
  await store.refresh();
  await settled();
  expect([told.slice(5), onError.mock.calls]).toEqual([['again 10'], []]);
  // Each was looked for once, however often the window looked.
  expect(asked.mock.calls.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
    ['new', { before: 3, limit: 2 }],
    ['old', { before: 8, limit: 3 }],
    ['old', { before: 10, limit: 2 }],
    ['old', { before: 11, limit: 1 }],
  ]);
});

test('a branch that is moved back, damaged or gone for a while tells nothing twice, and nothing that has no number', async () => {
  const seqs = new Map([['old', 2]]);
  const { store, follow, asked, onError } = looking(seqs);
  const told: string[] = [];
  follow.onDidPublishCheckpoint(({ session, seq }) => told.push(`${session} ${seq}`));
  await settled();
  const comesTo = async (seq: number): Promise<void> => {
    seqs.set('old', seq);
    await store.refresh();
    await settled();
  };
  for (const seq of [3, 0, 3, 1, 4]) await comesTo(seq);
  expect(told).toEqual(['old 3', 'old 4']);
  // One whose tip is none of ours, as after a squash, has no checkpoint of that number: it is looked for once.
  asked.mockResolvedValue([]);
  await comesTo(5);
  await comesTo(5);
  expect([told.length, asked.mock.calls.length]).toEqual([2, 3]);
  expect(onError).not.toHaveBeenCalled();
  // The look fails once, so that the window shows no session at all.
  seqs.clear();
  await store.refresh();
  expect(onError).toHaveBeenCalledOnce();
  await comesTo(5);
  expect([told.length, asked.mock.calls.length]).toEqual([2, 3]);
});

test('what could not be read is told with what comes next', async () => {
  const seqs = new Map([['old', 2]]);
  const { store, asked, onError, lines } = looking(seqs);
  await store.refresh();
  asked.mockRejectedValueOnce(new Error('git was killed'));
  seqs.set('old', 4);
  await store.refresh();
  await settled();
  expect([lines, onError.mock.calls]).toEqual([[], [[new Error('git was killed')]]]);
  seqs.set('old', 5);
  await store.refresh();
  await settled();
  expect(lines.map((line) => /"seq":\d/.exec(line)?.[0])).toEqual(['"seq":3', '"seq":4', '"seq":5']);
});

test('each checkpoint is in the log of the window once, whoever published it and although nobody listens or looks', async () => {
  const seqs = new Map([['mine', 1]]);
  const { store, log, lines } = looking(seqs);
  await store.refresh();
  // The engine of this window says it first; that of a runner or a terminal is not heard here.
  log.info('checkpoint published', { session: 'mine', kind: 'phase', seq: 2, commit: '2', ms: 40 });
  for (const seq of [2, 2, 3]) {
    seqs.set('mine', seq);
    await store.refresh();
    await settled();
  }
  log.info('checkpoint published', { session: 'mine', kind: 'phase', seq: 3, commit: '3', ms: 40 });
  log.info('told twice');
  log.info('told twice');
  expect(lines).toEqual([
    'checkpoint published {"session":"mine","kind":"phase","seq":2,"commit":"2","ms":40}',
    'checkpoint published {"session":"mine","kind":"phase","seq":3,"commit":"3"}',
    'told twice undefined',
    'told twice undefined',
  ]);
});
