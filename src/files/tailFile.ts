import { open } from 'node:fs/promises';
import { printedTail } from '../host/printedLine.ts';
import { ifMissing } from '../host/systemError.ts';
import type { FileTail } from '../session/ports.ts';

const TAIL_BYTES = 64 * 1024;

/** The last lines of a file as plain text, from its last 64 KB. */
export async function tailFile(path: string, lines: number): Promise<FileTail> {
  const end = await lastBytes(path);
  if (end === null) return { lines: [], bytes: 0, cut: false };
  const { text, bytes } = end;
  // One more than wanted shows whether there are more.
  const shown = printedTail(text, lines + 1);
  return { lines: shown.slice(-lines), bytes, cut: bytes > TAIL_BYTES || shown.length > lines };
}

async function lastBytes(path: string): Promise<{ readonly text: string; readonly bytes: number } | null> {
  const handle = await open(path, 'r').catch(ifMissing(null, 'ENOTDIR'));
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    // It may begin inside a line, even inside a character. Keep that part: one very long line may be all there is.
    return { text: start === 0 ? text : `…${text.replace(/^\uFFFD+/, '')}`, bytes: size };
  } finally {
    await handle.close();
  }
}
