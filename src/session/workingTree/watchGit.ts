import type { CommitId, RefName } from '../../model/names/ids.ts';
import type { Context } from '../drive.ts';
import type { GitSeen, Places, SessionState } from '../ports.ts';
import { tell } from '../tell.ts';
import type { ChangedRef } from '../notice.ts';
import type { World } from '../world.ts';

export interface GitWatch {
  /** Whether all that decides what git runs is as it was when the watch began. */
  isAsBefore(): Promise<boolean>;
  /** Ends it, and tells what has changed. */
  tell(): Promise<void>;
}

/**
 * Remembers the files that decide what git runs in this repository, and tells afterwards which of them changed. No checkpoint
 * holds them, and a change outlives whoever made it; so does that of a branch or a tag. A person's own git may have made it, so nobody is accused.
 *
 * @param who works meanwhile, for people
 */
export async function watchGit(context: Context, who: string): Promise<GitWatch> {
  const { world, root, state } = context;
  const files = await world.repository.guarded(root);
  const refs = await world.repository.namedRefs();
  // On disk as well: if this process is killed, the next one compares.
  await state.seeGit({ who, root, files });
  return {
    isAsBefore: async () => (await changedSince(world, { root, files })).length === 0,
    async tell() {
      const changed = await changedSince(world, { root, files });
      if (changed.length > 0) tell(world, { notice: 'git-changed', who, cutOff: false, files: changed });
      const moved = await refsMoved(context, refs);
      if (moved.length > 0) tell(world, { notice: 'refs-changed', who, refs: moved });
      await state.seeGit(null);
    },
  };
}

/** Branches and tags that are none of Cairn's: whoever works has a branch of its own. Commits where somebody has one checked out are usual. */
async function refsMoved(
  { world, ref: own }: Context,
  before: ReadonlyMap<string, string>,
): Promise<readonly ChangedRef[]> {
  const after = await world.repository.namedRefs();
  // Nobody can tell, rather than all of them gone.
  if (before.size === 0 || after.size === 0) return [];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (ref) => ref !== own && !ref.startsWith('refs/heads/cairn/') && before.get(ref) !== after.get(ref),
  );
  if (changed.length === 0) return [];
  // Sessions whose branches have another prefix.
  const sessions: ReadonlySet<string> = new Set(await world.state.sessions());
  const moved = changed
    .filter((ref) => !sessions.has(ref.slice(ref.lastIndexOf('/') + 1)))
    .sort()
    .map((ref) => ({ ref, was: before.get(ref) ?? null, now: after.get(ref) ?? null }));
  const usual = await Promise.all(moved.map((one) => isCommitted(world, one)));
  return moved.filter((_one, at) => usual[at] !== true);
}

/** Nothing was taken from it, and a working tree stands on it. */
async function isCommitted(
  { repository }: Pick<World, 'repository'>,
  { ref, was, now }: ChangedRef,
): Promise<boolean> {
  if (was === null || now === null || !ref.startsWith('refs/heads/')) return false;
  if (now.startsWith('ref: ') || (await repository.standingOn(ref as RefName)).length === 0) return false;
  return repository.isAncestor(was as CommitId, now as CommitId);
}

/** Tells the same of an agent that was killed together with the engine that watched it. */
export async function tellGitChanged(
  world: World,
  state: Pick<SessionState, 'seenGit' | 'seeGit'>,
): Promise<void> {
  const seen = await state.seenGit();
  if (seen === null) return;
  const changed = await changedSince(world, seen);
  if (changed.length > 0) tell(world, { notice: 'git-changed', who: seen.who, cutOff: true, files: changed });
  await state.seeGit(null);
}

async function changedSince(
  { repository }: { readonly repository: Places },
  { root, files }: Pick<GitSeen, 'root' | 'files'>,
): Promise<readonly string[]> {
  const now = await repository.guarded(root);
  const names = [...new Set([...files.keys(), ...now.keys()])];
  return names.filter((name) => files.get(name) !== now.get(name)).sort();
}
