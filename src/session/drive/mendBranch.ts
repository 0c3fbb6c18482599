import { CairnError } from '../../base/cairnError.ts';
import type { CommitId, SessionId } from '../../model/names/ids.ts';
import { findDamage, goodOf, type Damage } from '../record/damage.ts';
import type { Ancestry, Lease } from '../ports.ts';
import { moveOwnRef, unlock } from '../moveOwnRef.ts';
import { tell } from '../tell.ts';
import { findWorktree } from '../workingTree/workingRoot.ts';
import type { World } from '../world.ts';

/**
 * Before a restore, which a person asked for: a branch whose ref or tip a power loss took is put on the last checkpoint
 * that is whole. What was lost is no part of the chain any more, since git could neither collect nor push it; what of it
 * lies in the working tree still is set aside by the restore.
 *
 * @throws `data/missing-object` when no checkpoint here is whole
 */
export async function mendBranch(world: World, session: SessionId, lease: Lease): Promise<void> {
  const damage = await findDamage(world, session, 'content');
  if (damage === null) return;
  const to = goodOf(damage);
  await lease.confirm();
  await resetWorktree(world, damage, to);
  await unlock(world, [damage.ref]);
  if (!(await moved(world, damage, to)))
    throw new CairnError('lease/overtaken', {
      ref: damage.ref,
      expected: damage.tip,
      found: await world.repository.tip(damage.ref),
    });
  const { ref, tip: was, lastGood } = damage;
  tell(world, { notice: 'branch-mended', ref, was, seq: lastGood?.seq, commit: to });
}

/** HEAD of the worktree may stand on lost objects, or on commits whose history is lost. Their files stay, uncommitted. */
async function resetWorktree(world: World, { session, tip }: Damage, to: CommitId): Promise<void> {
  const found = await findWorktree(world, session);
  if (found === null || found.missing) return;
  const { index } = world.state.of(session);
  const tree = world.repository.workingTree({ root: found.path, index, always: [] });
  const { commit } = await tree.head();
  if (commit === null || commit === to) return;
  if (commit === tip || !(await isJoined(world.repository, to, commit))) await tree.reset(to);
}

async function isJoined(repository: Ancestry, to: CommitId, head: CommitId): Promise<boolean> {
  try {
    await repository.isAncestor(to, head);
    return true;
  } catch (error) {
    if (CairnError.is(error, 'data/missing-object')) return false;
    throw error;
  }
}

const moved = (world: World, { ref, tip }: Damage, to: CommitId): Promise<boolean> =>
  tip === null
    ? world.repository.mendRef(ref, to)
    : moveOwnRef(world, ref, { from: tip, to, why: 'cairn: back to the last good checkpoint' });
