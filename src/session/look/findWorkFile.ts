import { isAbsolute, join, relative, resolve } from 'node:path';
import type { RepoPath, SessionId } from '../../model/names/ids.ts';
import type { World } from '../world.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';

/**
 * Where a file lies that an agent named, if that is in the session's working tree, links followed, and outside of git's
 * own folder; else null.
 *
 * @param path from the root of the working tree, or absolute
 */
export async function findWorkFile(
  world: Pick<World, 'state' | 'repository' | 'files'>,
  session: SessionId,
  path: string,
): Promise<string | null> {
  const root = await workingRoot(world, session);
  if (root === null || path.includes('\0')) return null;
  if ((await world.files.whereabouts(root, path)) !== 'inside') return null;
  const below = relative(root, resolve(root, path));
  if (below === '' || below.startsWith('..') || isAbsolute(below)) return null;
  const found = await world.files.kind(root, below.replaceAll('\\', '/') as RepoPath);
  return found?.kind === 'file' ? join(root, below) : null;
}
