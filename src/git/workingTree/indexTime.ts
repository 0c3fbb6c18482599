import { copyFile } from 'node:fs/promises';
import { rename, stat, utimes } from '../../host/disk.ts';
import { momentBefore } from './inDoubt.ts';
import { signatureOf } from './place.ts';

/**
 * Lets git write an index and dates it from before git looked at any file: one that changes meanwhile is not older than the index
 * then, and git compares its contents. An index that git did not write keeps its time: nothing says what git has looked at.
 *
 * @returns what `write` answers, and the moment: Unix time in milliseconds
 */
export async function datedBefore<T>(
  index: string,
  write: () => Promise<T>,
): Promise<{ readonly answer: T; readonly moment: number }> {
  const [moment, before] = [momentBefore(index), signatureOf(index)];
  const answer = await write();
  if (signatureOf(index) !== before) await dateIndex(index, moment);
  return { answer, moment };
}

/** In whole seconds, rounded down: gits that compare nanoseconds guard as much as others then. */
export async function dateIndex(index: string, ms: number): Promise<void> {
  const seconds = Math.floor(ms / 1000);
  await utimes(index, seconds, seconds);
}

/** Copies an index with its time: one with a newer time would trust too much. */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  const fresh = `${to}.copy`;
  await copyFile(from, fresh);
  await dateIndex(fresh, mtimeMs);
  await rename(fresh, to);
}
