import { openSlot } from '../../drive/openSlot.ts';
import type { Drive } from '../../drive.ts';
import { emptied } from './takeSlot.ts';

/** The slots besides the first, opened. */
export async function otherSlots(lead: Drive): Promise<readonly Drive[]> {
  const drives: Drive[] = [];
  if (lead.isolation === 'in-place') return drives;
  for (const slot of await lead.state.slots()) drives.push(await openSlot(lead, slot, null));
  return drives;
}

/**
 * For acts after which no phase is where it was: sets aside what is open in every slot, and brings the first one onto the tip, as
 * where phases run one by one.
 */
export async function asideSlots(lead: Drive): Promise<Drive> {
  if (lead.record.slot === undefined) return lead;
  for (const drive of await otherSlots(lead)) await emptied(drive, drive.record.slot?.phase ?? null);
  return emptied(lead, lead.record.slot.phase);
}
