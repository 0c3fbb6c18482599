import { CairnError } from '../../base/cairnError.ts';
import { MOST_FILE_BYTES } from '../../model/checkpoint/mostBytes.ts';
import type { CommitId, RepoPath, TreeId } from '../../model/names/ids.ts';
import { beyond, beyondTogether } from '../../model/parsing/tooLong.ts';
import type { Objects } from '../ports.ts';
import { wrongIn } from './recordErrors.ts';

/** Of STATUS.md, below whose table people write what they like. Bytes. */
export const MOST_STATUS_BYTES = 32 * 1024 * 1024;

/** Of all that is read of one checkpoint. Bytes. */
const MOST_TOGETHER = 256 * 1024 * 1024;

/** Reads a file of ours; null if there is none of that name. */
export type ReadRecord = (path: RepoPath, most?: number) => Promise<Uint8Array | null>;

/** What reading a record takes. */
export type RecordReads = Pick<Objects, 'entry' | 'blobBytes' | 'readBlob'>;

/** The same of one file alone, only to show it. */
export async function readToShow(
  repository: RecordReads,
  commit: CommitId,
  path: RepoPath,
  most?: number,
): Promise<Uint8Array | 'too long' | null> {
  try {
    return await recordReader(repository, commit, commit)(path, most);
  } catch (error) {
    if (CairnError.is(error, 'data/corrupt')) return 'too long';
    throw error;
  }
}

/**
 * Reads the records of one checkpoint, of which a branch from elsewhere may have any number, of any length: the length is looked at
 * before anything is read.
 *
 * What it answers throws `data/corrupt` for a file of more than `most` bytes (as many as Cairn writes), `data/missing-object`.
 */
export function recordReader(repository: RecordReads, at: CommitId | TreeId, commit: CommitId): ReadRecord {
  let left = MOST_TOGETHER;
  return async (path, most = MOST_FILE_BYTES) => {
    const entry = await repository.entry(at, path);
    if (entry === null || entry.mode === '160000') return null;
    const bytes = await repository.blobBytes(entry.blob);
    if (bytes === null) throw new CairnError('data/missing-object', { object: entry.blob, lastGood: null });
    if (bytes > most) throw wrongIn(path, commit, beyond(most));
    left -= bytes;
    if (left < 0) throw wrongIn(path, commit, beyondTogether(MOST_TOGETHER));
    return repository.readBlob(entry.blob);
  };
}
