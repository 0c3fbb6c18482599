import { repairRenderings } from '../checkpoint/repairRenderings.ts';
import type { Drive } from '../drive.ts';
import { closeSession } from '../run/close/closeSession.ts';
import { asideSlots } from '../run/slots/asideSlots.ts';
import { refuseElsewhere } from '../workingTree/head.ts';

/** Before an answer that publishes what lies in the working tree, or sets it aside: in place, that must be the session's. */
export async function refuseOthersWork(drive: Drive): Promise<void> {
  await refuseElsewhere(drive);
  await repairRenderings(drive);
}

/** Cancels the session by an answer; what is open in any slot is set aside. */
export async function cancelByAnswer(drive: Drive): Promise<Drive> {
  await refuseOthersWork(drive);
  return closeSession(await asideSlots(drive));
}
