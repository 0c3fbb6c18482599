import type { TokenTable } from './tokenTable.ts';

const encoder = new TextEncoder();

/** So many pieces, whose tokens are known, are kept: words come again and again. */
const KEPT = 20_000;
/** A longer one would keep the whole text that it was cut out of. */
const SHORT = 12;

/**
 * Counts the tokens of a text by byte-pair encoding: what `pieces` cuts out is a token, or the two neighbours that make the token
 * of the lowest rank are joined until none do. The time grows with the length, not with its square, so that no run of letters
 * without a gap holds anybody up.
 */
export function createTokenCounter(pieces: RegExp, table: TokenTable): (text: string) => number {
  const known = new Map<string, number>();
  const countPiece = (piece: string): number => {
    const found = known.get(piece);
    if (found !== undefined) return found;
    const bytes = encoder.encode(piece);
    const count = table.rankOf(bytes, 0, bytes.length) >= 0 ? 1 : joined(bytes, table);
    if (piece.length <= SHORT) {
      if (known.size >= KEPT) known.clear();
      known.set(piece, count);
    }
    return count;
  };
  return (text) => {
    let count = 0;
    for (const [piece] of text.matchAll(pieces)) count += countPiece(piece);
    return count;
  };
}

/** Room for a position below a rank in one number that sorts by both. */
const POSITIONS = 2 ** 32;

/** How many are left once all neighbours that make a token are joined. */
function joined(bytes: Uint8Array, table: TokenTable): number {
  const { length } = bytes;
  const next = Int32Array.from({ length: length + 1 }, (_, at) => at + 1);
  const before = Int32Array.from({ length: length + 1 }, (_, at) => at - 1);
  const ranks = new Int32Array(length + 1).fill(-1);
  const heap = createHeap();
  const look = (at: number): void => {
    const end = next[next[at] ?? length] ?? length + 1;
    const rank = end > length ? -1 : table.rankOf(bytes, at, end);
    ranks[at] = rank;
    if (rank >= 0) heap.push(rank * POSITIONS + at);
  };
  for (let at = 0; at < length - 1; at += 1) look(at);
  let parts = length;
  for (let key = heap.pop(); key !== undefined; key = heap.pop()) {
    const at = key % POSITIONS;
    // One of the two was joined with another meanwhile.
    if (ranks[at] !== Math.floor(key / POSITIONS)) continue;
    const taken = next[at] ?? length;
    const after = next[taken] ?? length;
    next[at] = after;
    before[after] = at;
    ranks[taken] = -1;
    parts -= 1;
    look(at);
    if (at > 0) look(before[at] ?? 0);
  }
  return parts;
}

/** A binary heap: `pop` answers the least. */
function createHeap(): { push(key: number): void; pop(): number | undefined } {
  const keys: number[] = [];
  const key = (at: number): number => keys[at] ?? Infinity;
  const swap = (one: number, other: number): void => {
    [keys[one], keys[other]] = [key(other), key(one)];
  };
  return {
    push(added) {
      let at = keys.push(added) - 1;
      for (let above = (at - 1) >> 1; at > 0 && key(at) < key(above); above = (at - 1) >> 1) {
        swap(at, above);
        at = above;
      }
    },
    pop() {
      const [least] = keys;
      const last = keys.pop();
      if (last === undefined || keys.length === 0) return least;
      keys[0] = last;
      for (let at = 0; ;) {
        const left = 2 * at + 1;
        const lesser = key(left + 1) < key(left) ? left + 1 : left;
        if (key(lesser) >= key(at)) return least;
        swap(at, lesser);
        at = lesser;
      }
    },
  };
}
