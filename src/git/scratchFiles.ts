import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { orDiskFull } from './orDiskFull.ts';

/**
 * Files by which git is handed bytes: one `hash-object` takes many objects only by the names of files.
 *
 * They are in the object store, under a name that `git prune` takes away in time: what a killed program leaves
 * behind is looked after.
 *
 * Names are used again as soon as they are free, and small files are written at once: four trips through the
 * thread pool for each of thirty small objects were half of what storing them cost.
 */
export interface ScratchFiles {
  /** A file holds these bytes while the task runs. */
  hold<T>(bytes: Uint8Array, task: (file: string) => Promise<T>): Promise<T>;
  dispose(): void;
}

const SMALL = 256 * 1024;

/** `objects`: the folder of the object store. */
export function createScratchFiles(objects: string): ScratchFiles {
  let folder: string | null = null;
  let made = 0;
  const free: string[] = [];

  const remove = (): void => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    folder = null;
    free.length = 0;
  };

  const nextName = (): string => {
    const used = free.pop();
    if (used !== undefined) return used;
    if (folder === null) {
      folder = makeFolder(objects);
      // A program that ends without saying goodbye leaves nothing behind either.
      process.once('exit', remove);
    }
    return join(folder, String(made++));
  };

  return {
    async hold(bytes, task) {
      const file = nextName();
      try {
        await fill(file, bytes);
        return await task(file);
      } finally {
        free.push(file);
      }
    },
    dispose() {
      process.removeListener('exit', remove);
      remove();
    },
  };
}

function makeFolder(objects: string): string {
  try {
    return mkdtempSync(join(objects, 'tmp_objdir-cairn-'));
  } catch (error) {
    throw orDiskFull(error, 'git hash-object');
  }
}

async function fill(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await put(file, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw orDiskFull(error, 'git hash-object');
    // A `git prune` took the folder away under a session that has lasted for weeks.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    await put(file, bytes);
  }
}

async function put(file: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length <= SMALL) writeFileSync(file, bytes);
  else await writeFile(file, bytes);
}
