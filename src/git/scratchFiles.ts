import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files by which git is handed bytes: one `hash-object` takes many objects only by the names of files.
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

/** `parent`: the folder for temporary files. */
export function createScratchFiles(parent: string): ScratchFiles {
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
      folder = mkdtempSync(join(parent, 'cairn-objects-'));
      // A program that ends without saying goodbye leaves nothing behind either.
      process.once('exit', remove);
    }
    return join(folder, String(made++));
  };

  return {
    async hold(bytes, task) {
      const file = nextName();
      try {
        if (bytes.length <= SMALL) writeFileSync(file, bytes);
        else await writeFile(file, bytes);
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
