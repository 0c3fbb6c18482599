import { lstatSync, rmSync, statSync, writeFileSync, type BigIntStats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { RepoPath } from '../../model/names/ids.ts';
import { decodePath } from '../bytes.ts';
import { looked } from '../gitDirOf.ts';
import { entryAt, type IndexEntry } from './indexEntries.ts';
import { eachEntry, isReadableIndex, MODE_AT } from './indexFile.ts';

/**
 * What git knows of a file (its *stat data*) tells it from the same file after an edit only if the two differ. Many gits
 * compare times in whole seconds, and who puts the modification time back leaves nothing but the change time: so an entry
 * is believed only if the file had last changed in a second that was over when git looked. All others are *in doubt*: they
 * lose their stat data, and git compares contents.
 *
 * git's own guard, the time of an index, says when it was written, not when its files were looked at, and is compared with
 * modification times alone.
 */
export interface Doubts {
  /** Nothing is known of these files. */
  readonly unknown: readonly RepoPath[];
  /** git knows more of these than may be believed: they are to be written anew. */
  readonly believed: ReadonlyMap<RepoPath, IndexEntry>;
}

/** Those in an index that git brought up to date at `moment` or later. Null: unreadable. */
export async function doubtsSince(file: string, idBytes: number, moment: number): Promise<Doubts | null> {
  return readDoubts(file, idBytes, (bytes, at) => {
    const changed = Math.max(bytes.readUInt32BE(at), bytes.readUInt32BE(at + MTIME_AT));
    return !isOver(changed, moment);
  });
}

/**
 * Those in an index of somebody else, who may have believed too much: an entry is believed if it is what the disk says to
 * the nanosecond, and older than the index by more than a tick.
 */
export async function doubtsOfForeign(file: string, idBytes: number, root: string): Promise<Doubts | null> {
  const written = (await stat(file)).mtimeMs - TICK_MS;
  const above = Buffer.from(`${root}/`);
  return readDoubts(file, idBytes, (bytes, at, nameAt, nameEnd) => {
    const path = Buffer.concat([above, bytes.subarray(nameAt, nameEnd)]);
    const found = looked(() => lstatSync(path, { bigint: true }));
    // git finds that out by itself.
    if (found === null) return false;
    const [ms, exact] = [Number(found.ctimeNs / 1_000_000n), found.ctimeNs % 1_000_000_000n !== 0n];
    return !isAsSeen(bytes, at, found) || (exact ? ms : ms + 1000) >= written;
  });
}

/** Whether a file that looks like this could be believed, if git looked at it at `moment`. */
export function canBeBelieved(found: BigIntStats, moment: number): boolean {
  const { ctimeNs, mtimeNs } = found;
  return isOver(Number((ctimeNs > mtimeNs ? ctimeNs : mtimeNs) / SECOND), moment);
}

/**
 * A moment that no file that changes from now on can precede. Unix time, milliseconds.
 *
 * @param index beside it a file is written: where the disk is another machine's, that one's clock counts as well
 */
export function momentBefore(index: string): number {
  const file = `${index}.clock`;
  writeFileSync(file, '');
  const { mtimeMs } = statSync(file);
  rmSync(file);
  return Math.min(mtimeMs, Date.now() - TICK_MS);
}

/** Files get their times from a clock that stands still between ticks of the kernel. */
const TICK_MS = 20;
const SECOND = 1_000_000_000n;

const isOver = (second: number, moment: number): boolean => second < Math.floor(moment / 1000);

async function readDoubts(
  file: string,
  idBytes: number,
  isTooMuch: (bytes: Buffer, at: number, nameAt: number, nameEnd: number) => boolean,
): Promise<Doubts | null> {
  const bytes = await readFile(file);
  if (!isReadableIndex(bytes)) return null;
  const [unknown, believed] = [[] as RepoPath[], new Map<RepoPath, IndexEntry>()];
  const end = eachEntry(bytes, idBytes, (at, nameAt, nameEnd) => {
    const isKnown = bytes.readUInt32BE(at) !== 0 || bytes.readUInt32BE(at + MTIME_AT) !== 0;
    if (isKnown && !isTooMuch(bytes, at, nameAt, nameEnd)) return true;
    const entry = entryAt(bytes, idBytes, at);
    // Of a repository of its own git believes no times.
    if (entry.mode === '160000') return true;
    const path = decodePath(bytes.subarray(nameAt, nameEnd));
    if (isKnown) believed.set(path, entry);
    else unknown.push(path);
    return true;
  });
  return end === null ? null : { unknown, believed };
}

/** Within an entry the change time comes first, then the modification time, both in seconds and nanoseconds. */
const MTIME_AT = 8;

/** Its device no git compares by default. */
function isAsSeen(bytes: Buffer, at: number, found: BigIntStats): boolean {
  const { ctimeNs, mtimeNs, ino, uid, gid, size } = found;
  const fields: readonly (readonly [number, bigint])[] = [
    [0, ctimeNs / SECOND],
    [4, ctimeNs % SECOND],
    [MTIME_AT, mtimeNs / SECOND],
    [MTIME_AT + 4, mtimeNs % SECOND],
    [20, ino],
    [MODE_AT + 4, uid],
    [MODE_AT + 8, gid],
    [MODE_AT + 12, size],
  ];
  return fields.every(([field, value]) => bytes.readUInt32BE(at + field) === Number(value & 0xffffffffn));
}
