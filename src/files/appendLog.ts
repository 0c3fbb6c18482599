import { dirname } from 'node:path';
import { mkdir, open, stat } from '../host/disk.ts';
import { flushFolder } from '../host/atomicWrite.ts';
import { ifMissing } from '../host/systemError.ts';
import { OWNER_FILE, OWNER_FOLDER } from './onlyOwner.ts';

const NEWLINE = 0x0a;

/**
 * Appends whole lines to a file, in order. First cuts off a torn last line that a killed writer left: otherwise the next line
 * would be glued to it and both would be lost.
 *
 * When a promise resolves, the system has the line, so killing the process loses nothing; with `flush` it also survives a power
 * cut. Nothing is buffered in memory, so nothing needs flushing at the end [A47, A49].
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

  /** Runs an act once everything queued before it is done. */
  queue<T>(act: () => Promise<T>): Promise<T> {
    const next = this.#last.then(act);
    // Only the caller of this act hears that it failed; the queue goes on.
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #write(line: string, flush: boolean): Promise<void> {
    const fresh = (await stat(this.#path).catch(() => null)) === null;
    if (!this.#trimmed && !fresh) await cutTornLine(this.#path);
    this.#trimmed = true;
    // The state folder may be lost at any time; the branch has what it held, so we just make it again.
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

/** The whole lines of a text; leaves out what follows the last newline, a line that was cut off while it was written. */
export function wholeLines(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}

async function cutTornLine(path: string): Promise<void> {
  const handle = await open(path, 'r+').catch(ifMissing(null));
  if (handle === null) return;
  try {
    const bytes = await handle.readFile();
    if (bytes.length === 0 || bytes.at(-1) === NEWLINE) return;
    await handle.truncate(bytes.lastIndexOf(NEWLINE) + 1);
  } finally {
    await handle.close();
  }
}
