import { readFile } from 'node:fs/promises';
import type { BlobId, RepoPath } from '../../model/ids.ts';
import type { Mode } from '../../session/ports.ts';
import { decodePath, encodePath } from '../bytes.ts';
import { modeOf } from '../trees.ts';
import { eachEntry, ID_AT, isReadableIndex, MODE_AT } from './indexFile.ts';

export type IndexEntry = { readonly mode: Mode; readonly blob: BlobId };

/**
 * What an index holds at these paths, read from the file itself.
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
  if (!isReadableIndex(bytes)) return null;
  const wanted = new Map<number, { readonly path: RepoPath; readonly name: Buffer }[]>();
  for (const path of paths) {
    const name = encodePath(path);
    const key = keyOf(name, 0, name.length);
    wanted.set(key, [...(wanted.get(key) ?? []), { path, name }]);
  }
  const found = new Map<RepoPath, IndexEntry>();
  eachEntry(bytes, idBytes, (at, nameAt, nameEnd) => {
    for (const { path, name } of wanted.get(keyOf(bytes, nameAt, nameEnd)) ?? NOTHING) {
      if (bytes.compare(name, 0, name.length, nameAt, nameEnd) !== 0) continue;
      const blob = bytes.toString('hex', at + ID_AT, at + ID_AT + idBytes) as BlobId;
      found.set(path, { mode: modeOf(bytes.readUInt32BE(at + MODE_AT).toString(8)), blob });
    }
    return true;
  });
  return found;
}

const NOTHING: readonly never[] = [];

/** Length and last bytes tell most names apart; comparing all of them with all entries would be most of the time. */
function keyOf(bytes: Buffer, start: number, end: number): number {
  let key = end - start;
  for (let at = Math.max(start, end - 8); at < end; at += 1)
    key = (Math.imul(key, 31) + (bytes[at] ?? 0)) | 0;
  return key;
}

/** The folders in which an index holds something, the root among them; parents come before their children. */
export async function readIndexFolders(file: string, idBytes: number): Promise<Set<string>> {
  const folders = new Set(['']);
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null || !isReadableIndex(bytes)) return folders;
  let before = Buffer.alloc(0);
  eachEntry(bytes, idBytes, (_at, nameAt, nameEnd) => {
    let slash = nameEnd - 1;
    while (slash >= nameAt && bytes[slash] !== SLASH) slash -= 1;
    // Entries are sorted: nearly all are in the folder of the one before.
    if (slash < nameAt || bytes.compare(before, 0, before.length, nameAt, slash) === 0) return true;
    before = bytes.subarray(nameAt, slash);
    const names = decodePath(before).split('/');
    for (let count = 1; count <= names.length; count += 1) folders.add(names.slice(0, count).join('/'));
    return true;
  });
  return folders;
}

const SLASH = 0x2f;
