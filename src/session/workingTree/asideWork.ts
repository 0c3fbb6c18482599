import type { RefName, RepoPath, TreeId } from '../../model/names/ids.ts';
import { RESTORING } from '../../model/plan/planOverwrite.ts';
import type { Drive } from '../drive.ts';
import { restingTree } from '../record/heldWork.ts';
import { captureWork } from './captureWork.ts';
import { detachAt } from './head.ts';
import { treeToWrite } from './overwrite.ts';
import { overwriteWhole } from './overwriteWhole.ts';
import { planOverwriting } from './planOverwriting.ts';
import { setAsideBefore } from './setAsideBefore.ts';

/**
 * Sets aside what lies in a working tree beyond what rests there, or beyond `to`, and brings that back: HEAD on the last checkpoint, no
 * merge or rebase under way.
 */
export async function asideWork(
  drive: Drive,
  { to, ...said }: { readonly why: string; readonly reason: string; readonly to?: TreeId },
): Promise<{ readonly ref: RefName | null; readonly paths: readonly RepoPath[] }> {
  const { world, session, record, checkout } = drive;
  const captured = await captureWork(world, checkout.tree, session);
  const resting = await restingTree(world.repository, record);
  const known = to ?? resting;
  const plan = await planOverwriting(treeToWrite(drive), captured, known, RESTORING);
  const ref = await setAsideBefore(drive, plan, { parent: record.commit, known, ...said });
  if (ref !== null) await overwriteWhole(drive, plan);
  if (drive.isolation === 'worktree') {
    await detachAt(drive, record.commit);
    checkout.footing = await checkout.tree.footing();
  }
  // A reset leaves the tip in the index: what is held would pass for a person's edit.
  await checkout.tree.load(resting);
  return { ref, paths: plan.changes.map(({ path }) => path) };
}
