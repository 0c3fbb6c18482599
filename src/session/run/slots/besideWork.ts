import type { PhaseId } from '../../../model/names/ids.ts';
import type { Drive } from '../../drive.ts';
import { asSlot } from '../../drive/openSlot.ts';
import { alongTip } from '../../drive/standing.ts';
import { heldOf } from '../../record/heldWork.ts';
import { notInPlace } from '../../workingTree/notInPlace.ts';

/**
 * Where phases run one by one, work that is not done lies in the one working tree: what another phase begins there would take it in. So that
 * tree is the slot of the phase whose work it is from then on, and the other one gets a slot of its own.
 *
 * @throws `usage/not-possible` in place, where there is one working tree only
 */
export async function besideWork(drive: Drive, phase: PhaseId): Promise<Drive> {
  if (drive.isolation === 'in-place')
    throw notInPlace(drive.session, { because: 'work-here', phase, seq: seqWithout(drive, phase) });
  return asSlot(drive, await alongTip(drive.world, drive.record, phase));
}

/** A restore to where held work began leaves it behind; any restore sets aside what has only begun. */
function seqWithout({ record, history }: Drive, phase: PhaseId): number {
  const base = heldOf(record, phase)?.base;
  return history.find(({ commit }) => commit === base)?.trailers.seq ?? record.status.seq;
}
