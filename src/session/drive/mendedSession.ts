import { CairnError, type ErrorCode } from '../../base/cairnError.ts';
import { parseTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import type { BlobId, CommitId, RefName, RepoPath, SessionId } from '../../model/names/ids.ts';
import { isEngineFile, sessionFolder } from '../../model/names/places.ts';
import type { Ancestry, Mode, Objects, ObjectWriter } from '../ports.ts';
import { readSession, type SessionRecord } from '../record/sessionRecord.ts';

type Reads = Objects & ObjectWriter & Ancestry;

/** How many checkpoints back we look for a readable one. */
const MOST_COMMITS = 1000;

/** Damage that a hand edit may have done. A newer schema is none: mending it could lose something. */
const MENDED: ReadonlySet<ErrorCode> = new Set(['data/corrupt', 'data/unknown-word', 'data/schema-missing']);

/**
 * A session for a restore, which must be possible where nothing else is: a tip whose records are broken is read as
 * the newest checkpoint that is whole tells them. Its files are the tip's all the same.
 *
 * @throws what {@link readSession} throws for the tip, when no checkpoint below it can be read
 */
export async function readMended(
  repository: Reads,
  session: SessionId,
  ref: RefName,
  tip: CommitId,
): Promise<SessionRecord> {
  try {
    return await readSession(repository, session, ref, tip);
  } catch (error) {
    if (!(error instanceof CairnError) || !MENDED.has(error.code)) throw error;
    const whole = await newestWhole(repository, session, ref, tip);
    if (whole === null) throw error;
    const { tree } = await repository.commitEntry(tip);
    const edits = new Map<RepoPath, { blob: BlobId; mode: Mode }>();
    for (const { path, blob, mode } of await repository.list(whole.tree, sessionFolder(session)))
      if (isEngineFile(session, path)) edits.set(path, { blob, mode });
    return { ...whole, commit: tip, tree: await repository.compose(tree, edits), trailers: null };
  }
}

async function newestWhole(
  repository: Reads,
  session: SessionId,
  ref: RefName,
  tip: CommitId,
): Promise<SessionRecord | null> {
  for (const { commit, message } of await repository.history(tip, { limit: MOST_COMMITS })) {
    if (commit === tip || parseTrailers(message)?.session !== session) continue;
    try {
      return await readSession(repository, session, ref, commit);
    } catch (error) {
      // Broken as well; the one before may be whole.
      if (!(error instanceof CairnError)) throw error;
    }
  }
  return null;
}
