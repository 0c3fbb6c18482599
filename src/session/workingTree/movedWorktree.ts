import { basename, dirname, join } from 'node:path';
import { glanceStatus } from '../../model/status/glanceStatus.ts';
import type { CommitId, SessionId } from '../../model/names/ids.ts';
import { statusPath } from '../../model/names/places.ts';
import type { LinkedTree, Objects, Places, SessionAbout, Worktrees } from '../ports.ts';
import { decode } from '../record/text.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';
import { holdsSession, tieAgain } from './healWorktree.ts';

type Needs = Pick<World, 'repository' | 'files' | 'settings' | 'onProgress' | 'log'>;

/** Where a new worktree goes: beside the main working tree, or inside the git directory for containers. */
export function worktreePlace(
  { repository, settings }: Pick<World, 'repository' | 'settings'>,
  session: SessionId,
): string {
  if (settings.worktreePlace === 'inside') return join(repository.commonDir, 'cairn', session, 'worktree');
  return join(dirname(repository.mainRoot), `${basename(repository.mainRoot)}.worktrees`, session);
}

/** A copy of a repository also has what git noted of the worktrees of the one it was copied from; answers where that is. */
export async function leaveForeign(
  { repository }: { readonly repository: Objects & Places & Worktrees },
  session: SessionId,
): Promise<string | null> {
  const theirs = (await repository.linkedTrees()).find((tree) => tree.isForeign && tree.session === session);
  if (theirs === undefined) return null;
  await repository.markWorktree(theirs.path, null);
  return theirs.path;
}

/** The usual place; of a copy that was made with its worktrees another beside, as what lies there is the other's. */
export async function freePlace(
  world: Pick<World, 'repository' | 'settings' | 'files'>,
  session: SessionId,
  copied: string | null,
): Promise<string> {
  const usual = worktreePlace(world, session);
  if (copied === null) return usual;
  for (let n = 1; ; n += 1) {
    const place = n === 1 ? usual : `${usual}-${n}`;
    if ((await world.files.place(place)) !== 'occupied') return place;
  }
}

/** Where it lies now: it may have been moved, with the repository or by itself, or its repository was. */
export async function followed(
  world: Needs,
  session: SessionId,
  tip: CommitId,
  about: SessionAbout | null,
  registered: LinkedTree | null,
): Promise<LinkedTree | null> {
  const found = await tied(world, session, registered);
  if (found === null || !found.missing) return found;
  const { repository } = world;
  const places = [about?.root, worktreePlace(world, session), repository.root];
  for (const place of new Set(places)) {
    if (place === undefined || place === found.path || place === repository.mainRoot) continue;
    if (!(await isAtTip(world, session, tip, place))) continue;
    if (!(await repository.followWorktree(found.path, place))) continue;
    tell(world, { notice: 'worktree-moved', root: place });
    return { ...found, path: place, missing: false };
  }
  return found;
}

/** False for files of an older checkpoint, such as the same place on another machine that mounts this repository. */
async function isAtTip(
  { files, repository }: Pick<World, 'files' | 'repository'>,
  session: SessionId,
  tip: CommitId,
  root: string,
): Promise<boolean> {
  const [onDisk, whole] = await Promise.all([
    files.read(root, statusPath(session)),
    repository.read(tip, statusPath(session)),
  ]);
  if (onDisk === null || whole === null) return false;
  return glanceStatus(decode(onDisk))?.seq === glanceStatus(decode(whole))?.seq;
}

/** One that only lost its `.git`, or has another, is the session's all the same: the session's own folder says so. */
async function tied(world: Needs, session: SessionId, found: LinkedTree | null): Promise<LinkedTree | null> {
  if (found === null) return found;
  if (!(await holdsSession(world, found.path, session))) return found;
  await tieAgain(world, found.path);
  return { ...found, missing: false };
}
