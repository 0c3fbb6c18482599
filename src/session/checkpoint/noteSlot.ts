import type { Drive } from '../drive.ts';
import type { SessionAbout } from '../ports.ts';

type Change = Pick<
  SessionAbout,
  'phase' | 'round' | 'taken' | 'stands' | 'rests' | 'since' | 'moving' | 'laying'
>;

/**
 * Changes how a slot stands, on disk before anything there is touched, and for the drive that is answered. What else is noted stays: the
 * drive may know less, as of a phase that is over by now and whose work is still to be set aside. Where phases run one by one nothing is noted.
 */
export async function noteSlot(drive: Drive, change: Change): Promise<Drive> {
  const { slot } = drive.record;
  if (slot === undefined) return drive;
  await drive.state.note(change);
  const { phase = slot.phase, rests = slot.rests } = change;
  return { ...drive, record: { ...drive.record, slot: { ...slot, phase, rests } } };
}
