import { glanceTrailers } from '../../model/checkpoint/checkpointMessage.ts';
import type { SessionId } from '../../model/names/ids.ts';
import type { Ref, Refs } from '../ports.ts';

/** Every local branch: what `git branch -m` made of one of ours may have any name. */
export const anyBranch = (repository: Refs): Promise<readonly Ref[]> => repository.refs(['refs/heads/']);

/**
 * The branch that a session's own was renamed to: it holds the tip, and its commits name the session.
 *
 * @param newest what was published from here last: an older checkpoint is somebody's copy, no new name. Null: nothing is
 *   known here, and the branch that has come farthest is it
 */
export function renamedBranch(
  branches: readonly Ref[],
  session: SessionId,
  newest: string | null,
): Ref | null {
  const theirs = branches.flatMap((ref) => {
    const said = glanceTrailers(ref.message);
    return said?.session === session && !ref.name.endsWith(`/${session}`)
      ? [{ ref, seq: said.seq ?? 0 }]
      : [];
  });
  const held = theirs.filter(({ ref }) => newest === null || ref.commit === newest);
  return held.toSorted((a, b) => b.seq - a.seq)[0]?.ref ?? null;
}
