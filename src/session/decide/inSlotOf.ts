import { CairnError } from '../../base/cairnError.ts';
import type { PhaseId } from '../../model/names/ids.ts';
import { leaveQueue } from '../checkpoint/queueWork.ts';
import { showTip } from '../checkpoint/statusFile.ts';
import { passedBy, tipOf, type Drive } from '../drive.ts';
import { chooseSlots, takeSlot } from '../run/slots/takeSlot.ts';

/** Acts in the working tree in which a phase waits; people see in the first one what became of it. */
export async function inSlotOf(
  lead: Drive,
  phase: PhaseId,
  act: (at: Drive) => Promise<Drive>,
): Promise<Drive> {
  const [chosen] = await chooseSlots(lead, [phase]);
  const { drive: at } = chosen === undefined ? { drive: lead } : await takeSlot(lead, chosen);
  const left = (drive: Drive): Promise<void> =>
    drive.record.slot === undefined ? Promise.resolve() : leaveQueue(drive, phase);
  const done = await act(at).catch(async (error: unknown) => {
    // It lies in its slot as before, or merged with the tip.
    if (CairnError.is(error, 'usage/not-possible')) await left(at);
    throw error;
  });
  await left(done);
  if (at.checkout.slot !== lead.checkout.slot) await showTip(passedBy(lead, tipOf(done)));
  return done;
}
