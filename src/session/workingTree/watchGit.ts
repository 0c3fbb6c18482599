import type { Context } from '../drive.ts';
import type { GitSeen, Places, SessionState } from '../ports.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';

/**
 * Remembers what decides what git runs in this repository, and says afterwards what of it changed: no checkpoint holds
 * that, and it outlives whoever did it. A person's own git may have done so meanwhile; that is why nobody is accused.
 *
 * @param who works meanwhile, in words
 */
export async function watchGit({ world, root, state }: Context, who: string): Promise<() => Promise<void>> {
  const files = await world.repository.guarded(root);
  // On disk as well: where this process is killed, whoever comes next compares.
  await state.seeGit({ who, root, files });
  return async () => {
    const changed = await changedSince(world, { root, files });
    if (changed.length > 0) tell(world, { notice: 'git-changed', who, cutOff: false, files: changed });
    await state.seeGit(null);
  };
}

/** Says the same for whoever was killed together with the engine that watched over them. */
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
