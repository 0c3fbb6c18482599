import { expect, test, vi } from 'vitest';
import type { CommitId, PhaseId, SessionId } from '../../../src/model/ids.ts';
import type { CairnApi } from '../../../src/session/api.ts';
import type { LogEntry } from '../../../src/session/results.ts';
import type { RepositorySessions } from '../../../src/vscode/cairns.ts';
import { createStore } from '../../../src/vscode/window/createStore.ts';
import { followCheckpoints } from '../../../src/vscode/window/followCheckpoints.ts';
import { KEY, status, summary } from '../builders.ts';

const entry = (seq: number): LogEntry => ({
  seq,
  kind: 'phase',
  phase: `phase-${seq}` as PhaseId,
  attempt: 1,
  state: 'running',
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
    list: async () =>
      [...seqs].map(([session, seq]) => summary({ session: session as SessionId, seq, state: 'done' })),
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
      agents: vi.fn(),
      dispose: async () => undefined,
    },
    glance: async () => [],
    onError,
  });
  const follow = followCheckpoints(store, onError);
  store.setFolders(['/repo'], true);
  return { store, follow, asked, onError };
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
  expect([told.length, asked.mock.calls.length]).toEqual([5, 2]);
  follow.onDidPublishCheckpoint(({ seq }) => told.push(`again ${seq}`));
  seqs.set('old', 10);
  await store.refresh();
  await settled();
  expect([told.slice(5), onError.mock.calls]).toEqual([['again 10'], []]);
});
