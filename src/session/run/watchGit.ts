import type { Drive } from '../drive.ts';
import { listed, tell } from '../tell.ts';

/**
 * Remembers what decides what git runs in this repository, and says afterwards what of it changed: no checkpoint holds
 * that, and it outlives whoever did it. A person's own git may have done so meanwhile; that is why nobody is accused.
 */
export async function watchGit({ world, root }: Drive): Promise<(who: string) => Promise<void>> {
  const before = await world.repository.guarded(root);
  return async (who) => {
    const after = await world.repository.guarded(root);
    const names = [...new Set([...before.keys(), ...after.keys()])];
    const changed = names.filter((name) => before.get(name) !== after.get(name)).sort();
    if (changed.length > 0)
      tell(
        world,
        `While ${who} worked, ${listed(changed)} changed. That decides what git runs here, no checkpoint holds it and no restore brings it back: look at it before you use git.`,
      );
  };
}
