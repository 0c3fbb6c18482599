import { CairnError } from '../../base/cairnError.ts';
import type { BlobId, CommitId, RefName, SessionId } from '../../model/names/ids.ts';
import type { Objects } from '../ports.ts';
import { readSession, type SessionRecord } from './sessionRecord.ts';

/** `size`: it exists and has a length. `content`: every byte can be read. */
export type Look = 'size' | 'content';

/**
 * A checkpoint whose every object can be read, as far as the session brought it: what its base has as well was there
 * before, and is the person's.
 *
 * @throws `data/missing-object`, and what {@link readSession} throws
 */
export async function readWhole(
  repository: Objects,
  of: { readonly session: SessionId; readonly ref: RefName; readonly commit: CommitId },
  look: Look,
): Promise<SessionRecord> {
  const record = await readSession(repository, of.session, of.ref, of.commit);
  await checkBrought(repository, record.status.base, record.commit, look);
  return record;
}

/** Throws `data/missing-object` where something that `at` has and `since` has not cannot be read. */
export async function checkBrought(
  repository: Objects,
  since: CommitId,
  at: CommitId,
  look: Look,
): Promise<void> {
  const entries = await broughtSince(repository, since, at);
  const blobs = entries.filter(({ mode }) => mode !== '160000').map(({ blob }) => blob);
  await checkBlobs(repository, [...new Set(blobs)], look);
}

/** Throws `data/missing-object` for the first of these that is not there whole. */
async function checkBlobs(repository: Objects, blobs: readonly BlobId[], look: Look): Promise<void> {
  if (look === 'content') {
    // One at a time: together they may not fit into memory.
    for (const blob of blobs) await repository.readBlob(blob);
    return;
  }
  const sizes = await Promise.all(blobs.map((blob) => repository.blobBytes(blob)));
  const lost = blobs[sizes.indexOf(null)];
  if (lost !== undefined) throw new CairnError('data/missing-object', { object: lost, lastGood: null });
}

async function broughtSince(repository: Objects, base: CommitId, at: CommitId): ReturnType<Objects['list']> {
  try {
    const changes = await repository.changes(base, at);
    return changes.flatMap(({ path, after }) => (after === null ? [] : [{ path, ...after }]));
  } catch (error) {
    if (!CairnError.is(error, 'data/missing-object')) throw error;
    // A shallow clone has no base, so the checkpoint must be complete by itself.
    return repository.list(at, '');
  }
}
