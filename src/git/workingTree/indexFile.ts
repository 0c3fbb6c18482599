/** Offsets of mode and id in an index entry, after times, device and inode (`gitformat-index`). */
export const MODE_AT = 24;
export const ID_AT = 40;

const HEADER = 12;
const EXTENDED = 0x4000;
const NAME_LENGTH = 0x0fff;

/** Assume-unchanged, extended (skip-worktree, intent to add) and the stage of a conflict. */
export const UNUSUAL = 0xf000;

/** Versions 2 and 3; version 4 compresses names, and later ones are unknown. */
export function isReadableIndex(bytes: Buffer): boolean {
  if (bytes.length < HEADER + 20 || bytes.toString('latin1', 0, 4) !== 'DIRC') return false;
  const version = bytes.readUInt32BE(4);
  return version === 2 || version === 3;
}

/**
 * Calls back for each entry with the offsets of its start and its name, until the callback answers false. Answers where the
 * entries end, or null if the bytes are invalid or the callback stopped.
 *
 * Makes no object per entry: with 100,000 entries that took more than half the time.
 */
export function eachEntry(
  bytes: Buffer,
  idBytes: number,
  visit: (at: number, nameAt: number, nameEnd: number, flags: number) => boolean,
): number | null {
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + ID_AT + idBytes;
    if (flagsAt + 4 > bytes.length) return null;
    const flags = ((bytes[flagsAt] ?? 0) << 8) | (bytes[flagsAt + 1] ?? 0);
    const nameAt = flagsAt + ((flags & EXTENDED) === 0 ? 2 : 4);
    const length = flags & NAME_LENGTH;
    const nameEnd = length < NAME_LENGTH ? nameAt + length : bytes.indexOf(0, nameAt);
    if (nameEnd < 0 || bytes[nameEnd] !== 0 || !visit(at, nameAt, nameEnd, flags)) return null;
    // Padded with one to eight NULs to a multiple of eight.
    at += ((nameEnd - at + 8) >> 3) << 3;
  }
  return at;
}
