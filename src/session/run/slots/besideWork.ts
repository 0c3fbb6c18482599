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
    throw notInPlace(drive.session, {
      because: 'work-here',
      phase,
      seq: seqWithout(drive, phase),
      tip: drive.record.status.seq,
    });
  return asSlot(drive, await alongTip(drive.world, drive.record, phase));
}

/** A restore to where held work began leaves it behind, and takes a plan of then along; any restore sets aside what has only begun.
 * Null: no checkpoint of this plan is without it. */
function seqWithout({ record, history }: Drive, phase: PhaseId): number | null {
  const { seq, plan } = record.status;
  const held = heldOf(record, phase);
  if (held === null) return seq;
  const began = history.find(({ commit }) => commit === held.base)?.trailers;
  return began?.plan === plan ? began.seq : null;
}
