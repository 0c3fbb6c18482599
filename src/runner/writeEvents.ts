import { closeSync, openSync, writeSync } from 'node:fs';
import { holdEvents } from './holdEvents.ts';
import type { RunNews } from './runEvents.ts';

/** Agent events are written about ten times a second, and once a second when there are very many. */
const TELL_MS = 100;
const SLOW_TELL_MS = 1000;
const MANY = 5000;

/**
 * Opens `events.jsonl` for one runner. Each event is one write of one line, so that a reader sees whole lines
 * and at most one torn last one. Of what an agent says of the same thing (its last line, its plan, one call of a tool)
 * the newest wins and is always written.
 */
export function writeEvents(file: string, now: () => number = Date.now) {
  const handle = openSync(file, 'a', 0o600);
  const held = holdEvents();
  let timer: NodeJS.Timeout | null = null;
  let written = 0;
  let open = true;

  const put = (news: RunNews): void => {
    writeSync(handle, `${JSON.stringify({ at: new Date(now()).toISOString(), ...news })}\n`);
  };
  const release = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    for (const news of held.take()) {
      put(news);
      written += 1;
    }
  };
  return {
    write(news: RunNews): void {
      if (!open) return;
      if (held.hold(news)) {
        timer ??= setTimeout(release, written > MANY ? SLOW_TELL_MS : TELL_MS);
        return;
      }
      release();
      put(news);
    },
    /** Writes what was held back and closes the file; later news is dropped. */
    end(): void {
      if (!open) return;
      release();
      open = false;
      closeSync(handle);
    },
  };
}
