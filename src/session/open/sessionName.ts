import { CairnError } from '../../base/cairnError.ts';
import { hasTrailer } from '../../model/checkpoint/trailerLines.ts';
import { TRAILERS } from '../../model/checkpoint/trailers.ts';
import type { CommitId, RefName, SessionId } from '../../model/names/ids.ts';
import { branchName, branchRef, sessionFolder, sessionRefs } from '../../model/names/places.ts';
import { defaultSessionId, readSessionName } from '../../model/names/sessionId.ts';
import type { Ref } from '../ports.ts';
import { ownRefs } from '../record/ownRefs.ts';
import type { World } from '../world.ts';

/**
 * The id and branch of a new session: as asked for, or derived from the request.
 *
 * @throws `usage/session-id`, `usage/session-used`, `repo/branch-refused`
 */
export async function nameSession(
  world: World,
  asked: {
    readonly id: string | null;
    readonly request: string;
    readonly prefix: string;
    readonly base: CommitId;
  },
): Promise<{ readonly session: SessionId; readonly ref: RefName }> {
  const session = sessionIdOf(world, asked);
  const branch = branchName(asked.prefix, session);
  // A used id is refused as such, whatever its branch collides with.
  const [, why] = await Promise.all([
    refuseUsed(world, session, asked),
    world.repository.whyNotBranch(branch),
  ]);
  if (why !== null) throw new CairnError('repo/branch-refused', { branch, why });
  return { session, ref: branchRef(asked.prefix, session) };
}

function sessionIdOf(
  { clock, ids }: World,
  asked: { readonly id: string | null; readonly request: string; readonly prefix: string },
): SessionId {
  if (asked.id === null) return defaultSessionId(asked.request, clock.now(), ids.suffix());
  const checked = readSessionName(asked.id, asked.prefix);
  if (!checked.ok) throw new CairnError('usage/session-id', { id: asked.id, why: checked.error });
  return checked.value;
}

/** True if there is a branch here or on a remote, a ref of ours, or a session folder in the base or on disk. */
async function refuseUsed(
  world: World,
  session: SessionId,
  { prefix, base }: { readonly prefix: string; readonly base: CommitId },
): Promise<void> {
  const { repository, files } = world;
  const refs = await repository.refs([
    `refs/heads/**/${session}`,
    `refs/remotes/**/${session}`,
    sessionRefs(session),
  ]);
  const branch = refs.find((ref) => isBranchOf(ref, session, prefix))?.name;
  if (branch !== undefined) throw new CairnError('usage/session-used', { id: session, where: branch });
  const [kept] = ownRefs(session, refs).map(({ name }) => name);
  if (kept !== undefined)
    throw new CairnError('usage/session-used', { id: session, where: kept, by: 'deleted' });
  const folder = sessionFolder(session);
  const where =
    ((await repository.list(base, folder)).length > 0 ? `${folder} in the base` : null) ??
    ((await files.kind(repository.root, folder)) === null ? null : `${folder} in the working tree`);
  if (where !== null) throw new CairnError('usage/session-used', { id: session, where, by: 'files' });
}

/** A person's branch may end in the same word (`fix/login`): it counts only where a session of this id could be. */
function isBranchOf(ref: Ref, session: SessionId, prefix: string): boolean {
  if (ref.name.startsWith(sessionRefs(session))) return false;
  const branch = ref.name.replace(/^refs\/(heads|remotes\/[^/]+)\//, '');
  return (
    branch === branchName(prefix, session) ||
    branch === branchName('cairn/', session) ||
    hasTrailer(ref.message, TRAILERS.session, session)
  );
}
