import type { Places, SessionAbout } from '../ports.ts';

/**
 * Where a session is worked on in place: as this machine remembers it, and where that is no working tree of this
 * repository (it was copied, moved or is mounted elsewhere) the repository's own.
 */
export async function rootInPlace(
  { repository }: { readonly repository: Places },
  about: Pick<SessionAbout, 'root'>,
): Promise<string> {
  if (await repository.owns(about.root)) return about.root;
  return (await repository.owns(repository.mainRoot)) ? repository.mainRoot : repository.root;
}
