import { readFile } from 'node:fs/promises';
import { eachEntry, isReadableIndex, UNUSUAL } from './indexFile.ts';

/** Extensions that say nothing about the disk: tree cache, resolve-undo, end of entries, entry offsets. */
const HARMLESS = new Set(['TREE', 'REUC', 'EOIE', 'IEOT', 'UNTR', 'FSMN']);

/**
 * Whether a private index may start as a copy of this one.
 *
 * The stat data of an ordinary index is reliable if the copy keeps its time. Not ordinary: a split index (entries elsewhere), a
 * sparse one (folders as entries), unmerged entries, and flagged entries (assume-unchanged, skip-worktree, intent to add),
 * which would hide changes. Anything unknown is refused.
 */
export async function seedIsSafe(file: string): Promise<boolean> {
  const bytes = await readFile(file).catch(() => null);
  // Version 3 exists only for flagged entries.
  if (bytes === null || !isReadableIndex(bytes) || bytes.readUInt32BE(4) !== 2) return false;
  for (const idBytes of [20, 32]) {
    const end = eachEntry(bytes, idBytes, (_at, _nameAt, _nameEnd, flags) => (flags & UNUSUAL) === 0);
    if (end !== null && extensionsAreHarmless(bytes, end, idBytes)) return true;
  }
  return false;
}

function extensionsAreHarmless(bytes: Buffer, start: number, idBytes: number): boolean {
  let at = start;
  while (at + 8 <= bytes.length - idBytes) {
    if (!HARMLESS.has(bytes.toString('latin1', at, at + 4))) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === bytes.length - idBytes;
}
