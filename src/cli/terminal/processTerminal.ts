import { readFile, stat } from 'node:fs/promises';
import type { WriteStream } from 'node:tty';
import type { Sink, Terminal } from './terminal.ts';

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const [out, err] = [sink(process.stdout), sink(process.stderr)];
  // In this order: standard input is opened by being looked at.
  const canAsk = (): boolean => err.isTerminal && process.stdin.isTTY;
  return {
    out,
    err,
    canAsk,
    env: process.env,
    cwd: process.cwd(),
    now: Date.now,
    isPiped: () => !process.stdin.isTTY,
    readInput: (most) => atMost(process.stdin, most),
    readFile: (path) => readFile(path),
    isFile: async (path) => (await stat(path).catch(() => null))?.isFile() === true,
    async ask(question, signal) {
      // Hardly any command asks.
      const { createInterface } = await import('node:readline/promises');
      const over = (): boolean => signal?.aborted ?? false;
      if (!canAsk() || over()) return null;
      // On standard error: standard output may be redirected.
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        // Ctrl-C and ctrl-D count as an empty answer, which is never a yes; null would mean that nobody is there.
        lines.once('SIGINT', () => {
          process.stderr.write('\n');
          lines.close();
          // The line editor swallows the signal, so pass it on.
          process.emit('SIGINT');
        });
        const ended = (): void => lines.close();
        signal?.addEventListener('abort', ended, { once: true });
        lines.once('close', () => signal?.removeEventListener('abort', ended));
        const closed = new Promise<string>((answer) => lines.once('close', () => answer('')));
        const answered = lines.question(question).catch(() => ''); // rejects when the line was closed
        const line = await Promise.race([answered, closed]);
        if (!over()) return line;
        // Nobody pressed enter, so end the question's line.
        process.stderr.write('\n');
        return null;
      } finally {
        lines.close();
      }
    },
    onInterrupt(listener) {
      let heard = false;
      const hear = (): void => {
        heard = true;
        listener();
      };
      process.on('SIGINT', hear).on('SIGTERM', hear);
      return {
        dispose() {
          if (heard) process.on('SIGINT', ignore).on('SIGTERM', ignore);
          process.off('SIGINT', hear).off('SIGTERM', hear);
        },
      };
    },
  };
}

const ignore = (): void => {};

/** What comes without an end is not waited for. */
async function atMost(input: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array | null> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    bytes += chunk.length;
    if (bytes > most) return null;
    read.push(chunk);
  }
  return Buffer.concat(read);
}

function sink(stream: WriteStream): Sink {
  let failed = false;
  // `cairn log | head` closes our output early. That is no error: nobody is reading any more.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || failed) return;
    failed = true;
    // A full disk, say: the work is done but the output is lost, so say that on standard error. Keep a refusal's exit code.
    process.exitCode ||= 1;
    if (stream === process.stdout)
      process.stderr.write(`cairn: standard output could not be written (${error.code ?? error.message}).\n`);
  });
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY,
    // A terminal that was never given a size says 0.
    width: () => (stream.isTTY ? Math.max(20, stream.columns || 80) : Number.POSITIVE_INFINITY),
    height: () => (stream.isTTY ? Math.max(3, stream.rows || 24) : Number.POSITIVE_INFINITY),
  };
}
