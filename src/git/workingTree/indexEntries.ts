import { readFile } from 'node:fs/promises';
import type { BlobId, RepoPath } from '../../model/ids.ts';
import type { Mode } from '../../session/ports.ts';
import { byBytes, decodePath, encodePath } from '../bytes.ts';
import { modeOf } from '../trees.ts';

/** Bytes before the id of an entry: times, device, inode, mode, owner, size. */
const BEFORE_ID = 40;
const MODE_AT = 24;
const EXTENDED = 0x4000;
const NAME_LENGTH = 0x0fff;

export type IndexEntry = { readonly mode: Mode; readonly blob: BlobId };

/**
 * What an index holds at these paths, read from the file itself (`gitformat-index`, versions 2 and 3).
 *
 * Asking git means a process that loads the whole index again, three times as long as this. Null where the file is
 * of another version: then git must be asked.
 */
export async function readIndexEntries(
  file: string,
  paths: readonly RepoPath[],
  idBytes: number,
): Promise<ReadonlyMap<RepoPath, IndexEntry> | null> {
  const bytes = await readFile(file);
  if (!isReadable(bytes)) return null;
  const wanted = [...new Set(paths)].sort(byBytes).map((path) => ({ path, name: encodePath(path) }));
  const found = new Map<RepoPath, IndexEntry>();
  let next = 0;
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0 && next < wanted.length; left -= 1) {
    const { nameAt, nameEnd, end } = entryAt(bytes, at, idBytes);
    // Both are sorted by bytes: what is passed is not there.
    let order = -1;
    while (
      next < wanted.length &&
      (order = bytes.compare(nameOf(wanted, next), 0, undefined, nameAt, nameEnd)) > 0
    )
      next += 1;
    const hit = wanted[next];
    if (hit && order === 0) {
      const blob = bytes.toString('hex', at + BEFORE_ID, at + BEFORE_ID + idBytes) as BlobId;
      found.set(hit.path, { mode: modeOf(bytes.readUInt32BE(at + MODE_AT).toString(8)), blob });
      next += 1;
    }
    at = end;
  }
  return found;
}

const nameOf = (wanted: readonly { readonly name: Buffer }[], at: number): Buffer =>
  wanted[at]?.name ?? Buffer.alloc(0);

/** The folders in which an index holds something, the root among them; parents come before their children. */
export async function readIndexFolders(file: string, idBytes: number): Promise<ReadonlySet<string>> {
  const folders = new Set(['']);
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null || !isReadable(bytes)) return folders;
  let before = Buffer.alloc(0);
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const { nameAt, nameEnd, end } = entryAt(bytes, at, idBytes);
    at = end;
    const slash = bytes.lastIndexOf(SLASH, nameEnd - 1);
    // Entries are sorted: nearly all are in the folder of the one before.
    if (slash < nameAt || bytes.compare(before, 0, undefined, nameAt, slash) === 0) continue;
    before = bytes.subarray(nameAt, slash);
    const names = decodePath(before).split('/');
    for (let count = 1; count <= names.length; count += 1) folders.add(names.slice(0, count).join('/'));
  }
  return folders;
}

function isReadable(bytes: Buffer): boolean {
  const version = bytes.length < 32 ? 0 : bytes.readUInt32BE(4);
  return bytes.toString('latin1', 0, 4) === 'DIRC' && (version === 2 || version === 3);
}

const SLASH = 0x2f;

/** Where the name of the entry at `at` is, and where the next entry begins. */
export function entryAt(
  bytes: Buffer,
  at: number,
  idBytes: number,
): { readonly flags: number; readonly nameAt: number; readonly nameEnd: number; readonly end: number } {
  const flagsAt = at + BEFORE_ID + idBytes;
  const flags = bytes.readUInt16BE(flagsAt);
  const nameAt = flagsAt + ((flags & EXTENDED) === 0 ? 2 : 4);
  const length = flags & NAME_LENGTH;
  const nameEnd = length < NAME_LENGTH ? nameAt + length : bytes.indexOf(0, nameAt);
  // Padded with one to eight NULs to a multiple of eight.
  return { flags, nameAt, nameEnd, end: at + Math.floor((nameEnd - at + 8) / 8) * 8 };
}
