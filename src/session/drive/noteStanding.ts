import { tipOf, type Drive } from '../drive.ts';
import type { SessionState } from '../ports.ts';
import { seenFrom, type Standing } from './standing.ts';

/** Notes it, if it is news. */
export async function noteStanding(
  state: Pick<SessionState, 'about' | 'note'>,
  standing: NonNullable<Standing>,
): Promise<void> {
  const about = await state.about();
  const { phase, round, taken, stands, rests } = standing;
  const isNoted =
    about?.phase === phase &&
    (about.round ?? 1) === round &&
    (taken === undefined || about.taken === taken) &&
    about.stands === stands &&
    (about.rests ?? null) === rests &&
    !about.moving;
  if (!isNoted) await state.note({ ...standing, moving: null });
}

/** The first working tree as a slot that stands so from now on. */
export async function asSlot(drive: Drive, standing: NonNullable<Standing>): Promise<Drive> {
  await noteStanding(drive.state, standing);
  return { ...drive, ...(await seenFrom(drive.world, tipOf(drive), standing)) };
}
