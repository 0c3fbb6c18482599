import type { FoundEntry } from '../model/names/treeFaults.ts';
import { decodePath } from './bytes.ts';

const [SPACE, SLASH] = [0x20, 0x2f];

/** The mode of a folder. */
export const FOLDER = '40000';

/** Null if the bytes are not a tree: truncated, or without a mode or the end of a name. */
export function parseTree(bytes: Buffer, idBytes: number): readonly FoundEntry[] | null {
  const entries: FoundEntry[] = [];
  let before: Sorted | null = null;
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(SPACE, at);
    const nul = space === -1 ? -1 : bytes.indexOf(0, space);
    if (nul === -1 || nul + 1 + idBytes > bytes.length) return null;
    const written = bytes.toString('latin1', at, space);
    if (!/^[0-7]{1,7}$/.test(written)) return null;
    const mode = canonical(written);
    const found = { start: space + 1, end: nul, isFolder: mode === FOLDER };
    const odd = mode === null ? 'mode' : before === null || isBehind(bytes, before, found) ? null : 'order';
    at = nul + 1 + idBytes;
    entries.push({
      name: decodePath(bytes.subarray(space + 1, nul)),
      // Git reads an unknown mode so.
      mode: mode ?? '160000',
      id: bytes.toString('hex', nul + 1, at),
      ...(odd === null ? {} : { odd }),
    });
    before = found;
  }
  return entries;
}

/**
 * Normalises a mode by its kind, as git does: old tools wrote `040000` for a folder, and meaningless permissions. Null for an
 * unknown kind.
 */
function canonical(written: string): string | null {
  const bits = Number.parseInt(written, 8);
  switch (bits & ~0o777) {
    case 0o040000:
      return FOLDER;
    case 0o120000:
      return '120000';
    case 0o160000:
      return '160000';
    case 0o100000:
      return bits.toString(8);
    default:
      return null;
  }
}

/** The position of a name in the bytes of a tree. */
interface Sorted {
  readonly start: number;
  readonly end: number;
  readonly isFolder: boolean;
}

/** git sorts by bytes, a folder as if its name ended in a slash. */
function isBehind(bytes: Buffer, one: Sorted, other: Sorted): boolean {
  const length = Math.min(one.end - one.start, other.end - other.start);
  for (let at = 0; at < length; at += 1) {
    const [left = 0, right = 0] = [bytes[one.start + at], bytes[other.start + at]];
    if (left !== right) return left < right;
  }
  const next = (name: Sorted): number => {
    if (name.start + length < name.end) return bytes[name.start + length] ?? 0;
    return name.isFolder ? SLASH : 0;
  };
  return next(one) < next(other);
}
