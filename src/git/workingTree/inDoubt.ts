import { lstatSync, rmSync, statSync, writeFileSync, type BigIntStats } from 'node:fs';
import { readFile, stat } from '../../host/disk.ts';
import type { RepoPath } from '../../model/names/ids.ts';
import { decodePath } from '../bytes.ts';
import { looked } from '../gitDirOf.ts';
import { entryAt, type IndexEntry } from './indexEntries.ts';
import { eachEntry, isReadableIndex, MODE_AT } from './indexFile.ts';

/**
 * Git detects an edit by what it knows of a file (its *stat data*), if that differs. Many gits compare times in whole seconds,
 * and a reset modification time leaves only the change time. So an entry is trusted only if the file last changed in a second
 * that was over when git looked.
 *
 * Git's own guard compares contents of files whose modification time is not before the time of the index. That tells when it was
 * written, not when its files were checked: ours get the time of the check (`indexTime.ts`). The guard knows no change
 * times: a file with an older modification time that changed too late is *in doubt*. Its entry loses its stat data, so git
 * compares contents.
 */
export interface Doubts {
  /** Entries without stat data. */
  readonly unknown: readonly RepoPath[];
  /** Entries whose stat data must not be trusted: to be written anew. */
  readonly believed: ReadonlyMap<RepoPath, IndexEntry>;
}

/** The doubts in an index that git refreshed at `moment` or later, and that has that time. Null if unreadable. */
export async function doubtsSince(file: string, idBytes: number, moment: number): Promise<Doubts | null> {
  return readDoubts(
    file,
    idBytes,
    (bytes, at) =>
      !isOver(bytes.readUInt32BE(at), moment) && isOver(bytes.readUInt32BE(at + MTIME_AT), moment),
  );
}

/**
 * The doubts in somebody else's index, which may trust too much: an entry is trusted if it matches the disk to the nanosecond,
 * and git guards it or it is older than the index by more than a tick. One copied by us has the second in which it was written.
 */
export async function doubtsOfForeign(file: string, idBytes: number, root: string): Promise<Doubts | null> {
  const { mtimeMs } = await stat(file);
  const written = mtimeMs - TICK_MS;
  const path = pathsBelow(root);
  return readDoubts(file, idBytes, (bytes, at, nameAt, nameEnd) => {
    const found = looked(() => lstatSync(path(bytes, nameAt, nameEnd), EXACT));
    // Git finds that out by itself.
    if (found === null) return false;
    // Git calls a file of another size changed, whatever it holds: contents alone tell what was only converted.
    if (!isAsSeen(bytes, at, found)) return true;
    if (!isOver(bytes.readUInt32BE(at + MTIME_AT), mtimeMs)) return false;
    const [ms, exact] = [Number(found.ctimeNs / 1_000_000n), found.ctimeNs % 1_000_000_000n !== 0n];
    return (exact ? ms : ms + 1000) >= written;
  });
}

/** The entries of an index whose contents git compares before it writes that, by the time that the index has. */
export async function guardedIn(file: string, idBytes: number): Promise<ReadonlyMap<RepoPath, IndexEntry>> {
  const { mtimeMs } = await stat(file);
  const found = await readDoubts(
    file,
    idBytes,
    (bytes, at) => !isOver(bytes.readUInt32BE(at + MTIME_AT), mtimeMs),
  );
  return found?.believed ?? new Map();
}

/** Whether a file with these times can be trusted if git looked at it at `moment`. */
export function canBeBelieved(found: BigIntStats, moment: number): boolean {
  const { ctimeNs, mtimeNs } = found;
  return isOver(Number((ctimeNs > mtimeNs ? ctimeNs : mtimeNs) / SECOND), moment);
}

/**
 * A time that no later change of a file can precede. Unix time in milliseconds.
 *
 * @param index a file is written beside it: on another machine's disk, that machine's clock counts too
 */
export function momentBefore(index: string): number {
  const file = `${index}.clock`;
  writeFileSync(file, '');
  const { mtimeMs } = statSync(file);
  rmSync(file);
  return Math.min(mtimeMs, Date.now() - TICK_MS);
}

/** File times come from a clock that stands still between kernel ticks. */
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
    // Git trusts no times of a nested repository.
    if (entry.mode === '160000') return true;
    const path = decodePath(bytes.subarray(nameAt, nameEnd));
    if (isKnown) believed.set(path, entry);
    else unknown.push(path);
    return true;
  });
  return end === null ? null : { unknown, believed };
}

/** An entry holds the change time, then the modification time, both in seconds and nanoseconds. */
const MTIME_AT = 8;

const EXACT = { bigint: true, throwIfNoEntry: false } as const;

/** Names of an index below a root, in bytes where they are not plain text: of 20,000 a buffer for each is a third of all time. */
function pathsBelow(root: string): (bytes: Buffer, nameAt: number, nameEnd: number) => string | Buffer {
  const above = Buffer.from(`${root}/`);
  return (bytes, nameAt, nameEnd) => {
    for (let at = nameAt; at < nameEnd; at += 1)
      if ((bytes[at] ?? 0) > 0x7f) return Buffer.concat([above, bytes.subarray(nameAt, nameEnd)]);
    return `${root}/${bytes.toString('latin1', nameAt, nameEnd)}`;
  };
}

/** No git compares the device by default. Without a list of the fields: this is asked of each file of a repository. */
function isAsSeen(bytes: Buffer, at: number, found: BigIntStats): boolean {
  return (
    isLow(bytes, at + MODE_AT + 12, found.size) &&
    isLow(bytes, at + 20, found.ino) &&
    isTime(bytes, at + MTIME_AT, found.mtimeNs) &&
    isTime(bytes, at, found.ctimeNs) &&
    isLow(bytes, at + MODE_AT + 4, found.uid) &&
    isLow(bytes, at + MODE_AT + 8, found.gid)
  );
}

/** An index keeps the lower 32 bits. */
const isLow = (bytes: Buffer, at: number, value: bigint): boolean =>
  bytes.readUInt32BE(at) === Number(value & 0xffffffffn);

const isTime = (bytes: Buffer, at: number, ns: bigint): boolean =>
  bytes.readUInt32BE(at) === Number((ns / SECOND) & 0xffffffffn) &&
  bytes.readUInt32BE(at + 4) === Number(ns % SECOND);
