import type { PhaseId } from '../../../model/names/ids.ts';
import { isOver } from '../../../model/graph/isOver.ts';
import { openSlot } from '../../drive/openSlot.ts';
import { keepRestore } from '../../drive/restoreJournal.ts';
import { tipOf, type Drive } from '../../drive.ts';
import { slotsNoted } from '../../record/slotStates.ts';
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
 * where phases run one by one. Those at work are left to whoever stops them.
 *
 * @param why what each rescue is for, where somebody looks for it
 */
export async function asideSlots(lead: Drive, why?: (phase: PhaseId) => string): Promise<Drive> {
  if (lead.record.slot === undefined) return lead;
  const isAtWork = (phase: PhaseId | null): boolean => phase !== null && lead.beside.includes(phase);
  const [, ...others] = await slotsNoted(lead.world, lead.session);
  for (const { slot, about } of others) {
    if (isAtWork(about?.standing?.phase ?? null)) continue;
    const drive = await openSlot(lead, slot, null);
    await emptied(drive, drive.record.slot?.phase ?? null, why);
  }
  const { phase } = lead.record.slot;
  // What a person left there is that act's to deal with, as where phases run one by one.
  const isTip = phase === null && lead.ahead === null;
  return isTip || isAtWork(phase) ? lead : emptied(lead, phase, why);
}

/**
 * For acts after which a phase may be no more that was at work, or held work: what is open of it is set aside, and its slot is idle.
 *
 * @param isMeant which of them, where one that was only published may not have left its slot yet
 */
export async function asideOver(lead: Drive, isMeant = isOver): Promise<Drive> {
  let first = lead;
  for (const { slot, phase } of await slotsOver(lead, isMeant)) {
    const idle = await emptied(slot === 1 ? lead : await openSlot(lead, slot, null), phase);
    await keepRestore(idle.state);
    if (slot === 1) first = idle;
  }
  return first;
}

interface SlotOver {
  readonly slot: number;
  readonly phase: PhaseId;
}

/**
 * Slots in which lies the work of a phase that is over, the first one last. Whose it is was noted there: as the slot stands by now, such a
 * phase has left it.
 */
export async function slotsOver(lead: Drive, isMeant = isOver): Promise<readonly SlotOver[]> {
  if (lead.record.slot === undefined) return [];
  const { rows } = tipOf(lead).record.status;
  const [first, ...others] = await slotsNoted(lead.world, lead.session);
  return [...others, first].flatMap(({ slot, about }) => {
    const { phase = null, round = 1 } = about?.standing ?? {};
    return phase !== null && !lead.busy.has(slot) && isMeant({ phase, round }, rows) ? [{ slot, phase }] : [];
  });
}
