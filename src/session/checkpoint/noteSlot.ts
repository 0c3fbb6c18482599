import type { NotedStanding, Standing } from '../../model/slot/standing.ts';
import { canonicalJson } from '../../model/text/canonicalJson.ts';
import type { Drive } from '../drive.ts';
import type { SessionAbout, SessionState } from '../ports.ts';

type Change = Partial<Standing> & Pick<NotedStanding, 'moving'>;

/**
 * Changes how a slot stands, on disk before anything there is touched, and for the drive that is answered. What else is noted stays: the
 * drive may know less, as of a phase that is over by now and whose work is still to be set aside. Where phases run one by one nothing is noted.
 *
 * @param besides what its files have still to be brought to, noted together with that
 */
export async function noteSlot(
  drive: Drive,
  change: Change,
  besides: Pick<SessionAbout, 'laying'> = {},
): Promise<Drive> {
  const { slot, commit } = drive.record;
  if (slot === undefined) return drive;
  const { tip: _ofSession, ...known } = slot;
  const noted = (await drive.state.about())?.standing ?? { ...known, stands: commit };
  await drive.state.note({ standing: { ...noted, ...change }, ...besides });
  const { stands: _ofRecord, moving: _notYet, ...now } = change;
  return { ...drive, record: { ...drive.record, slot: { ...slot, ...now } } };
}

/** Notes how a slot stands, if it is news. */
export async function noteStanding(
  state: Pick<SessionState, 'about' | 'note'>,
  standing: Standing,
): Promise<void> {
  const noted = (await state.about())?.standing ?? null;
  const isNoted = canonicalJson({ moving: null, ...noted }) === canonicalJson({ moving: null, ...standing });
  if (!isNoted) await state.note({ standing });
}
