import { setTimeout as sleep } from 'node:timers/promises';
import { CairnError } from '../base/cairnError.ts';
import { isTight, limitOfFiles, roomNow } from './fileLimit.ts';

/** Left free whatever is opened: a process to be started takes so many, and four threads of Node open files meanwhile. */
const KEPT_FREE = 16;
/** What is in the way are processes and files of ours, which end in moments. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 10;

const spare = new Set<() => Promise<void>>();
let turn: Promise<void> = Promise.resolve();

/** Has something that is kept open for speed alone let go when there is no room; answers how to take that back. */
export function letGoWhenFull(letGo: () => Promise<void>): () => void {
  spare.add(letGo);
  return () => void spare.delete(letGo);
}

/**
 * Waits until a process can be started, behind all who wait for the same; answers what must be called once it is. `pipes`: how
 * many it talks through. Throws `machine/open-files` where there is no room in time.
 */
export async function turnToStart(pipes: number): Promise<() => void> {
  if (!isTight()) return () => undefined;
  const before = turn;
  let started = (): void => undefined;
  turn = new Promise((resolve) => (started = resolve));
  await before;
  try {
    // Both ends of each pipe, and of the one by which the system tells how it went.
    await roomFor(2 * pipes + 6);
  } catch (error) {
    started();
    throw error;
  }
  return started;
}

/** How many of `most` files may be open at once. */
export async function filesAtOnce(most: number): Promise<number> {
  if (!isTight()) return most;
  await roomFor(4);
  return Math.max(1, Math.min(most, Math.floor((roomNow(KEPT_FREE + 2 * most) - KEPT_FREE) / 2)));
}

async function roomFor(count: number): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (roomNow(count) < count) {
    if (performance.now() > end) throw new CairnError('machine/open-files', { limit: limitOfFiles() });
    await Promise.all([...spare].map((letGo) => letGo()));
    await sleep(LOOK_MS);
  }
}
