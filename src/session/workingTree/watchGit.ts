import type { Context } from '../drive.ts';
import type { GitSeen, Places, SessionState } from '../ports.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';

export interface GitWatch {
  /** Whether all that decides what git runs is as it was when the watch began. */
  isAsBefore(): Promise<boolean>;
  /** Ends it, and tells what has changed. */
  tell(): Promise<void>;
}

/**
 * Remembers the files that decide what git runs in this repository, and tells afterwards which of them changed. No checkpoint
 * holds them, and a change outlives whoever made it. A person's own git may have made it, so nobody is accused.
 *
 * @param who works meanwhile, for people
 */
export async function watchGit({ world, root, state }: Context, who: string): Promise<GitWatch> {
  const files = await world.repository.guarded(root);
  // On disk as well: if this process is killed, the next one compares.
  await state.seeGit({ who, root, files });
  return {
    isAsBefore: async () => (await changedSince(world, { root, files })).length === 0,
    async tell() {
      const changed = await changedSince(world, { root, files });
      if (changed.length > 0) tell(world, { notice: 'git-changed', who, cutOff: false, files: changed });
      await state.seeGit(null);
    },
  };
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
