import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFile, rm, writeFile } from '../../host/disk.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { Place } from './place.ts';

/** How long somebody else's `git status` may hold the lock before we report it. */
const PATIENCE_MS = 3000;
const LOOK_MS = 50;

/** Git looks only whether a lock is there: ours says whose it is. */
const MARK = 'cairn ';

/** Where git's own index of a working tree is. */
type Indexed = Pick<Place, 'gitPath'>;

const lockOf = async (place: Indexed): Promise<string> => `${await place.gitPath('index')}.lock`;

/** Waits until nobody holds the lock of the working tree's own index; throws `git/locked` if somebody keeps it. */
export async function awaitUnlocked(place: Indexed): Promise<void> {
  const lock = await lockOf(place);
  await patiently(lock, async () => (await textOf(lock)) === null);
}

/** Does something under git's own lock of the working tree's index; throws `git/locked` if somebody keeps it. */
export async function underLock(place: Indexed, act: () => Promise<void>): Promise<void> {
  const [lock, mark] = [await lockOf(place), `${MARK}${randomUUID()}\n`];
  await patiently(lock, () => make(lock, mark));
  try {
    await act();
  } finally {
    // Another engine took it over while this one stood still: it is that one's.
    if ((await textOf(lock)) === mark) await rm(lock, { force: true });
  }
}

/** False if it is there already. */
async function make(lock: string, mark: string): Promise<boolean> {
  try {
    await writeFile(lock, mark, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Somebody else's lock is waited for and reported, never removed. One of an engine is of one that has lost the session's lease, dead
 * or standing still: whoever holds the lease is alone in this working tree.
 */
async function patiently(lock: string, attempt: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await attempt()); waited += LOOK_MS) {
    if (waited >= PATIENCE_MS) throw new CairnError('git/locked', { lock });
    await sleep(LOOK_MS);
    if ((await textOf(lock))?.startsWith(MARK) === true) await rm(lock, { force: true });
  }
}

/** Null if it is not there. */
const textOf = (lock: string): Promise<string | null> => readFile(lock, 'utf8').catch(() => null);
