import { branchNamed } from '../../model/names/places.ts';
import { basename, dirname } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RefName, RepoPath, SessionId, TreeId, TreeName } from '../../model/names/ids.ts';
import { idleOn, type Standing } from '../../model/slot/standing.ts';
import type { Isolation } from '../../model/workflow/workflow.ts';
import type { LinkedTree, SessionAbout } from '../ports.ts';
import { slotsNoted } from '../record/slotStates.ts';
import { tell } from '../tell.ts';
import { awaitMade, checkHalfMade } from './halfMade.ts';
import { followed, freePlace, worktreeOfOriginal } from './movedWorktree.ts';
import { findWorktree } from './workingRoot.ts';
import type { World } from '../world.ts';

type Needs = Pick<World, 'repository' | 'state' | 'files' | 'settings' | 'onProgress' | 'log' | 'reached'>;

/** Refuses a place that something else occupies, before anything is written. */
export async function checkPlace({ files }: Pick<World, 'files'>, path: string): Promise<void> {
  const above = dirname(path);
  const kind = (await files.kind(dirname(above), basename(above) as RepoPath))?.kind ?? 'folder';
  // A link there is a person's choice of another disk.
  if (kind !== 'folder' && kind !== 'link')
    throw new CairnError('repo/worktree-place', { path, why: `${above} is no folder` });
  if ((await files.place(path)) === 'occupied')
    throw new CairnError('repo/worktree-place', { path, why: 'it exists and is not empty' });
}

/**
 * Refuses if the session's branch is checked out somewhere: its ref would move under that working tree. In our own worktree
 * HEAD is ours to detach again.
 */
export async function checkNotCheckedOut(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
  ref: RefName,
): Promise<void> {
  const slots = await slotsNoted(world, session);
  const own = slots.map(({ about }) => (about?.isolation === 'worktree' ? about.root : null));
  const holder = (await world.repository.standingOn(ref)).find((root) => !own.includes(root));
  if (holder !== undefined)
    throw new CairnError('repo/branch-checked-out', {
      branch: branchNamed(ref),
      worktree: holder,
    });
}

/** What a worktree is to hold beyond the tip, which one that is made anew has not got. */
export interface Holding extends Pick<Standing, 'stands' | 'rests' | 'since'> {
  /** What git checks out: that, or what an agent has committed on it. */
  readonly head: CommitId;
  /** What is to lie there; null: what is held on that checkpoint. */
  readonly to: TreeId | null;
  /** The attempt that left what is to lie there; 0: none did, or it is held. */
  readonly attempt: number;
}

/** A working tree that is there. */
export interface Found extends SessionAbout {
  /** It was made just now, and nobody has been in it. */
  readonly isMade: boolean;
}

/**
 * Finds or makes a linked worktree of a session. Tells what it made, whose setup is then due.
 *
 * @param holding asked only of one that has to be made; null: nothing beyond the tip
 * @param of whose work one is made for; null: it goes with the tip
 */
export async function ensureWorktree(
  world: Needs,
  name: TreeName,
  ref: RefName,
  tip: CommitId,
  holding: () => Promise<Holding | null>,
  of: Standing | null = null,
): Promise<Found> {
  const about = await world.state.of(name).about();
  const found = await followed(world, name, tip, about, await findWorktree(world, name));
  if (found !== null)
    for (const lock of await world.repository.clearWorktreeLocks(found.path))
      tell(world, { notice: 'stale-worktree-lock', lock });
  const original = await worktreeOfOriginal(world, name, about);
  const registered = { found, original, about };
  const place = await placeToMake(world, name, registered);
  if (typeof place !== 'string') return adoptWorktree(world, name, ref, place, registered);
  const root = await makeWorktree(world, name, { ref, tip, holding: await holding(), of }, registered, place);
  if (original !== null) tell(world, { notice: 'worktree-of-copy', copied: original.path, root });
  else if (about !== null && about.setup !== 'making') tell(world, { notice: 'worktree-remade', root });
  return { ...(await remember(world, name, worktreeAt(root, ref, 'pending'))), isMade: true };
}

/** What is noted of the worktree of a session: what was found of ours, and in a copied repository that of the original. */
interface Registered {
  readonly found: LinkedTree | null;
  readonly original: LinkedTree | null;
  readonly about: SessionAbout | null;
}

/** Where it is to be made, or the one that is there. */
async function placeToMake(
  world: Needs,
  name: TreeName,
  { found, original, about }: Registered,
): Promise<string | LinkedTree> {
  const making = about?.setup === 'making';
  if (found !== null && !found.missing) {
    // A crash came while git made it: some files are missing. Once git is done, somebody may work in it.
    if (!making || found.checkout === 'whole') return found;
    const made = await awaitMade(world, name, found);
    if (made.checkout === 'whole') return made;
    await checkHalfMade(world, name, made);
    return made.path;
  }
  // Nobody has worked in one that was never finished: where it was to be means nothing once it is not there.
  const place =
    found !== null && !making ? found.path : await freePlace(world, name, about, original !== null);
  await checkPlace(world, place);
  return place;
}

async function adoptWorktree(
  world: Needs,
  name: TreeName,
  ref: RefName,
  found: LinkedTree,
  { original, about }: Registered,
): Promise<Found> {
  if (original !== null) await world.repository.markWorktree(original.path, null);
  if (found.name === null) await world.repository.markWorktree(found.path, name);
  if (about?.root === found.path && about.setup !== 'making') return { ...about, isMade: false };
  const setup = about?.setup === 'done' ? 'done' : 'pending';
  return { ...(await remember(world, name, worktreeAt(found.path, ref, setup))), isMade: false };
}

async function makeWorktree(
  world: Needs,
  name: TreeName,
  {
    ref,
    tip,
    holding,
    of,
  }: {
    readonly ref: RefName;
    readonly tip: CommitId;
    readonly holding: Holding | null;
    readonly of: Standing | null;
  },
  { found, original }: Registered,
  root: string,
): Promise<string> {
  const { repository } = world;
  const at = holding?.head ?? tip;
  await repository.refuseUnsafe(at);
  const { stands, rests, since } = holding ?? idleOn(tip);
  await remember(world, name, {
    ...worktreeAt(root, ref, 'making'),
    laying: holding === null ? null : layingOf(holding),
    // With the note that it is made: a crash would leave one that stands elsewhere than at the tip, and nothing that says so.
    ...(of === null ? {} : { standing: { ...of, stands, rests, since } }),
  });
  world.reached('tree/remembered');
  // Only now: until then the mark says that the usual place is taken by the original.
  if (original !== null) await repository.markWorktree(original.path, null);
  // Git must forget it before it can make another of that name. What is elsewhere by now is not ours to remove.
  if (found !== null)
    await (found.path === root ? repository.removeWorktree(root) : repository.forgetWorktree(found.path));
  await repository.addWorktree(root, at);
  world.reached('tree/added');
  await repository.markWorktree(root, name);
  world.reached('tree/marked');
  return root;
}

const layingOf = ({ stands, head, to }: Holding): NonNullable<SessionAbout['laying']> =>
  to === null ? { tip: stands, from: head } : { tip: stands, from: head, to };

const worktreeAt = (root: string, ref: RefName, setup: SessionAbout['setup']): SessionAbout => ({
  branch: branchNamed(ref),
  root,
  isolation: 'worktree',
  setup,
  head: null,
});

/** Records where a session is worked on from now on. */
export async function remember(
  world: Pick<World, 'state'>,
  name: TreeName,
  about: SessionAbout,
): Promise<SessionAbout> {
  const state = world.state.of(name);
  if (await state.exists()) await state.note(about);
  else await state.create(about);
  return about;
}

/** Where a session continues here: where it was before, else in a worktree unless in place was asked for. */
export function isolationHere(about: SessionAbout | null, inPlace: boolean): Isolation {
  if (about !== null && !inPlace) return about.isolation;
  return inPlace ? 'in-place' : 'worktree';
}
