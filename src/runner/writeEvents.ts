import { closeSync, openSync, writeSync } from 'node:fs';
import type { RunNews } from './runEvents.ts';

/** Agent lines are merged to about ten a second, and to one a second once there were very many. */
const LINE_MS = 100;
const SLOW_LINE_MS = 1000;
const MANY_LINES = 5000;
const LINE_LENGTH = 400;

/** The writing end of `events.jsonl`. */
export interface EventWriter {
  readonly write: (news: RunNews) => void;
  /** Writes what was held back and closes the file; later news is dropped. */
  end(): void;
}

/**
 * Opens `events.jsonl` for one runner. Each event is one write of one line, so that a reader sees whole lines
 * and at most one torn last one. Of the agent's lines the newest wins and is always written.
 */
export function writeEvents(file: string, now: () => number = Date.now): EventWriter {
  const handle = openSync(file, 'a', 0o600);
  let held: RunNews | null = null;
  let timer: NodeJS.Timeout | null = null;
  let lines = 0;
  let open = true;

  const put = (news: RunNews): void => {
    writeSync(handle, `${JSON.stringify({ at: new Date(now()).toISOString(), ...news })}\n`);
  };
  const release = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (held !== null) put(held);
    held = null;
  };
  return {
    write(news) {
      if (!open) return;
      if (news.type !== 'agent-line') {
        release();
        put(news);
        return;
      }
      lines += timer === null ? 1 : 0;
      held = { type: 'agent-line', text: news.text.slice(0, LINE_LENGTH) };
      timer ??= setTimeout(release, lines > MANY_LINES ? SLOW_LINE_MS : LINE_MS);
    },
    end() {
      if (!open) return;
      release();
      open = false;
      closeSync(handle);
    },
  };
}
