import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, parseJson } from '../base/json.ts';
import { CairnError } from '../base/cairnError.ts';
import { readFile, stat } from '../host/disk.ts';
import { isRunning } from './isRunning.ts';
import { isLastWord, type RunEvent } from './runEvents.ts';
import { readRunner, runFiles } from './runFolder.ts';

const POLL_MS = 80;
/** A run of several days has said a lot, so it is read in pieces. */
const MOST_BYTES = 256 * 1024;
/** A runner that has not reported its pid by then never started. */
const START_MS = 15_000;

/**
 * Everything that a run says, from its beginning, to its last word; ends after it, or when `signal` aborts.
 * A runner that is gone without a last word gets one here: an `error` event with `machine/runner-died`.
 */
export async function* follow(
  runFolder: string,
  { signal, pollMs = POLL_MS }: { readonly signal?: AbortSignal; readonly pollMs?: number } = {},
): AsyncGenerator<RunEvent> {
  const files = runFiles(runFolder);
  const tail = new LineTail(files.events);
  for (;;) {
    if (signal?.aborted === true) return;
    // Asked before reading: what a runner wrote before it ended is still read below.
    const alive = await isAlive(runFolder);
    const lines = await tail.read();
    for (const line of lines) {
      const event = readEvent(line, files.events);
      yield event;
      if (isLastWord(event)) return;
    }
    if (!alive && lines.length === 0 && tail.atEnd) {
      yield {
        at: new Date().toISOString(),
        type: 'error',
        error: { code: 'machine/runner-died', details: { log: await unlessEmpty(files.log) } },
      };
      return;
    }
    // If there is more to read already, do not wait.
    if (tail.atEnd) await sleep(pollMs);
  }
}

/** A line of the log that says what went well. */
const ORDINARY = /^\S+ info /;

/** A killed runner says nothing; a log without any trouble in it is not worth a look. */
async function unlessEmpty(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(() => ''); // never written
  return text.split('\n').every((line) => line === '' || ORDINARY.test(line)) ? null : file;
}

/** True while a run's process lives or may still come to life. */
export async function isAlive(runFolder: string): Promise<boolean> {
  const runner = await readRunner(runFolder);
  const order = await stat(runFiles(runFolder).order).catch(() => null);
  // The order goes when the last word is said; a window may live on for days.
  if (runner?.shared === true && order === null) return false;
  if (runner !== null) return isRunning(runner, runFolder, 'glance');
  return order !== null && Date.now() - order.mtimeMs < START_MS;
}

/** Whole lines of a growing file, each once. */
class LineTail {
  readonly #file: string;
  #offset = 0;
  /** Bytes, not text: a chunk may end inside a character. */
  #rest: Buffer = Buffer.alloc(0);
  /** False: more was there than one read takes. */
  atEnd = true;

  constructor(file: string) {
    this.#file = file;
  }

  async read(): Promise<readonly string[]> {
    const handle = await open(this.#file, 'r').catch(() => null); // the runner has not made it yet
    if (handle === null) return [];
    try {
      const { size } = await handle.stat();
      if (size <= this.#offset) return [];
      const chunk = Buffer.alloc(Math.min(size - this.#offset, MOST_BYTES));
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, this.#offset);
      this.#offset += bytesRead;
      this.atEnd = this.#offset >= size;
      const bytes = Buffer.concat([this.#rest, chunk.subarray(0, bytesRead)]);
      const end = bytes.lastIndexOf(10) + 1;
      this.#rest = bytes.subarray(end);
      return bytes
        .toString('utf8', 0, end)
        .split('\n')
        .filter((line) => line !== '');
    } finally {
      await handle.close();
    }
  }
}

function readEvent(line: string, file: string): RunEvent {
  const value = parseJson(line);
  if (isObject(value) && 'type' in value && 'at' in value) return value as unknown as RunEvent;
  const problem = { file, line: 1, column: 1, message: `not an event: ${line.slice(0, 80)}` };
  throw new CairnError('data/corrupt', { file, commit: null, problems: [problem] });
}
