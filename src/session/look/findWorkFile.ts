import { isAbsolute, join, relative, resolve } from 'node:path';
import type { PhaseId, RepoPath, SessionId } from '../../model/names/ids.ts';
import { readHistory } from '../record/history.ts';
import { readTip } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';
import { workingRoot } from '../workingTree/workingRoot.ts';
import { placesOf } from './placeOf.ts';

/**
 * Where a file lies that an agent named, if that is in the working tree of its phase, links followed, and outside of git's
 * own folder; else null.
 *
 * @param phase null: the session's own working tree
 * @param path from the root of the working tree, or absolute
 */
export async function findWorkFile(
  world: World,
  session: SessionId,
  path: string,
  phase: PhaseId | null,
): Promise<string | null> {
  const root = phase === null ? await workingRoot(world, session) : await rootOf(world, session, phase);
  if (root === null || path.includes('\0')) return null;
  if ((await world.files.whereabouts(root, path)) !== 'inside') return null;
  const below = relative(root, resolve(root, path));
  if (below === '' || below.startsWith('..') || isAbsolute(below)) return null;
  const found = await world.files.kind(root, below.replaceAll('\\', '/') as RepoPath);
  return found?.kind === 'file' ? join(root, below) : null;
}

async function rootOf(world: World, session: SessionId, phase: PhaseId): Promise<string | null> {
  const record = await readTip(world, session);
  const placeOf = await placesOf(world, record, await readHistory(world.repository, record));
  return (await placeOf(phase)).root;
}
