import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { printedTail } from '../host/printedLine.ts';

const TAIL_BYTES = 64 * 1024;
const OUTPUT_BYTES = 10 * 1024 * 1024;

/** The last bytes of a stream, and how many came before them. */
class LastBytes {
  readonly #limit: number;
  readonly #chunks: Buffer[] = [];
  #held = 0;
  dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    while (this.#held > this.#limit) this.#drop(this.#held - this.#limit);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  #drop(excess: number): void {
    const first = this.#chunks[0];
    if (first === undefined) return;
    const cut = Math.min(excess, first.length);
    if (cut === first.length) this.#chunks.shift();
    else this.#chunks[0] = first.subarray(cut);
    this.#held -= cut;
    this.dropped += cut;
  }
}

/**
 * A command's output in a file of bounded size: the first half as it comes, so that somebody can watch it, the last half when it
 * ends, and between them a line that says how much is missing.
 */
export class BoundedOutput {
  readonly #half: number;
  readonly #end: LastBytes;
  readonly #tail = new LastBytes(TAIL_BYTES);
  #file: number | null;
  #written = 0;

  constructor(path: string, limit: number = OUTPUT_BYTES) {
    this.#half = Math.floor(limit / 2);
    this.#end = new LastBytes(this.#half);
    this.#file = openOrNull(path);
  }

  write(chunk: Buffer): void {
    this.#tail.push(chunk);
    const room = Math.max(0, this.#half - this.#written);
    if (room > 0) this.#put(chunk.subarray(0, room));
    if (chunk.length > room) this.#end.push(chunk.subarray(room));
  }

  /** The last lines as a terminal would show them. */
  tail(lines: number): string {
    const text = this.#tail.bytes().toString('utf8');
    return printedTail(this.#tail.dropped === 0 ? text : text.slice(text.indexOf('\n') + 1), lines).join(
      '\n',
    );
  }

  close(): void {
    const { dropped } = this.#end;
    if (dropped > 0) this.#put(Buffer.from(`\n[cairn: ${dropped} bytes left out here]\n`));
    this.#put(this.#end.bytes());
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #put(bytes: Buffer): void {
    this.#written += bytes.length;
    try {
      for (let at = 0; this.#file !== null && at < bytes.length;) at += writeSync(this.#file, bytes, at);
    } catch {
      // On a full disk we lose the record of the output, not the command: its tail is still in memory.
      if (this.#file !== null) closeSync(this.#file);
      this.#file = null;
    }
  }
}

/** Null if the file cannot be written: then we lose the record, not the command. */
function openOrNull(path: string): number | null {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, 'a', 0o600);
  } catch {
    // The caller finds no file, and the tail in the result.
    return null;
  }
}
