import type { SessionTrace } from '../../base/sessionTrace.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { archiveRef, branchName, sessionRefs } from '../../model/names/places.ts';
import type { Ref, Refs } from '../ports.ts';
import type { World } from '../world.ts';
import { ownRefs } from './ownRefs.ts';
import { branchSaidAt } from './glanceStatusAt.ts';
import { glanceTrailers } from '../../model/checkpoint/checkpointMessage.ts';

/** Whether another branch now holds what the session's own branch did. */
export const isRenamed = (
  trace: SessionTrace | null,
): trace is Extract<SessionTrace, { readonly kind: 'branch-gone' }> & { readonly renamed: string } =>
  trace?.kind === 'branch-gone' && trace.renamed !== undefined;

/** What exists of a session without a branch: what a deletion kept, or what this machine remembers. */
export async function traceOf(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<SessionTrace | null> {
  const { repository } = world;
  const here = await remembered(world, session);
  if (isRenamed(here)) return here;
  const kept = ownRefs(session, await repository.refs([sessionRefs(session)]));
  if (kept.length === 0) return here ?? renamedElsewhere(world, session);
  const archive = kept.find((ref) => ref.name === archiveRef(session));
  if (archive === undefined) return { kind: 'deleted', branch: null, archive: sessionRefs(session) };
  const said = await branchSaidAt(repository, session, archive.commit);
  const branch = said ?? branchName('cairn/', session);
  return { kind: 'deleted', branch, archive: archive.name };
}

async function remembered(
  { state, repository }: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<SessionTrace | null> {
  if (!(await state.sessions()).includes(session)) return null;
  const folder = state.of(session);
  const about = await folder.about();
  const published = [...(await folder.published())];
  const newest = published.at(-1);
  if (newest === undefined || about === null) return { kind: 'opening' };
  // Perhaps only the first checkpoint's commit exists: nothing builds on it yet, and nothing has run.
  const { lines } = await folder.readJournal();
  const first = published.length === 1 && lines.length === 0;
  if (first && (about.setup === 'making' || about.isolation === 'in-place')) return { kind: 'opening' };
  const renamed = renamedBranch(await anyBranch(repository), session, newest);
  return { kind: 'branch-gone', branch: about.branch, commit: newest, ...nameOf(renamed) };
}

/** For a session that was never worked on here, as in a clone of a clone. */
async function renamedElsewhere(
  { repository }: { readonly repository: Refs },
  session: SessionId,
): Promise<SessionTrace | null> {
  const renamed = renamedBranch(await anyBranch(repository), session, null);
  if (renamed === null) return null;
  const branch = branchName('cairn/', session);
  return { kind: 'branch-gone', branch, commit: renamed.commit, ...nameOf(renamed) };
}

const nameOf = (ref: Ref | null): { readonly renamed?: string } =>
  ref === null ? {} : { renamed: ref.name.replace(/^refs\/heads\//, '') };

/** Every local branch, because `git branch -m` may have given ours any name. */
const anyBranch = (repository: Refs): Promise<readonly Ref[]> => repository.refs(['refs/heads/']);

/**
 * The branch that a session's own was renamed to: it holds the tip, and its commits name the session.
 *
 * @param newest what was published from here last: an older checkpoint is somebody's copy, no new name. Null: nothing is
 *   known here, and the branch that has come farthest is it
 */
function renamedBranch(branches: readonly Ref[], session: SessionId, newest: string | null): Ref | null {
  const theirs = branches.flatMap((ref) => {
    const said = glanceTrailers(ref.message);
    return said?.session === session && !ref.name.endsWith(`/${session}`)
      ? [{ ref, seq: said.seq ?? 0 }]
      : [];
  });
  const held = theirs.filter(({ ref }) => newest === null || ref.commit === newest);
  return held.toSorted((a, b) => b.seq - a.seq)[0]?.ref ?? null;
}
