import { expect, test, vi } from 'vitest';
import type { PhaseId, SessionId } from '../../../src/model/names/ids.ts';
import type { Happening } from '../../../src/runner/runEvents.ts';
import type { Store } from '../../../src/vscode/window/createStore.ts';
import { followAttempts } from '../../../src/vscode/window/followAttempts.ts';
import { KEY } from '../builders.ts';

const key = { repository: KEY, session: 'demo' as SessionId };
const phase = 'plan' as PhaseId;
const begun = (attempt: number, resumed: boolean): Happening => ({
  type: 'attempt',
  phase,
  number: 1,
  of: 1,
  attempt,
  resumed,
  agent: 'a',
  because: null,
  output: '',
});
const ended = (attempt: number, resumed: boolean): Happening => ({
  type: 'agent-ended',
  phase,
  attempt,
  resumed,
  outcome: 'completed',
  ms: 1,
});

test('[S32] other extensions are told of each attempt once, with its number and whether a resume went on with it', () => {
  const store = { refresh: vi.fn(), repository: () => ({ root: '/repo' }) } as unknown as Store;
  const setHeard = vi.fn();
  const onError = vi.fn();
  const attempts = followAttempts(store, { setHeard, setVisible: vi.fn(), dispose: vi.fn() }, onError);
  const told: unknown[] = [];
  // Nobody listens: nothing is kept for later.
  attempts.heard(key, begun(1, false));
  const listening = [
    attempts.onDidBeginAttempt(() => {
      throw new Error('of another extension');
    }),
    attempts.onDidBeginAttempt((attempt) => told.push(attempt)),
    attempts.onDidEndAttempt((attempt) => told.push(attempt)),
  ];
  // A run is followed anew from its beginning.
  for (let follows = 0; follows < 2; follows += 1)
    for (const event of [begun(1, false), begun(2, true), ended(2, true)]) attempts.heard(key, event);
  const of = { repository: '/repo', session: 'demo', phase };
  expect(told).toEqual([
    { ...of, attempt: 1, resumed: false },
    { ...of, attempt: 2, resumed: true },
    { ...of, attempt: 2, resumed: true, outcome: 'completed' },
  ]);
  expect(onError).toHaveBeenCalledTimes(2);
  for (const one of listening) one.dispose();
  expect([setHeard.mock.calls[0], setHeard.mock.lastCall]).toEqual([[true], [false]]);
});
