import type { RunNews } from './runEvents.ts';

/** How many tool calls are reported at once; readers show fewer. */
const MOST_CALLS = 16;
const LINE_LENGTH = 400;

/** An agent acts faster than anyone reads: events are held briefly, and only the latest about each thing is kept. */
export function holdEvents() {
  const held = new Map<string, RunNews>();
  /** Calls that readers know as running: their end is always reported. */
  const running = new Set<string>();

  /** The oldest that began and ended without anybody having heard of it, else the oldest that only began. */
  const dropOne = (): void => {
    const calls = [...held].filter(([key, { type }]) => type === 'agent-tool' && !running.has(key));
    if (calls.length <= MOST_CALLS) return;
    const over = calls.find(([, news]) => news.type === 'agent-tool' && news.status !== 'started');
    const [key] = over ?? calls[0] ?? [];
    if (key !== undefined) held.delete(key);
  };
  return {
    /** False if this event is not held back. */
    hold(news: RunNews): boolean {
      if (news.type === 'agent-line') {
        // Moved to the end, because it came after what was said in between.
        held.delete(`line ${news.phase}`);
        held.set(`line ${news.phase}`, { ...news, text: news.text.slice(0, LINE_LENGTH) });
      } else if (news.type === 'agent-plan') {
        held.set(`plan ${news.phase}`, news);
      } else if (news.type === 'agent-tool') {
        held.set(`call ${news.phase} ${news.n}`, news);
        dropOne();
      } else return false;
      return true;
    },
    /** All that is held, in the order in which each thing was first said, and nothing afterwards. */
    take(): readonly RunNews[] {
      const taken = [...held];
      held.clear();
      for (const [key, news] of taken) {
        if (news.type !== 'agent-tool') continue;
        if (news.status === 'started') running.add(key);
        else running.delete(key);
      }
      // Calls that never end must not pile up; nobody shows the old ones.
      for (const key of [...running].slice(0, Math.max(0, running.size - MOST_CALLS))) running.delete(key);
      return taken.map(([, news]) => news);
    },
  };
}
