import type { CheckedOut } from '../../drive.ts';
import type { Watch } from './watch.ts';
import { workOf } from '../../workingTree/workOf.ts';

/**
 * Ends an attempt that is silent for too long. Silence means no event of the agent and no changed file. Files are checked only
 * when a period without events is over: that takes a `git status`, and a working agent is hardly ever silent.
 */
export function watchSilence(
  { world, session, root, checkout: { tree } }: CheckedOut,
  limitMs: number,
): Watch {
  const { clock, files } = world;
  const [ended, over] = [new AbortController(), new AbortController()];
  let last = clock.monotonic();
  let waitedFor = 0;
  const look = async (): Promise<string> => {
    const work = await workOf(tree, session);
    const stamps = await Promise.all(work.map(({ path }) => files.stamp(root, path)));
    return work.map(({ path }, at) => `${path} ${stamps[at]}`).join('\n');
  };
  const watch = async (): Promise<void> => {
    let before = await look();
    for (;;) {
      await clock.sleep(Math.max(1, limitMs - (clock.monotonic() - last)), over.signal);
      if (waitedFor > 0 || clock.monotonic() - last >= limitMs) {
        const now = waitedFor > 0 ? null : await look();
        // Checking takes a while, too.
        if (now === before && waitedFor === 0 && clock.monotonic() - last >= limitMs) return ended.abort();
        before = now ?? before;
        last = clock.monotonic();
      }
    }
  };
  // Ends with the attempt, by the signal; a failing check is reported by the next capture.
  void watch().catch(() => undefined);
  const heard = (): void => void (last = clock.monotonic());
  return {
    signal: ended.signal,
    outcome: { kind: 'stalled', afterMs: limitMs },
    heard,
    async during(act) {
      waitedFor += 1;
      try {
        return await act;
      } finally {
        waitedFor -= 1;
        heard();
      }
    },
    dispose: () => over.abort(),
  };
}
