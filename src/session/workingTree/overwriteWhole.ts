import type { RepoPath } from '../../model/names/ids.ts';
import type { Drive } from '../drive.ts';
import { tell } from '../tell.ts';
import { captureWork } from './captureWork.ts';
import { leaveNewlySeen } from './leftAlone.ts';
import { overwrite, treeToWrite } from './overwrite.ts';
import { foldersAbove, planOverwriting, type Overwriting } from './planOverwriting.ts';
import { workOf } from './workOf.ts';

/**
 * Overwrites a session's working tree, and leaves out nothing that could be written: what stands where a file or folder has to be, and
 * is in no capture, gets a free name beside it, and is told. A file that is not there would pass for one that somebody deleted.
 */
export async function overwriteWhole(drive: Drive, plan: Overwriting): Promise<void> {
  const { world, session, checkout } = drive;
  const { skipped } = await overwrite(treeToWrite(drive), plan);
  if (skipped.length === 0) return;
  const only = await clearPlaces(drive, plan, skipped);
  if (only.length === 0) return;
  const target = treeToWrite(drive);
  const captured = await captureWork(world, checkout.tree, session);
  const give = new Map([...plan.give].filter(([path]) => only.includes(path)));
  await overwrite(target, await planOverwriting(target, captured, plan.to, plan.policy, { only, give }));
}

/** Answers those places that are free now. What git ignored there is nobody's work, whatever it is called. */
async function clearPlaces(
  drive: Drive,
  { to }: Overwriting,
  skipped: Overwriting['skipped'],
): Promise<readonly RepoPath[]> {
  const { world, session, root, lease, checkout } = drive;
  const before = new Set((await workOf(checkout.tree, session)).map(({ path }) => path));
  const cleared: RepoPath[] = [];
  for (const { path: place } of skipped) {
    const entry = await world.repository.entry(to, place);
    if (entry === null || entry.mode === '160000') continue;
    const found = await inTheWay(drive, place);
    if (found !== null) {
      await lease.confirm();
      const moved = { path: found.path, was: found.kind, to: await world.files.moveAside(root, found.path) };
      tell(world, { notice: 'made-way', obstacle: moved });
    }
    // One that was in the way of several is moved once.
    if (found !== null || (await world.files.kind(root, place)) === null) cleared.push(place);
  }
  if (cleared.length > 0)
    await leaveNewlySeen(world, session, checkout.tree, { changes: [], skipped: [] }, before);
  return cleared;
}

/** What stands in the place of a folder above a file, or a folder or what is no file in its own; null if neither does. */
async function inTheWay({ world: { files }, root }: Drive, path: RepoPath) {
  const above = await foldersAbove({ world: { files }, tree: { root } }, path);
  const wrong = above.find(({ kind }) => kind !== 'folder');
  if (wrong !== undefined) return wrong;
  const there = await files.kind(root, path);
  return there?.kind === 'folder' || there?.kind === 'special' ? { path, kind: there.kind } : null;
}
