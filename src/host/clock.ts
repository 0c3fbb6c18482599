import { setTimeout as delay } from 'node:timers/promises';
import type { Timestamp } from '../model/names/ids.ts';
import type { Clock } from '../session/ports.ts';
import { nowMs } from './nowMs.ts';

/**
 * The machine's clock.
 *
 * `monotonic` is `process.hrtime`. On Linux and macOS it stands still while the machine sleeps; on Windows it may not, so callers
 * must not take one large step of it for a long wait (see `files/leases.ts`).
 */
export function createClock(): Clock {
  return {
    now: () => new Date().toISOString() as Timestamp,
    monotonic: nowMs,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      try {
        await delay(ms, undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        // Node rejects with an AbortError of its own; callers compare with the signal's reason.
        signal?.throwIfAborted();
        throw error;
      }
    },
  };
}
