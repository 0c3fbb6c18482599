import { RESTORING } from '../../model/plan/planOverwrite.ts';
import type { Drive } from '../drive.ts';
import { lacksWork, refuseWithoutWork, restingTree } from '../record/heldWork.ts';
import { captureWork } from '../workingTree/captureWork.ts';
import { overwrite, placeOf } from '../workingTree/overwrite.ts';
import { planOverwriting } from '../workingTree/planOverwriting.ts';
import { setAsideBefore } from '../workingTree/setAsideBefore.ts';

/**
 * Lays the work that is held over a working tree that never had it: one that was made at the tip, or that followed it. Noted until
 * it is done, so that a crash in between, or a clone that gets the commit later, passes for nobody's deletion.
 */
export async function layWork(drive: Drive): Promise<void> {
  const { world, record, state, checkout, session } = drive;
  if ((await state.about())?.lacksWork !== true || (await lacksWork(world.repository, record))) return;
  const resting = await restingTree(world.repository, record);
  const laid = (await world.repository.changes(record.tree, resting)).map(({ path }) => path);
  if (laid.length > 0) {
    await checkout.tree.load(record.commit);
    const captured = await captureWork(world, checkout.tree, session);
    const plan = await planOverwriting(placeOf(drive), captured, resting, RESTORING, { only: laid });
    const tip = new Map(
      (await world.repository.changes(record.tree, plan.from, laid)).map(({ path }) => [path, true]),
    );
    // What is neither the tip's nor laid already, somebody wrote meanwhile.
    if (plan.changes.some(({ path }) => tip.has(path)))
      await setAsideBefore(drive, plan, {
        parent: record.commit,
        why: 'Uncommitted where work that is held was laid.',
        reason: `elsewhere@${record.status.seq}`,
      });
    await overwrite(placeOf(drive), plan);
  }
  await state.note({ lacksWork: false });
  world.reached('held/laid');
}

/**
 * For acts that go on with the work that is held. Where it lies already, the commit is not needed: nobody has to fetch what they have.
 *
 * @throws `repo/held-missing`
 */
export async function refuseUnlaid({ world, record, state }: Drive): Promise<void> {
  if ((await state.about())?.lacksWork === true) await refuseWithoutWork(world.repository, record);
}
