import { basename, dirname, join } from 'node:path';
import { glanceStatus } from '../../model/status/glanceStatus.ts';
import type { CommitId, SessionId, TreeName } from '../../model/names/ids.ts';
import { statusPath } from '../../model/names/places.ts';
import { slotIn } from '../../model/names/treeName.ts';
import type { LinkedTree, SessionAbout, Worktrees } from '../ports.ts';
import { decode } from '../record/text.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';
import { holdsSession, tieAgain } from './healWorktree.ts';
import { madeFor } from './workingRoot.ts';

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

/** A copied repository still has git's notes on the worktree of the original. */
export async function worktreeOfOriginal(
  { repository }: { readonly repository: Worktrees },
  name: TreeName,
  about: SessionAbout | null,
): Promise<LinkedTree | null> {
  const theirs = (await repository.linkedTrees()).filter((tree) => tree.isForeign);
  return madeFor(repository, name, theirs, about);
}

/** The usual place. A copy gets another place beside it, and keeps to it, if the original's worktree is there. */
export async function freePlace(
  world: Pick<World, 'repository' | 'settings' | 'files'>,
  name: TreeName,
  about: SessionAbout | null,
  isCopy: boolean,
): Promise<string> {
  const usual = worktreePlace(world, name);
  if (!isCopy) return chosenBefore(usual, about) ?? usual;
  for (let n = 1; ; n += 1) {
    const place = n === 1 ? usual : `${usual}-${n}`;
    if ((await world.files.place(place)) !== 'occupied') return place;
  }
}

/** The place beside the usual one that this machine remembers, also when the repository was moved since. */
function chosenBefore(usual: string, about: SessionAbout | null): string | null {
  if (about?.isolation !== 'worktree') return null;
  const [name, root] = [basename(usual), basename(about.root)];
  return root.startsWith(name) && /^-\d+$/.test(root.slice(name.length)) ? sameName(usual, about.root) : null;
}

const sameName = (usual: string, root: string): string => join(dirname(usual), basename(root));

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
  // Where it is noted to be proves whose it is, and is about to change.
  if (found.name === null) await repository.markWorktree(found.path, name);
  // What git had not finished has no files to go by, and its `.git` file must do.
  const isHalfMade = about?.setup === 'making' && found.checkout !== 'whole';
  for (const place of whereToLook(world, name, about, found)) {
    if (!isHalfMade && !(await isAtTip(world, slotIn(name).session, tip, place))) continue;
    if (!(await repository.followWorktree(found.path, place))) continue;
    tell(world, { notice: place === found.path ? 'worktree-followed' : 'worktree-moved', root: place });
    return (await repository.linkedTrees()).find(({ path }) => path === place) ?? null;
  }
  return found;
}

function whereToLook(
  world: Pick<World, 'repository' | 'settings'>,
  name: TreeName,
  about: SessionAbout | null,
  { path }: LinkedTree,
): readonly string[] {
  const { root, mainRoot } = world.repository;
  const usual = worktreePlace(world, name);
  const places = new Set([path, about?.root ?? usual, sameName(usual, path), usual, root]);
  return [...places].filter((place) => place !== mainRoot);
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
  const [there, then] = [glanceStatus(decode(onDisk))?.seq, glanceStatus(decode(whole))?.seq];
  // People's view in the first slot is of the tip, whatever that slot stands on.
  return there != null && then != null && there >= then;
}

/** A worktree that lost its `.git` or has another one is still the session's: the session's own folder proves it. */
async function tied(world: Needs, name: TreeName, found: LinkedTree | null): Promise<LinkedTree | null> {
  if (found === null) return found;
  if (!(await holdsSession(world, found.path, slotIn(name).session))) return found;
  await tieAgain(world, found.path);
  return { ...found, missing: false };
}
