import { CairnError } from '../../base/cairnError.ts';
import { hasTrailer } from '../../model/checkpoint/trailerLines.ts';
import { TRAILERS } from '../../model/checkpoint/trailers.ts';
import type { CommitId, RefName, SessionId } from '../../model/names/ids.ts';
import { branchRef, branchNamed } from '../../model/names/places.ts';
import type { Ref } from '../ports.ts';
import type { World } from '../world.ts';
import { isRenamed, traceOf } from './traceOf.ts';

/** Where a session's branch is. `remote`: there is only a remote-tracking branch so far. */
export interface FoundSession {
  readonly session: SessionId;
  readonly ref: RefName;
  readonly tip: CommitId;
  readonly remote: boolean;
}

/** Finds the branch of a session, local first, whatever prefix it has. Throws `usage/unknown-session`. */
export async function findSession(
  { repository, state }: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<FoundSession> {
  const about = await state.of(session).about();
  const own = about === null ? branchRef('cairn/', session) : (`refs/heads/${about.branch}` as RefName);
  // Ordinarily the running reader knows; `tip` also answers where the commit is lost.
  const tip = (await repository.glance(own)) ?? (await repository.tip(own));
  if (tip !== null) return { session, ref: own, tip, remote: false };
  const refs = await repository.refs([`refs/heads/**/${session}`, `refs/remotes/**/${session}`]);
  const local = refs.find((ref) => ref.name.startsWith('refs/heads/') && isOf(ref, session));
  if (local !== undefined) return { session, ref: local.name, tip: local.commit, remote: false };
  const remote = refs.find((ref) => ref.name.startsWith('refs/remotes/') && isOf(ref, session));
  const trace = remote !== undefined && about === null ? null : await traceOf({ repository, state }, session);
  // If it was renamed here, the remote may know less.
  if (remote !== undefined && !isRenamed(trace))
    return { session, ref: remote.name, tip: remote.commit, remote: true };
  throw new CairnError('usage/unknown-session', {
    session,
    searched: [own, `refs/remotes/**/${branchNamed(own)}`],
    ...(trace === null ? {} : { trace }),
  });
}

/**
 * The local branch that a remote-tracking branch of a session stands for: the one that its STATUS.md names, because
 * the name of a remote may have slashes in it as well.
 */
export function localBranchOf(remoteRef: RefName, branch: string): RefName {
  if (remoteRef.endsWith(`/${branch}`)) return `refs/heads/${branch}` as RefName;
  return remoteRef.replace(/^refs\/remotes\/[^/]+\//, 'refs/heads/') as RefName;
}

function isOf(ref: Ref, session: SessionId): boolean {
  return ref.name.endsWith(`/${session}`) && hasTrailer(ref.message, TRAILERS.session, session);
}
