import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { mkdtemp, rm, writeFile } from '../host/disk.ts';
import { watchPaths } from './watchPaths.ts';

/** Writes a file into a new folder below this one and waits for the hint. Milliseconds until it came; null if it did not within `ms`. */
export async function tryWatching(folder: string, ms: number): Promise<number | null> {
  const made = await mkdtemp(join(folder, '.cairn-check-'));
  const hinted = Promise.withResolvers<true>();
  const watch = watchPaths([made], () => hinted.resolve(true));
  const late = new AbortController();
  const tooLate = after(ms, false as const, { signal: late.signal }).catch(() => false as const);
  try {
    if (!(await Promise.race([watch.stands.then(() => true), tooLate]))) return null;
    const began = performance.now();
    await writeFile(join(made, 'file'), 'x');
    return (await Promise.race([hinted.promise, tooLate])) ? Math.round(performance.now() - began) : null;
  } finally {
    late.abort();
    watch.dispose();
    await rm(made, { recursive: true, force: true });
  }
}
