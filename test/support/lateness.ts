import { spawn } from 'node:child_process';

const NAP_MS = 100;

/** What took how long, on a machine that does how much else. */
export interface Watched<T> {
  readonly answer: T;
  /** `performance.now()` when it was there. */
  readonly at: number;
  /** By how much a process that has nothing to do but to wake was late in the same time, at worst, in ms. */
  readonly late: number;
}

/**
 * Awaits something that waits for other processes, and measures beside it how late a small process is on this machine
 * now: with ten times of that on top a limit means the same on a busy machine as on an idle one.
 */
export async function besideNapper<T>(deed: Promise<T>): Promise<Watched<T>> {
  const over = new AbortController();
  const end = deed.then((answer) => ({ answer, at: performance.now() })).finally(() => over.abort());
  let late = 0;
  const naps = async (): Promise<void> => {
    while (!over.signal.aborted) late = Math.max(late, await napTooLong());
  };
  const [told] = await Promise.all([end, naps()]);
  return { ...told, late };
}

async function napTooLong(): Promise<number> {
  const from = performance.now();
  const napper = spawn('sleep', [String(NAP_MS / 1000)], { stdio: 'ignore' });
  await new Promise((resolve) => napper.once('exit', resolve).once('error', resolve));
  return performance.now() - from - NAP_MS;
}

/** The shortest of up to three tries in ms: what is slow by itself is so three times, a busy moment is over by then. */
export async function bestOfThree(limitMs: number, attempt: () => Promise<number>): Promise<number> {
  let best = Infinity;
  for (let tries = 0; tries < 3 && best >= limitMs; tries += 1) best = Math.min(best, await attempt());
  return best;
}

/** How much of the processor this process needs for something, in ms: others that want it, too, do not count. */
export function cpuMs(act: () => void): number {
  const from = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}
