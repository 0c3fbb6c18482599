import type { Checkpoint } from '../../model/checkpoint/checkpoint.ts';
import type { BlobId, CommitId, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import type { StatusRow } from '../../model/status/status.ts';
import { phaseBase } from '../../model/checkpoint/phaseBase.ts';
import { inSessionOf, sessionFolder } from '../../model/names/places.ts';
import { parseTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import type { Mode, Objects, ObjectWriter } from '../ports.ts';

/**
 * A tree with the folder of one session at the place of another's, some of its files replaced. What a fork brings along
 * was written under another id: whoever compares the two looks at it as if it had always been here.
 *
 * @param files by the path that they have afterwards; null: it is not there
 */
export async function moveSession(
  repository: Objects & ObjectWriter,
  tree: TreeId | CommitId,
  from: SessionId,
  to: SessionId,
  files: ReadonlyMap<RepoPath, { readonly blob: BlobId; readonly mode: Mode } | null> = new Map(),
): Promise<TreeId> {
  const edits = new Map<RepoPath, { readonly blob: BlobId; readonly mode: Mode } | null>();
  edits.set(sessionFolder(from), null);
  for (const { path, blob, mode } of await repository.list(tree, sessionFolder(from)))
    edits.set(inSessionOf(path, from, to), { blob, mode });
  for (const [path, file] of files) edits.set(path, file);
  return repository.compose(tree, edits);
}

/**
 * The tree that a phase began on, as {@link treeThen} gives it: what its work is measured against. Null where the clone
 * does not reach back that far.
 *
 * @param newestFirst the session's checkpoints and those that it inherited
 */
export async function phaseStart(
  repository: Objects & ObjectWriter,
  session: SessionId,
  newestFirst: readonly Checkpoint[],
  row: Pick<StatusRow, 'phase' | 'round'>,
): Promise<TreeId | CommitId | null> {
  const base = phaseBase(newestFirst, row);
  return base === null ? null : treeThen(repository, session, newestFirst, base);
}

/** A tree, or that of a checkpoint, with the session's folder where it is now: an inherited one has it under another name. */
export async function treeThen(
  repository: Objects & ObjectWriter,
  session: SessionId,
  newestFirst: readonly Checkpoint[],
  at: CommitId | TreeId,
): Promise<TreeId | CommitId> {
  const of = newestFirst.find(({ commit }) => commit === at)?.trailers.session ?? session;
  return of === session ? at : moveSession(repository, at, of, session);
}

/** The same of one checkpoint, whatever is known of the others. */
export async function treeHere(
  repository: Objects & ObjectWriter,
  session: SessionId,
  at: CommitId,
): Promise<TreeId> {
  const { tree, message } = await repository.commitEntry(at);
  const of = parseTrailers(message)?.session ?? session;
  return of === session ? tree : moveSession(repository, tree, of, session);
}

/**
 * A file as it was at a checkpoint; one of the session's folder also where that checkpoint is of the session that this one
 * was forked from, which has it under its own name.
 */
export async function readThen(
  repository: Objects,
  at: CommitId,
  path: RepoPath,
): Promise<Uint8Array | null> {
  const bytes = await repository.read(at, path);
  const [, session] = /^\.cairn\/sessions\/([^/]+)\//.exec(path) ?? [];
  if (bytes !== null || session === undefined) return bytes;
  const then = parseTrailers((await repository.commitEntry(at)).message)?.session ?? session;
  return then === session
    ? null
    : repository.read(at, inSessionOf(path, session as SessionId, then as SessionId));
}
