import { readFile } from '../../host/disk.ts';
import type { BlobId, RepoPath } from '../../model/names/ids.ts';
import type { Mode } from '../../session/ports.ts';
import { decodePath } from '../bytes.ts';
import { modeOf } from '../trees.ts';
import { eachEntry, ID_AT, isReadableIndex, MODE_AT } from './indexFile.ts';

export type IndexEntry = { readonly mode: Mode; readonly blob: BlobId };

/** All entries of a small index, empty if there is none; null if we cannot read its version. */
export async function readIndexEntries(
  file: string,
  idBytes: number,
): Promise<ReadonlyMap<RepoPath, IndexEntry> | null> {
  const found = new Map<RepoPath, IndexEntry>();
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return found;
  if (!isReadableIndex(bytes)) return null;
  const end = eachEntry(bytes, idBytes, (at, nameAt, nameEnd) => {
    found.set(decodePath(bytes.subarray(nameAt, nameEnd)), entryAt(bytes, idBytes, at));
    return true;
  });
  return end === null ? null : found;
}

/** The entry that begins at `at`. */
export function entryAt(bytes: Buffer, idBytes: number, at: number): IndexEntry {
  return {
    mode: modeOf(bytes.readUInt32BE(at + MODE_AT).toString(8)),
    blob: bytes.toString('hex', at + ID_AT, at + ID_AT + idBytes) as BlobId,
  };
}

/** The folders in which an index has entries, including the root; parents before children. */
export async function readIndexFolders(file: string, idBytes: number): Promise<Set<string>> {
  const folders = new Set(['']);
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null || !isReadableIndex(bytes)) return folders;
  let before = Buffer.alloc(0);
  eachEntry(bytes, idBytes, (_at, nameAt, nameEnd) => {
    let slash = nameEnd - 1;
    while (slash >= nameAt && bytes[slash] !== SLASH) slash -= 1;
    // Entries are sorted: most are in the folder of the previous one.
    if (slash < nameAt || bytes.compare(before, 0, before.length, nameAt, slash) === 0) return true;
    before = bytes.subarray(nameAt, slash);
    const names = decodePath(before).split('/');
    for (let count = 1; count <= names.length; count += 1) folders.add(names.slice(0, count).join('/'));
    return true;
  });
  return folders;
}

const SLASH = 0x2f;
