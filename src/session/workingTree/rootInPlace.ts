import type { SessionAbout } from '../ports.ts';
import type { World } from '../world.ts';

/**
 * Where a session is worked on in place: as this machine remembers it, and where that is no working tree of this
 * repository (it was copied, moved or is mounted elsewhere) the repository's own.
 */
export async function rootInPlace(
  { repository }: Pick<World, 'repository'>,
  about: Pick<SessionAbout, 'root'>,
): Promise<string> {
  if (await repository.owns(about.root)) return about.root;
  return (await repository.owns(repository.mainRoot)) ? repository.mainRoot : repository.root;
}
