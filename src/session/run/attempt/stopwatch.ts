import type { Clock } from '../../ports.ts';

/** How long an agent has worked: time in which a person is asked does not count. */
export interface Stopwatch {
  /** Milliseconds. */
  readonly used: () => number;
  /** Stands still until this comes. */
  readonly during: <T>(act: Promise<T>) => Promise<T>;
}

export function startStopwatch(clock: Clock): Stopwatch {
  const began = clock.monotonic();
  let waitedMs = 0;
  let waiting = 0;
  let since = 0;
  return {
    used: () => clock.monotonic() - began - waitedMs - (waiting > 0 ? clock.monotonic() - since : 0),
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
  };
}
