import type { Timestamp } from '../../src/model/names/ids.ts';
import type { Clock } from '../../src/session/ports.ts';

/** A clock that a test moves. */
export interface FakeClock extends Clock {
  /** Moves time on; sleepers whose time has come wake up in order, and what they do runs before this resolves. */
  advance(ms: number): Promise<void>;
  /** Moves the wall clock alone, as a person or a time server does. */
  setBack(ms: number): void;
  readonly sleepers: number;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Time stands still until it is moved; with `automatic` every sleep moves it, so that nothing ever waits. */
export function fakeClock(
  options: { readonly start?: string; readonly automatic?: boolean } = {},
): FakeClock {
  let wall = Date.parse(options.start ?? '2026-11-20T10:00:00.000Z');
  let monotonic = 0;
  const sleepers = new Set<Sleeper>();
  const advance = async (ms: number): Promise<void> => {
    const until = monotonic + ms;
    for (;;) {
      const next = [...sleepers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      const to = next?.at ?? until;
      wall += to - monotonic;
      monotonic = to;
      if (next === undefined) return;
      sleepers.delete(next);
      next.wake();
      // What it woke runs, and may sleep again, before time goes on.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return {
    now: () => new Date(wall).toISOString() as Timestamp,
    monotonic: () => monotonic,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      if (options.automatic === true) return advance(ms);
      await new Promise<void>((resolve, reject) => {
        const sleeper = { at: monotonic + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason as Error);
        });
      });
    },
    advance,
    setBack(ms) {
      wall -= ms;
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}
