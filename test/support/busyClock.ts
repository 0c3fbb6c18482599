import type { Clock } from '../../src/session/ports.ts';
import { fakeClock } from './fakeClock.ts';

/** So many turns of the event loop. */
export async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A clock that no sleep holds up, but that lets all others on meanwhile: for sessions in which somebody waits and others work. */
export function busyClock(): Clock {
  const clock = fakeClock({ automatic: true });
  return {
    ...clock,
    async sleep(ms, signal) {
      await turns(8);
      await clock.sleep(ms, signal);
    },
  };
}
