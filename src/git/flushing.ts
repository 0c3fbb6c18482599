import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { filesAtOnce } from '../host/openFiles.ts';

/** Files that must be on disk before something else happens. Flushed together right before that. */
export interface Flushing {
  add(files: readonly string[]): void;
  /** Resolves once everything added is on disk. After a failure it throws from then on. */
  done(): Promise<void>;
}

const SIDE_BY_SIDE = 64;

/**
 * Git flushes one object after the other, which is most of the cost of a small checkpoint. A journalling file system does many
 * at once in the time of a few; asked while files are still being written, it delays those.
 */
export function createFlushing(flush: (file: string) => Promise<void>): Flushing {
  const waiting = new Set<string>();
  let failed: { readonly error: unknown } | null = null;
  let last: Promise<void> = Promise.resolve();

  const flushAll = async (): Promise<void> => {
    const files = [...waiting];
    waiting.clear();
    while (files.length > 0) {
      const together = await filesAtOnce(Math.min(SIDE_BY_SIDE, files.length));
      const results = await Promise.allSettled(files.splice(0, together).map(flush));
      const refused = results.find((result) => result.status === 'rejected');
      // What the disk refused once is lost from its cache: a later successful flush would lie.
      if (refused) failed ??= { error: refused.reason };
    }
    if (failed !== null) throw failed.error;
  };

  return {
    add(files) {
      for (const file of files) waiting.add(file);
    },
    done() {
      // In turn: the second caller also waits for the files of the first.
      const mine = last.then(flushAll);
      last = mine.catch(() => {});
      return mine;
    },
  };
}

/** On Windows a read-only file cannot be flushed afterwards: its writer does it (`DURABLE_CONFIG`). */
export async function flushFile(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  // Opening takes no time worth a thread: all flushes are under way before this process does anything else.
  const file = openIfThere(path);
  if (file === null) return;
  try {
    await promisify(fsync)(file);
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    // In a pack, or in an alternate repository.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
