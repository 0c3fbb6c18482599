import type { AgentTask } from '../../session/ports.ts';

/** The time that an attempt may take, in which a person's time to answer does not count. */
export interface WorkLimit {
  readonly task: AgentTask;
  isOver(): boolean;
  dispose(): void;
}

export function limitWork(given: AgentTask): WorkLimit {
  const over = new AbortController();
  let left = given.timeoutMs;
  let since = performance.now();
  let timer: NodeJS.Timeout | null = null;
  let asked = 0;
  const run = (): void => {
    since = performance.now();
    // Longer than a timer can be set is for ever.
    if (left < 2 ** 31) timer = setTimeout(() => over.abort(new Error('timed out')), Math.max(0, left));
  };
  const stand = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    left -= performance.now() - since;
  };
  run();
  return {
    task: {
      ...given,
      signal: AbortSignal.any([given.signal, over.signal]),
      async permit(what) {
        asked += 1;
        if (asked === 1) stand();
        try {
          return await given.permit(what);
        } finally {
          asked -= 1;
          if (asked === 0) run();
        }
      },
    },
    isOver: () => over.signal.aborted,
    dispose() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
