/** Where an entry of an index keeps its mode and its id: after times, device and inode (`gitformat-index`). */
export const MODE_AT = 24;
export const ID_AT = 40;

const HEADER = 12;
const EXTENDED = 0x4000;
const NAME_LENGTH = 0x0fff;

/** Assume-unchanged, extended (skip-worktree, intent to add) and the stage of a conflict. */
export const UNUSUAL = 0xf000;

/** Versions 2 and 3; version 4 packs its names, and what comes later nobody knows. */
export function isReadableIndex(bytes: Buffer): boolean {
  if (bytes.length < HEADER + 20 || bytes.toString('latin1', 0, 4) !== 'DIRC') return false;
  const version = bytes.readUInt32BE(4);
  return version === 2 || version === 3;
}

/**
 * Calls back for each entry with where it begins and where its name is, until false is answered; answers where the
 * entries end, null when the bytes do not add up or the callback had enough.
 *
 * No object per entry: at 100,000 of them that was more than half the time.
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
