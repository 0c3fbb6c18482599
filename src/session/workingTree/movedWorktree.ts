import { basename, dirname, join } from 'node:path';
import { glanceStatus } from '../../model/status/glanceStatus.ts';
import type { CommitId, SessionId, TreeName } from '../../model/names/ids.ts';
import { statusPath } from '../../model/names/places.ts';
import { slotIn } from '../../model/names/treeName.ts';
import type { LinkedTree, Objects, Places, SessionAbout, Worktrees } from '../ports.ts';
import { decode } from '../record/text.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';
import { holdsSession, tieAgain } from './healWorktree.ts';

type Needs = Pick<World, 'repository' | 'files' | 'settings' | 'onProgress' | 'log'>;

/** Where a new worktree goes: beside the main working tree, or inside the git directory for containers. */
export function worktreePlace(
  { repository, settings }: Pick<World, 'repository' | 'settings'>,
  name: TreeName,
): string {
  if (settings.worktreePlace === 'inside') return insidePlace(repository.commonDir, name);
  return join(dirname(repository.mainRoot), `${basename(repository.mainRoot)}.worktrees`, name);
}

/** Below the session's own folder, which is the first slot's. */
function insidePlace(commonDir: string, name: TreeName): string {
  const { session, slot } = slotIn(name);
  return join(commonDir, 'cairn', session, slot === 1 ? 'worktree' : `worktree+${slot}`);
}

/** A copied repository still has git's notes on the worktrees of the original. Answers where the original is. */
export async function leaveForeign(
  { repository }: { readonly repository: Objects & Places & Worktrees },
  name: TreeName,
): Promise<string | null> {
  const theirs = (await repository.linkedTrees()).find((tree) => tree.isForeign && tree.name === name);
  if (theirs === undefined) return null;
  await repository.markWorktree(theirs.path, null);
  return theirs.path;
}

/** The usual place. A copy gets another place beside it if the original's worktree is there. */
export async function freePlace(
  world: Pick<World, 'repository' | 'settings' | 'files'>,
  name: TreeName,
  copied: string | null,
): Promise<string> {
  const usual = worktreePlace(world, name);
  if (copied === null) return usual;
  for (let n = 1; ; n += 1) {
    const place = n === 1 ? usual : `${usual}-${n}`;
    if ((await world.files.place(place)) !== 'occupied') return place;
  }
}

/** Where the worktree is now: it, its repository, or both may have been moved. */
export async function followed(
  world: Needs,
  name: TreeName,
  tip: CommitId,
  about: SessionAbout | null,
  registered: LinkedTree | null,
): Promise<LinkedTree | null> {
  const found = await tied(world, name, registered);
  if (found === null || !found.missing) return found;
  const { repository } = world;
  const places = [about?.root, worktreePlace(world, name), repository.root];
  for (const place of new Set(places)) {
    if (place === undefined || place === found.path || place === repository.mainRoot) continue;
    if (!(await isAtTip(world, slotIn(name).session, tip, place))) continue;
    if (!(await repository.followWorktree(found.path, place))) continue;
    tell(world, { notice: 'worktree-moved', root: place });
    return { ...found, path: place, missing: false };
  }
  return found;
}

/** False for files of an older checkpoint, as at the same path on another machine that mounts this repository. */
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

/** A worktree that lost its `.git` or has another one is still the session's: the session's own folder proves it. */
async function tied(world: Needs, name: TreeName, found: LinkedTree | null): Promise<LinkedTree | null> {
  if (found === null) return found;
  if (!(await holdsSession(world, found.path, slotIn(name).session))) return found;
  await tieAgain(world, found.path);
  return { ...found, missing: false };
}
