import type { CommitId, RepoPath, SessionId, TreeId } from '../../model/names/ids.ts';
import { parseTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import { findSession } from '../record/findSession.ts';
import { moveSession } from '../record/sessionMove.ts';
import type { PhaseDiff } from '../results.ts';
import type { World } from '../world.ts';

/**
 * A diff as `git diff` writes it and `git apply` reads it. Bytes, as files have any encoding. Up to the tip where the files of
 * the working tree are meant and there is none here.
 */
export async function patch(
  world: World,
  session: SessionId,
  { from, to, root, changed }: Pick<PhaseDiff, 'from' | 'to' | 'root' | 'changed'>,
): Promise<Uint8Array> {
  const { repository } = world;
  const paths = changed.map(({ path }) => path as RepoPath);
  const before = await treeHere(world, session, from);
  if (to === null && root !== null) return repository.patch(before, { root }, paths);
  const after = to ?? (await findSession(world, session)).tip;
  return repository.patch(before, { tree: await treeHere(world, session, after) }, paths);
}

/** What the session inherited lies where its own lies. */
async function treeHere({ repository }: World, session: SessionId, at: CommitId): Promise<TreeId> {
  const { tree, message } = await repository.commitEntry(at);
  const then = parseTrailers(message)?.session ?? session;
  return then === session ? tree : moveSession(repository, tree, then, session);
}
