import type { Readable, Writable } from 'node:stream';
import type { ProcessPipe } from '../session/ports.ts';

/** How much we hold in each direction for a slow reader, besides what the system holds. */
const HELD_BYTES = 64 * 1024;
/** How long a dead process's pipe must be silent before whoever still holds it counts as a stranger. */
const QUIET_MS = 100;
/** More than any system holds in a pipe: whatever exceeds it after the end was written by a stranger. */
const LEFT_BYTES = 4 * 1024 * 1024;

/** A conversation over the two streams of a process. An error of a stream just ends it. */
export interface OpenPipe {
  readonly pipe: ProcessPipe;
  /** For when the process is gone: takes in what it had still written, so that it can be read at any time, and closes both streams. */
  close(): Promise<void>;
}

/** `stdin` and `stdout`: our ends. `onFinish`: makes sure that the process ends in the given time. */
export function openPipe(stdin: Writable, stdout: Readable, onFinish: (graceMs: number) => void): OpenPipe {
  const input = openInput(stdin);
  const output = openOutput(stdout);
  return {
    pipe: {
      input: input.stream,
      output: output.stream,
      finish(graceMs) {
        input.end();
        onFinish(graceMs);
      },
    },
    close() {
      stdin.destroy();
      return output.takeRest();
    },
  };
}

function openInput(to: Writable): { readonly stream: WritableStream<Uint8Array>; end(): void } {
  /** How many chunks the stream was given that are not in the pipe yet. */
  let waiting = 0;
  let ending = false;
  const endWhenWritten = (): void => {
    if (ending && waiting === 0) to.end();
  };
  // It ended before it had read everything; how it ended says the rest.
  to.on('error', () => undefined);
  const write = (chunk: Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      const written = (): void => {
        waiting -= 1;
        endWhenWritten();
        resolve();
      };
      if (to.writableEnded || to.destroyed) written();
      else to.write(chunk, written);
    });
  const close = (): Promise<void> => new Promise((resolve) => void to.end(() => resolve()));
  const stream = new WritableStream<Uint8Array>(
    { write, close, abort: () => void to.destroy() },
    {
      highWaterMark: HELD_BYTES,
      // Called for each chunk as soon as it is given, even while others wait: the only place where we can count them.
      size(chunk) {
        waiting += 1;
        return chunk.byteLength;
      },
    },
  );
  return {
    stream,
    end() {
      ending = true;
      endWhenWritten();
    },
  };
}

function openOutput(from: Readable): {
  readonly stream: ReadableStream<Uint8Array>;
  takeRest(): Promise<void>;
} {
  let arrived = 0;
  /** How much may arrive before we cut it off; no limit until the process is gone. */
  let limit = Infinity;
  let wanted = true;
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        from.on('data', (chunk: Uint8Array) => {
          arrived += chunk.length;
          if (wanted) controller.enqueue(chunk);
          if (arrived > limit) from.destroy();
          else if (wanted && limit === Infinity && (controller.desiredSize ?? 0) <= 0) from.pause();
        });
        from.on('error', () => undefined);
        from.once('close', () => wanted && controller.close());
      },
      pull: () => void from.resume(),
      cancel() {
        // Read on and drop it: a process that cannot write would never end.
        wanted = false;
        from.resume();
      },
    },
    { highWaterMark: HELD_BYTES, size: (chunk) => chunk.byteLength },
  );
  return {
    stream,
    takeRest: () =>
      new Promise((resolve) => {
        if (from.closed) return resolve();
        from.once('close', resolve);
        limit = arrived + LEFT_BYTES;
        from.resume();
        closeWhenQuiet(from, () => arrived);
      }),
  };
}

/** Closes a stream once nothing arrives on it although we have looked: a timer alone might only mean that we were busy. */
function closeWhenQuiet(from: Readable, arrived: () => number): void {
  const before = arrived();
  setTimeout(() => {
    setImmediate(() => {
      if (from.closed) return;
      if (arrived() === before) from.destroy();
      else closeWhenQuiet(from, arrived);
    });
  }, QUIET_MS);
}
