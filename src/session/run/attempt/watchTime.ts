import type { Clock } from '../../ports.ts';
import type { Watch } from './watch.ts';

/** How often to check again while a person is asked and the clock stands still. */
const SHORTEST_MS = 50;

/** Ends an attempt after its time limit; time spent asking a person does not count. */
export function watchTime(clock: Clock, limitMs: number): Watch {
  const [ended, over] = [new AbortController(), new AbortController()];
  const began = clock.monotonic();
  let waitedMs = 0;
  let waiting = 0;
  let since = 0;
  const used = (): number =>
    clock.monotonic() - began - waitedMs - (waiting > 0 ? clock.monotonic() - since : 0);
  const watch = async (): Promise<void> => {
    while (used() < limitMs) await clock.sleep(Math.max(SHORTEST_MS, limitMs - used()), over.signal);
    ended.abort();
  };
  // Ends with the attempt, by the signal.
  void watch().catch(() => undefined);
  return {
    signal: ended.signal,
    outcome: { kind: 'timed-out', afterMs: limitMs },
    heard: () => {},
    async during(act) {
      if (waiting === 0) since = clock.monotonic();
      waiting += 1;
      try {
        return await act;
      } finally {
        waiting -= 1;
        if (waiting === 0) waitedMs += clock.monotonic() - since;
      }
    },
    dispose: () => over.abort(),
  };
}
