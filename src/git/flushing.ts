import { open } from 'node:fs/promises';
import { filesAtOnce } from '../host/openFiles.ts';

/** Files that have to be on disk before something else happens; flushed together, when that is about to happen. */
export interface Flushing {
  add(files: readonly string[]): void;
  /** Resolves when all that was added is on disk. Throws when something could not be, then and ever after. */
  done(): Promise<void>;
}

const SIDE_BY_SIDE = 64;

/**
 * git flushes one object after the other, which is most of what a small checkpoint costs. A journalling file system
 * that is asked for many at once does them in the time of a few; asked while others are still being written, it makes
 * those wait.
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
      // What the disk refused once is lost from its cache: a second flush that succeeds would be a lie.
      if (refused) failed ??= { error: refused.reason };
    }
    if (failed !== null) throw failed.error;
  };

  return {
    add(files) {
      for (const file of files) waiting.add(file);
    },
    done() {
      // One after the other: who comes second waits for what the first has taken.
      const mine = last.then(flushAll);
      last = mine.catch(() => {});
      return mine;
    },
  };
}

/** On Windows a read-only file cannot be flushed from outside: there git does it (`DURABLE_CONFIG`). */
export async function flushFile(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    // In a pack, or in the repository that this one borrows from.
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
