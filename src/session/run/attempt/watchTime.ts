import type { Clock } from '../../ports.ts';
import { startStopwatch } from './stopwatch.ts';
import type { Watch } from './watch.ts';

/** How often to check again while a person is asked and the clock stands still. */
const SHORTEST_MS = 50;

/** A watch that knows how long the agent has worked, in milliseconds. */
export interface TimeWatch extends Watch {
  used(): number;
  /** What it may work has changed. */
  again(): void;
}

/**
 * Ends an attempt after its time limit; time spent asking a person does not count.
 *
 * @param limitMs as of now: others may use up the same time
 * @param users how many do
 */
export function watchTime(clock: Clock, limitMs: () => number, users: () => number = () => 1): TimeWatch {
  const [ended, over] = [new AbortController(), new AbortController()];
  const { used, during } = startStopwatch(clock);
  let asleep = new AbortController();
  const watch = async (): Promise<void> => {
    while (used() < limitMs()) {
      asleep = new AbortController();
      const ms = Math.max(SHORTEST_MS, (limitMs() - used()) / users());
      await clock.sleep(ms, AbortSignal.any([over.signal, asleep.signal])).catch(() => undefined);
      over.signal.throwIfAborted();
    }
    ended.abort();
  };
  // Ends with the attempt, by the signal.
  void watch().catch(() => undefined);
  return {
    signal: ended.signal,
    used,
    again: () => asleep.abort(),
    outcome: { kind: 'timed-out', afterMs: limitMs() },
    heard: () => {},
    during,
    dispose: () => over.abort(),
  };
}
