import { err, ok, type Result } from '../../base/result.ts';
import { findJsonError } from './findJsonError.ts';

/** Deeper values are refused: nobody writes them by hand, and judging them could overflow the stack. */
const DEEPEST = 500;

/** Reads a JSON file; the error says what is wrong and in which line and column. A byte order mark is let pass. */
export function readJson(bytes: Uint8Array): Result<unknown, string> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The decoder says no more than that: there is no offset to tell.
    return err('it is not UTF-8 text');
  }
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value, DEEPEST) ? err(`it is nested deeper than ${DEEPEST}`) : ok(value);
  } catch {
    // V8 says where only in some of its messages, and differently in each version: we look ourselves.
    const { at, why } = findJsonError(text);
    const before = text.slice(0, at).split('\n');
    return err(`line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${why}`);
  }
}

function isDeeperThan(value: unknown, limit: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
