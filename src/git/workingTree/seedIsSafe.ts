import { readFile } from 'node:fs/promises';
import { entryAt } from './indexEntries.ts';

/** Extensions that say nothing about what is on disk: tree cache, undo records, where the extensions begin, checksummed blocks. */
const HARMLESS = new Set(['TREE', 'REUC', 'EOIE', 'IEOT', 'UNTR', 'FSMN']);

/**
 * Whether a private index may begin as a copy of this one.
 *
 * The stat data of an ordinary index is as true as git itself, as long as the copy keeps its time. Not ordinary:
 * a split index (its entries are elsewhere), a sparse one (folders as entries), unmerged entries, and entries with
 * a flag (assume-unchanged, skip-worktree, intent to add): they would hide changes. Anything unknown: no.
 */
export async function seedIsSafe(file: string): Promise<boolean> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null || bytes.length < 32 || bytes.toString('latin1', 0, 4) !== 'DIRC') return false;
  const version = bytes.readUInt32BE(4);
  // Version 3 exists only for flagged entries; version 4 packs its names.
  if (version !== 2) return false;
  for (const idBytes of [20, 32]) {
    const end = endOfPlainEntries(bytes, idBytes);
    if (end !== null && extensionsAreHarmless(bytes, end, idBytes)) return true;
  }
  return false;
}

/** Where the entries end, null when one of them is flagged, unmerged, or the bytes do not add up. */
function endOfPlainEntries(bytes: Buffer, idBytes: number): number | null {
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + 64 + idBytes > bytes.length) return null;
    const { flags, nameEnd, end } = entryAt(bytes, at, idBytes);
    // Assume-valid, extended, stage.
    if ((flags & 0xf000) !== 0 || bytes[nameEnd] !== 0) return null;
    at = end;
  }
  return at;
}

function extensionsAreHarmless(bytes: Buffer, start: number, idBytes: number): boolean {
  let at = start;
  while (at + 8 <= bytes.length - idBytes) {
    if (!HARMLESS.has(bytes.toString('latin1', at, at + 4))) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === bytes.length - idBytes;
}
