import { basename, dirname, join } from 'node:path';
import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, RefName, RepoPath, SessionId } from '../../model/ids.ts';
import type { Isolation } from '../../model/workflow.ts';
import type { SessionAbout } from '../ports.ts';
import { tell } from '../tell.ts';
import type { World } from '../world.ts';

type Needs = Pick<World, 'repository' | 'state' | 'files' | 'settings' | 'onProgress' | 'log'>;

/** The working tree of a session on this machine, as it is registered with git; null where there is none. */
export async function findWorktree(
  { repository, state }: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<{ readonly path: string; readonly missing: boolean; readonly head: CommitId | null } | null> {
  const about = await state.of(session).about();
  const published = await state.of(session).published();
  const trees = (await repository.worktrees()).filter((tree) => tree.path !== repository.mainRoot);
  const known = trees.find((tree) => tree.path === about?.root);
  // One that is being made can be nowhere else yet.
  if (known !== undefined || about?.setup === 'making') return known ?? null;
  // Only a detached one can be ours: whoever is on a branch there works for themselves.
  const detached = trees.filter((tree) => tree.branch === null && tree.head !== null);
  // `git worktree move`: ours is the one that stands on a commit published from here.
  const moved = detached.find(({ head }) => head !== null && published.has(head));
  if (moved !== undefined) return moved;
  // What this machine knew is lost: ours has the session's name and a checkpoint of it below its HEAD.
  const named = detached.find((tree) => basename(tree.path) === session);
  return named !== undefined && (await standsOn(repository, session, named.head)) ? named : null;
}

/** How far below a HEAD a checkpoint is looked for: commits of an agent may lie on top of it. */
const NEAR = 100;

async function standsOn(
  repository: World['repository'],
  session: SessionId,
  head: CommitId | null,
): Promise<boolean> {
  if (head === null) return false;
  const below = await repository.history(head, { limit: NEAR });
  return below.some(({ message }) => message.includes(`\nCairn-Session: ${session}\n`));
}

/** Where a new worktree goes: beside the main working tree, or inside the git directory for containers. */
export function worktreePlace(
  { repository, settings }: Pick<World, 'repository' | 'settings'>,
  session: SessionId,
): string {
  if (settings.worktreePlace === 'inside') return join(repository.commonDir, 'cairn', session, 'worktree');
  return join(dirname(repository.mainRoot), `${basename(repository.mainRoot)}.worktrees`, session);
}

/** A place that is taken by something else is refused before anything is written. */
export async function checkPlace({ files }: Pick<World, 'files'>, path: string): Promise<void> {
  const above = dirname(path);
  const kind = (await files.kind(dirname(above), basename(above) as RepoPath))?.kind ?? 'folder';
  // A link is a person's choice of another disk.
  if (kind !== 'folder' && kind !== 'link')
    throw new CairnError('repo/worktree-place', { path, why: `${above} is no folder` });
  if ((await files.place(path)) === 'occupied')
    throw new CairnError('repo/worktree-place', { path, why: 'it exists and is not empty' });
}

/**
 * The branch of a session must not be checked out anywhere: its ref moves under whoever stands on it. In our own
 * worktree somebody may have done so; there HEAD is ours to detach again.
 */
export async function checkNotCheckedOut(
  { repository }: Pick<World, 'repository'>,
  ref: RefName,
  about: SessionAbout | null,
): Promise<void> {
  const own = about?.isolation === 'worktree' ? about.root : null;
  const holder = (await repository.worktrees()).find((tree) => tree.branch === ref && tree.path !== own);
  if (holder !== undefined)
    throw new CairnError('repo/branch-checked-out', {
      branch: ref.slice('refs/heads/'.length),
      worktree: holder.path,
    });
}

/** Finds or makes the linked worktree of a session; what it made is told, and its setup is due. */
export async function ensureWorktree(
  world: Needs,
  session: SessionId,
  ref: RefName,
  tip: CommitId,
): Promise<SessionAbout> {
  const found = await findWorktree(world, session);
  const about = await world.state.of(session).about();
  const place = { branch: nameOf(ref), isolation: 'worktree', head: null } as const;
  const setup = about?.setup ?? 'pending';
  // `making`: a crash while git made it. Nothing has worked there yet, and not all of its files need be there.
  if (found !== null && !found.missing && setup !== 'making')
    return about?.root === found.path
      ? about
      : remember(world, session, { ...place, root: found.path, setup });
  const root = found?.path ?? worktreePlace(world, session);
  await remember(world, session, { ...place, root, setup: 'making' });
  await makeWorktree(world, root, tip, found);
  if (about !== null && setup !== 'making')
    tell(world, `The worktree was missing and has been made again: ${root}`);
  return remember(world, session, { ...place, root, setup: 'pending' });
}

async function makeWorktree(
  world: Needs,
  root: string,
  tip: CommitId,
  found: { readonly missing: boolean } | null,
): Promise<void> {
  // What is there and registered is half of one; anything else there is a person's.
  if (found === null || found.missing) await checkPlace(world, root);
  // Git must forget it before it makes another of that name.
  if (found !== null) await world.repository.removeWorktree(root);
  await world.repository.addWorktree(root, tip);
}

/** Records where a session is worked on from now on. */
export async function remember(
  world: Pick<World, 'state'>,
  session: SessionId,
  about: SessionAbout,
): Promise<SessionAbout> {
  const state = world.state.of(session);
  if (await state.exists()) await state.note(about);
  else await state.create(about);
  return about;
}

/** Where a session goes on here: as it did before, else in a worktree unless in place was asked for. */
export function isolationHere(about: SessionAbout | null, inPlace: boolean): Isolation {
  if (about !== null && !inPlace) return about.isolation;
  return inPlace ? 'in-place' : 'worktree';
}

const nameOf = (ref: RefName): string => ref.slice('refs/heads/'.length);
