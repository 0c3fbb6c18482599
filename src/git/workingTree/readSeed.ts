import { readFile } from '../../host/disk.ts';
import type { TreeId } from '../../model/names/ids.ts';
import { eachEntry, isReadableIndex, UNUSUAL } from './indexFile.ts';

/** Whether a private index may start as a copy of another one. */
interface Seed {
  readonly isSafe: boolean;
  /** What it holds by git's own account, null if git would have to compute it. */
  readonly tree: TreeId | null;
}

const UNSAFE: Seed = { isSafe: false, tree: null };

/** Extensions that say nothing about the disk: tree cache, resolve-undo, end of entries, entry offsets. */
const SILENT = ['TREE', 'REUC', 'EOIE', 'IEOT'];
/** They do, but git checks or drops them when it reads a tree into the index: untracked cache, file system monitor. */
const DROPPED = ['UNTR', 'FSMN'];

/**
 * Reads what an index says of itself.
 *
 * The stat data of an ordinary index is reliable if the copy keeps its time. Not ordinary: a split index (entries elsewhere), a
 * sparse one (folders as entries), unmerged entries, and flagged entries (assume-unchanged, skip-worktree, intent to add),
 * which would hide changes. Anything unknown is refused.
 */
export async function readSeed(file: string): Promise<Seed> {
  const bytes = await readFile(file).catch(() => null);
  // Version 3 exists only for flagged entries.
  if (bytes === null || !isReadableIndex(bytes) || bytes.readUInt32BE(4) !== 2) return UNSAFE;
  for (const idBytes of [20, 32]) {
    const end = eachEntry(bytes, idBytes, (_at, _nameAt, _nameEnd, flags) => (flags & UNUSUAL) === 0);
    const extensions = end === null ? null : readExtensions(bytes, end, idBytes);
    if (extensions === null || ![...extensions.keys()].every((name) => isHarmless(name))) continue;
    const isSilent = [...extensions.keys()].every((name) => SILENT.includes(name));
    return { isSafe: true, tree: isSilent ? rootOf(extensions.get('TREE'), idBytes) : null };
  }
  return UNSAFE;
}

const isHarmless = (name: string): boolean => SILENT.includes(name) || DROPPED.includes(name);

/** By name; null if the bytes are invalid. */
function readExtensions(bytes: Buffer, start: number, idBytes: number): ReadonlyMap<string, Buffer> | null {
  const found = new Map<string, Buffer>();
  let at = start;
  while (at + 8 <= bytes.length - idBytes) {
    const end = at + 8 + bytes.readUInt32BE(at + 4);
    found.set(bytes.toString('latin1', at, at + 4), bytes.subarray(at + 8, end));
    at = end;
  }
  return at === bytes.length - idBytes ? found : null;
}

/** The root comes first in the tree cache: an empty path, NUL, the number of its entries (−1: unknown) and of its folders, its id. */
function rootOf(cache: Buffer | undefined, idBytes: number): TreeId | null {
  const counts = /^\0(\d+) \d+\n/.exec(cache?.toString('latin1', 0, 64) ?? '');
  if (cache === undefined || counts === null) return null;
  return cache.toString('hex', counts[0].length, counts[0].length + idBytes) as TreeId;
}
