import { setTimeout as sleep } from 'node:timers/promises';
import { CairnError } from '../base/cairnError.ts';
import { isTight, limitOfFiles, roomNow } from './fileLimit.ts';

/** How many files we keep free: starting a process takes this many, and four threads of Node open files meanwhile. */
const KEPT_FREE = 16;
/** What is in the way are our own processes and files, which end in moments. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 10;

const spare = new Set<() => Promise<void>>();
let turn: Promise<void> = Promise.resolve();
let fullSince: number | null = null;

/** Registers something that is kept open only for speed, to be let go when there is no room; returns how to unregister it. */
export function letGoWhenFull(letGo: () => Promise<void>): () => void {
  spare.add(letGo);
  return () => void spare.delete(letGo);
}

/**
 * Starts a process when it can be started, behind everybody who waits for the same. `pipes`: how many it talks through. Whoever is
 * behind has a turn once `start` has come to an end, whichever. Throws `machine/open-files` if there is no room in time.
 */
export async function startInTurn<T>(pipes: number, start: () => T | Promise<T>): Promise<T> {
  if (!isTight()) return start();
  const before = turn;
  const over = Promise.withResolvers<void>();
  turn = over.promise;
  try {
    await before;
    // Both ends of each pipe, and of the one by which the system reports whether it started.
    await roomFor(2 * pipes + 6);
    return await start();
  } finally {
    over.resolve();
  }
}

/** How many of `most` files may be open at once. */
export async function filesAtOnce(most: number): Promise<number> {
  if (!isTight()) return most;
  await roomFor(4);
  return Math.max(1, Math.min(most, Math.floor((roomNow(KEPT_FREE + 2 * most) - KEPT_FREE) / 2)));
}

/**
 * Patience is one for all that comes soon after: where room never comes, a command that asks for it again and again waits once,
 * and a later shortage is waited for like the first.
 */
async function roomFor(count: number): Promise<void> {
  while (roomNow(count) < count) {
    const now = performance.now();
    if (fullSince === null || now > fullSince + 2 * PATIENCE_MS) fullSince = now;
    if (now > fullSince + PATIENCE_MS) throw new CairnError('machine/open-files', { limit: limitOfFiles() });
    await Promise.all([...spare].map((letGo) => letGo()));
    await sleep(LOOK_MS);
  }
  fullSince = null;
}
