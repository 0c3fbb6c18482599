import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, flushFolder } from '../host/atomicWrite.ts';
import { OWNER_FILE, OWNER_FOLDER } from './onlyOwner.ts';

const NEWLINE = 0x0a;

/**
 * Appends whole lines to a file, in the order asked for; a torn last line of a killed writer is cut off first,
 * or the next line would be glued to it and both be lost.
 *
 * Every line is in the system's hands when its promise resolves: killing the process loses nothing. `flush`
 * also survives the machine. Nothing is kept back in memory, so there is nothing to flush at the end [A47, A49].
 */
export class AppendLog {
  readonly #path: string;
  #last: Promise<unknown> = Promise.resolve();
  #trimmed = false;

  constructor(path: string) {
    this.#path = path;
  }

  append(line: string, flush: boolean): Promise<void> {
    return this.queue(() => this.#write(line, flush));
  }

  /** Runs an act when all that was asked for before is done. */
  queue<T>(act: () => Promise<T>): Promise<T> {
    const next = this.#last.then(act);
    // The next in the queue is not to blame for this one; the caller of this one is told.
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #write(line: string, flush: boolean): Promise<void> {
    const fresh = (await stat(this.#path).catch(() => null)) === null;
    if (!this.#trimmed && !fresh) await cutTornLine(this.#path);
    this.#trimmed = true;
    // The state folder may be lost at any time; what it held is found on the branch, so it is simply made again.
    if (fresh) await mkdir(dirname(this.#path), { recursive: true, mode: OWNER_FOLDER });
    const handle = await open(this.#path, 'a', OWNER_FILE);
    try {
      await handle.writeFile(line);
      if (flush) await handle.sync();
    } finally {
      await handle.close();
    }
    if (fresh && flush) await flushFolder(dirname(this.#path));
  }
}

/** Whole lines of a file; what follows the last newline was cut off while it was written and is left out. */
export function wholeLines(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}

async function cutTornLine(path: string): Promise<void> {
  const handle = await open(path, 'r+').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return;
  try {
    const bytes = await handle.readFile();
    if (bytes.length === 0 || bytes.at(-1) === NEWLINE) return;
    await handle.truncate(bytes.lastIndexOf(NEWLINE) + 1);
  } finally {
    await handle.close();
  }
}
