import { dirname, join } from 'node:path';
import { open, readFile, rename, rm } from '../host/disk.ts';
import type { CommitId, RefName } from '../model/names/ids.ts';
import { flushFile } from './flushing.ts';

/** What git accepts in a ref file: an id, or the name of another ref. */
const SAYS_SOMETHING = /^(?:ref: refs\/\S+|(?!0+\s*$)(?:[0-9a-f]{40}|[0-9a-f]{64}))\s*$/;

/**
 * Gives a ref whose file a power loss has torn (empty, half an id, NULs) a commit again; false if it was not torn or its lock
 * is held. `update-ref` neither moves nor deletes such a ref, so this writes the file under git's own lock.
 */
export async function mendRef(commonDir: string, ref: RefName, to: CommitId): Promise<boolean> {
  const file = join(commonDir, ref);
  const lock = `${file}.lock`;
  const handle = await open(lock, 'wx', 0o644).catch((error: NodeJS.ErrnoException) => {
    // Held by somebody, or there is no such folder and so no such file: not ours to mend.
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return false;
  let mended = false;
  try {
    const found = await readFile(file, 'latin1').catch(() => null); // not there: it is packed, or was deleted
    if (found === null || SAYS_SOMETHING.test(found)) return false;
    await handle.writeFile(`${to}\n`);
    await handle.sync();
    await rename(lock, file);
    mended = true;
    await flushFile(dirname(file));
    return true;
  } finally {
    await handle.close();
    // After the rename, a lock of that name is somebody else's.
    if (!mended) await rm(lock, { force: true });
  }
}
