import { setTimeout as sleep } from 'node:timers/promises';
import { open, rm, type OpenFile } from '../../host/disk.ts';
import { CairnError } from '../../base/cairnError.ts';
import type { CommitId } from '../../model/names/ids.ts';
import { exists } from '../exists.ts';
import type { Passed } from '../gate.ts';
import type { Flags } from './flags.ts';
import { endOperation } from './operations.ts';
import { copyIndex } from './indexTime.ts';
import type { PrivateIndex } from './privateIndex.ts';
import { atOnce } from './putEntries.ts';
import type { Place } from './place.ts';
import { onlyId } from '../onlyId.ts';

/** How long somebody else's `git status` may hold the lock before we report it. */
const PATIENCE_MS = 3000;

/**
 * Brings a linked worktree's detached HEAD and own index to a commit. Leaves files alone; ends a merge or rebase.
 *
 * The private index holds the commit's tree and stat data, so the own index becomes a copy of it, under git's own lock and with
 * the same time (`copyIndex`). If a person told git to leave paths alone, only the own index has those flags: then git reads
 * the tree into it instead.
 */
export async function resetTo(
  place: Place,
  index: PrivateIndex,
  flags: Flags,
  commit: Passed<CommitId>,
): Promise<void> {
  const { root, git } = place;
  await index.load(commit, atOnce);
  await endOperation(place);
  if ((await flags.read()).size > 0)
    await git(['read-tree', '--reset', onlyId(commit)], { cwd: root, writes: true });
  else {
    const own = await place.gitPath('index');
    await underLock(`${own}.lock`, () => copyIndex(place.index, own));
    await flags.unchanged();
  }
  // Last: HEAD at the commit means that all of this is done and no lock of ours remains.
  await git(['update-ref', '--no-deref', '-m', 'cairn: checkpoint', 'HEAD', onlyId(commit)], {
    cwd: root,
    writes: true,
  });
}

/** Waits until nobody holds the lock of the working tree's own index; throws `git/locked` if somebody keeps it. */
export async function awaitUnlocked(place: Place): Promise<void> {
  const lock = `${await place.gitPath('index')}.lock`;
  await patiently(lock, async () => ((await exists(lock)) ? null : true));
}

async function underLock(lock: string, act: () => Promise<void>): Promise<void> {
  const handle = await patiently(lock, () => makeLock(lock));
  try {
    await act();
  } finally {
    await handle.close();
    await rm(lock, { force: true });
  }
}

/** Null if it is there already. */
async function makeLock(lock: string): Promise<OpenFile | null> {
  try {
    return await open(lock, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return null;
  }
}

/** Somebody else's lock is waited for and reported, never removed. Null if not free yet. */
async function patiently<T>(lock: string, attempt: () => Promise<T | null>): Promise<T> {
  for (let waited = 0; ; waited += 50) {
    const got = await attempt();
    if (got !== null) return got;
    if (waited >= PATIENCE_MS) throw new CairnError('git/locked', { lock });
    await sleep(50);
  }
}
