/**
 * The ranks of all tokens as one file that is read and used as it is: making the same maps of 200,000 strings takes a tenth of a
 * second in every process.
 *
 * Little-endian 32-bit numbers: how many tokens, how many slots (a power of two); for each token, by rank, where its bytes end;
 * the slots of a hash table, each a rank plus one, or 0; then the bytes of all tokens.
 */
export interface TokenTable {
  /** The rank of the token with exactly the bytes from `from` to `to`; -1 if there is none. */
  rankOf(bytes: Uint8Array, from: number, to: number): number;
}

const HEADER = 2;
/** Of 200,000 tokens: three of four slots are taken. */
const SLOTS_PER_TOKEN = 1.3;

/** @param tokens the bytes of each token, by rank */
export function makeTokenTable(tokens: readonly Uint8Array[]): Uint8Array {
  const slots = 2 ** Math.ceil(Math.log2(tokens.length * SLOTS_PER_TOKEN));
  const numbers = new Uint32Array(HEADER + tokens.length + slots);
  numbers.set([tokens.length, slots]);
  let end = 0;
  for (const [rank, bytes] of tokens.entries()) {
    end += bytes.length;
    numbers[HEADER + rank] = end;
    let slot = hash(bytes, 0, bytes.length) & (slots - 1);
    while (numbers[HEADER + tokens.length + slot] !== 0) slot = (slot + 1) & (slots - 1);
    numbers[HEADER + tokens.length + slot] = rank + 1;
  }
  return Buffer.concat([new Uint8Array(numbers.buffer), ...tokens]);
}

/** @param file what {@link makeTokenTable} made, from the beginning of its memory */
export function openTokenTable(file: Uint8Array): TokenTable {
  const [count = 0, slots = 1] = new Uint32Array(file.buffer, file.byteOffset, HEADER);
  const ends = new Uint32Array(file.buffer, file.byteOffset + 4 * HEADER, count);
  const ranks = new Uint32Array(file.buffer, file.byteOffset + 4 * (HEADER + count), slots);
  const texts = file.subarray(4 * (HEADER + count + slots));
  const isToken = (rank: number, bytes: Uint8Array, from: number, to: number): boolean => {
    const start = rank === 0 ? 0 : (ends[rank - 1] ?? 0);
    if ((ends[rank] ?? 0) - start !== to - from) return false;
    for (let at = from; at < to; at += 1) if (texts[start + at - from] !== bytes[at]) return false;
    return true;
  };
  return {
    rankOf(bytes, from, to) {
      let slot = hash(bytes, from, to) & (slots - 1);
      for (;;) {
        const rank = (ranks[slot] ?? 0) - 1;
        if (rank === -1 || isToken(rank, bytes, from, to)) return rank;
        slot = (slot + 1) & (slots - 1);
      }
    },
  };
}

/** FNV-1a. */
function hash(bytes: Uint8Array, from: number, to: number): number {
  let value = 0x811c9dc5;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ (bytes[at] ?? 0), 0x01000193);
  return value ^ (value >>> 15);
}
