import type { NotedStanding, Standing } from '../../model/slot/standing.ts';
import { canonicalJson } from '../../model/text/canonicalJson.ts';
import type { Drive } from '../drive.ts';
import type { SessionAbout, SessionState } from '../ports.ts';

type Change = Partial<Standing> & Pick<NotedStanding, 'moving'>;

/**
 * Changes how a slot stands, on disk before anything there is touched, and for the drive that is answered. What the change does not name
 * stays as it is on disk: there a phase that is over by now is still in its slot until its work is set aside. Where phases run one by one
 * there is nothing to change.
 *
 * @param change `stands`: where the drive stands already; `moving` is of the disk alone
 * @param besides what its files have still to be brought to, noted together with that
 */
export async function noteSlot(
  drive: Drive,
  change: Change,
  besides: Pick<SessionAbout, 'laying'> = {},
): Promise<Drive> {
  const { slot } = drive.record;
  if (slot === undefined) {
    if (besides.laying !== undefined) await drive.state.note(besides);
    return drive;
  }
  await drive.state.note(besides, change);
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
