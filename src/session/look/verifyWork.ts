import { CairnError } from '../../base/cairnError.ts';
import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import { writtenSchema } from '../../model/checkpoint/checkpointMessage.ts';
import { bringsNothing, type VerifiedWork } from '../../model/checkpoint/heldProblems.ts';
import type { CommitId, SessionId } from '../../model/names/ids.ts';
import { isEngineFile } from '../../model/names/places.ts';
import type { Objects } from '../ports.ts';
import type { Violation } from '../verifyResult.ts';
import { verifyTree } from './verifyObjects.ts';

/** Before this schema, work that was not done was in the tree of its checkpoint. */
const HOLDS_SINCE = 2;

/** Reads what a checkpoint did to the files. */
export async function readWork(
  repository: Objects,
  session: SessionId,
  { commit, parent, trailers }: Checkpoint,
): Promise<VerifiedWork> {
  const { message, parents } = await repository.commitEntry(commit);
  const looksAt = bringsNothing(trailers.kind) && (writtenSchema(message) ?? 1) >= HOLDS_SINCE;
  const changes = looksAt && parent !== null ? await repository.changes(parent, commit) : [];
  return {
    changed: changes.map(({ path }) => path as string).filter((path) => !isEngineFile(session, path)),
    second: parents[1] ?? null,
    heldOn: trailers.held === null ? null : await firstParent(repository, trailers.held),
  };
}

/** R18 of the work that a checkpoint holds, where this clone has it. */
export async function verifyHeld(
  repository: Objects,
  where: string,
  { trailers: { held } }: Checkpoint,
): Promise<readonly Violation[]> {
  if (held === null || (await firstParent(repository, held)) === null) return [];
  return verifyTree(repository, `what ${where} holds`, held);
}

/** Null in a clone that lacks it: a shallow one has no second parents. */
async function firstParent(repository: Objects, commit: CommitId): Promise<CommitId | null> {
  try {
    return (await repository.commitEntry(commit)).parents[0] ?? null;
  } catch (error) {
    if (CairnError.is(error, 'data/missing-object')) return null;
    throw error;
  }
}
