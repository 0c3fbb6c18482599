import { createHash } from 'node:crypto';
import { lstatSync, rmSync, statSync, writeFileSync, type BigIntStats } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import type { RepoPath } from '../../model/names/ids.ts';
import { entryOfBytes, type IndexEntry } from './indexEntries.ts';
import { changedAt, hasStat, seenAs, withoutStat } from './indexEntry.ts';
import { eachEntry, entryEnd, isReadableIndex } from './indexFile.ts';

/**
 * What git knows of a file (its *stat data*) tells it from the same file after an edit only if the two differ. Many gits
 * compare times in whole seconds, and who puts the modification time back leaves nothing but the change time: so an entry
 * is believed only if the file had last changed in a second that was over when git looked. All others are *in doubt*: they
 * lose their stat data, and git compares contents.
 *
 * The time of an index, by which git itself finds doubtful entries, says when it was written, not when its files were
 * looked at, and is compared with modification times alone.
 */

/** Files get their times from a clock that stands still between ticks of the kernel. */
const TICK_MS = 20;

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

/** What stands there, link or file; undefined where nothing does, or nobody can say: git finds that out by itself. */
export function lookAtFile(path: string | Buffer): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The entry as it may stand in an index, if git looked at its file at `moment` or later. */
export function believable(entry: Buffer, moment: number): Buffer {
  return changedAt(entry, 0) < Math.floor(moment / 1000) ? entry : withoutStat(entry);
}

/** What a look found of a file, for an entry that holds its contents; null where it would be in doubt again. */
export function seenEntry(entry: Buffer, found: BigIntStats, moment: number): Buffer | null {
  const bytes = seenAs(entry, found);
  return changedAt(bytes, 0) < Math.floor(moment / 1000) ? bytes : null;
}

/** Entries of an index by path, those in doubt. */
export type InDoubt = Map<RepoPath, IndexEntry>;

/** Puts those of an index in doubt whose files changed at `moment` or later; answers all that are. Null: unreadable. */
export async function doubtSince(file: string, idBytes: number, moment: number): Promise<InDoubt | null> {
  const second = Math.floor(moment / 1000);
  return rewrite(file, idBytes, (bytes, at) => changedAt(bytes, at) >= second);
}

/**
 * The same for an index of somebody else, who may have believed too much: an entry is believed if it is what the disk
 * says to the nanosecond, and older than the index by more than a tick.
 */
export async function doubtDiffering(file: string, idBytes: number, root: string): Promise<InDoubt | null> {
  const written = (await stat(file)).mtimeMs - TICK_MS;
  const above = Buffer.from(`${root}/`);
  return rewrite(file, idBytes, (bytes, at, nameAt, nameEnd) => {
    const found = lookAtFile(Buffer.concat([above, bytes.subarray(nameAt, nameEnd)]));
    if (found === undefined) return false;
    const entry = bytes.subarray(at, nameEnd);
    const [ms, exact] = [Number(found.ctimeNs / 1_000_000n), found.ctimeNs % 1_000_000_000n !== 0n];
    return !seenAs(entry, found).equals(entry) || (exact ? ms : ms + 1000) >= written;
  });
}

async function rewrite(
  file: string,
  idBytes: number,
  doubts: (bytes: Buffer, at: number, nameAt: number, nameEnd: number) => boolean,
): Promise<InDoubt | null> {
  const bytes = await readFile(file);
  if (!isReadableIndex(bytes)) return null;
  const found: InDoubt = new Map();
  let changed = false;
  const end = eachEntry(bytes, idBytes, (at, nameAt, nameEnd) => {
    if (hasStat(bytes, at)) {
      if (!doubts(bytes, at, nameAt, nameEnd)) return true;
      withoutStat(bytes.subarray(at, entryEnd(at, nameEnd))).copy(bytes, at);
      changed = true;
    }
    const [path, entry] = entryOfBytes(bytes, idBytes, at, nameAt, nameEnd);
    if (entry.mode !== '160000') found.set(path, entry);
    return true;
  });
  if (end === null) return null;
  if (changed) {
    const body = bytes.subarray(0, -idBytes);
    createHash(idBytes === 32 ? 'sha256' : 'sha1')
      .update(body)
      .digest()
      .copy(bytes, body.length);
    await writeFile(`${file}.new`, bytes);
    await rename(`${file}.new`, file);
  }
  return found;
}
