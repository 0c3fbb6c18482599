import { statSync } from 'node:fs';
import { readFile } from '../../host/disk.ts';
import type { RepoPath } from '../../model/names/ids.ts';
import { decodePath } from '../bytes.ts';
import { eachEntry, isReadableIndex } from './indexFile.ts';

/** What a working tree's own index says of a person's doing. */
export interface OwnIndex {
  /** Paths in conflict. */
  readonly unmerged: readonly RepoPath[];
  /** True if git is told to ignore changes of any path, or may be: skip-worktree, assume-unchanged. */
  readonly isFlagged: boolean;
}

export interface LookAtOwnIndex {
  /** Rereads the index only if it changed. Null for one that only git can read: a later version, or a split one. */
  (file: string): Promise<OwnIndex | null>;
  /** Call this under git's lock, right after a private index was put in its place: that says nothing of a person's doing. */
  replaced(file: string): void;
}

const NOTHING: OwnIndex = { unmerged: [], isFlagged: false };
const STAGE = 0x3000;
/** Assume-unchanged, and extended: skip-worktree or intent to add. */
const FLAGGED = 0xc000;

export function createOwnIndex(idBytes: number): LookAtOwnIndex {
  let known: { readonly signature: string; readonly says: OwnIndex | null } | null = null;
  const look = async (file: string): Promise<OwnIndex | null> => {
    const signature = signatureHere(file);
    // No index: nobody has added anything yet.
    if (signature === null) return NOTHING;
    if (known?.signature === signature) return known.says;
    const says = await readOwnIndex(file, idBytes);
    known = { signature, says };
    return says;
  };
  const replaced = (file: string): void => {
    const signature = signatureHere(file);
    known = signature === null ? null : { signature, says: NOTHING };
  };
  return Object.assign(look, { replaced });
}

/** Changes whenever the file does, also where its times are put back. */
function signatureHere(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${file} ${found.size} ${found.mtimeNs} ${found.ctimeNs} ${found.ino}`;
}

async function readOwnIndex(file: string, idBytes: number): Promise<OwnIndex | null> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null || !isReadableIndex(bytes)) return null;
  const unmerged = new Set<RepoPath>();
  let isFlagged = false;
  const end = eachEntry(bytes, idBytes, (_at, nameAt, nameEnd, flags) => {
    isFlagged ||= (flags & FLAGGED) !== 0;
    if ((flags & STAGE) !== 0) unmerged.add(decodePath(bytes.subarray(nameAt, nameEnd)));
    return true;
  });
  // A split index keeps the rest of its entries in another file.
  if (end === null || bytes.toString('latin1', end, end + 4) === 'link') return null;
  return { unmerged: [...unmerged], isFlagged };
}
