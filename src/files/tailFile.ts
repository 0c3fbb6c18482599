import { open } from 'node:fs/promises';
import { printedTail } from '../host/printedLine.ts';
import { codeOf } from './atomicWrite.ts';

const TAIL_BYTES = 64 * 1024;

/** Last lines of a file as plain text, from its last 64 KB; none where there is no file. */
export async function tailFile(path: string, lines: number): Promise<readonly string[]> {
  const text = await lastBytes(path);
  return text === null ? [] : printedTail(text, lines);
}

async function lastBytes(path: string): Promise<string | null> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    // The first line is a piece of one, perhaps beginning inside a character.
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await handle.close();
  }
}
