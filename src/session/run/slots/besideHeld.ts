import type { NextStep } from '../../../model/graph/planNext.ts';
import type { Drive } from '../../drive.ts';
import { noteStanding } from '../../drive/noteStanding.ts';
import { seenFrom } from '../../drive/standing.ts';
import { CairnError } from '../../../base/cairnError.ts';
import { heldWork, restingTree } from '../../record/heldWork.ts';
import { rowOf } from '../../record/rows.ts';

/**
 * Where phases run one by one, work that is held lies in the one working tree: what another phase begins there would take it in. So that
 * tree is the slot of the phase whose work it is from then on, and the other one gets a slot of its own.
 *
 * @param next what comes next
 * @throws `usage/not-possible` in place, where there is one working tree only
 */
export async function besideHeld(drive: Drive, next: NextStep | undefined): Promise<Drive> {
  const { record, history, session, world, state } = drive;
  const held = heldWork(record);
  if (record.slot !== undefined || held === null || next === undefined) return drive;
  const { phase } = held;
  if (next.phase.id === phase && next.do === 'begin') return drive;
  if (drive.isolation === 'in-place')
    throw new CairnError('usage/not-possible', {
      act: 'resume-in-place',
      session,
      refusal: { because: 'held-work', phase },
    });
  const { round } = rowOf(record.status.rows, phase);
  const rests = await restingTree(world.repository, record);
  const standing = { phase, round, stands: record.commit, rests };
  await noteStanding(state, standing);
  return { ...drive, ...(await seenFrom(world, { record, history }, standing)) };
}
