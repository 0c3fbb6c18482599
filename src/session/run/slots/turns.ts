import type { PhaseId } from '../../../model/names/ids.ts';
import { passedBy, tipOf, type Drive, type Tip } from '../../drive.ts';

/**
 * The one line of a session on which several phases work: whoever publishes waits for its turn, and does it on the newest tip. In the
 * order of arrival.
 */
export interface Turns {
  readonly tip: () => Tip;
  /** @param act answers the drive on what it published, or as it was */
  take<T extends { readonly drive: Drive }>(drive: Drive, act: (at: Drive) => Promise<T>): Promise<T>;
}

/** @param working the phases at work, as of now */
export function createTurns(first: Tip, working: () => readonly PhaseId[]): Turns {
  let tip = first;
  let last: Promise<unknown> = Promise.resolve();
  return {
    tip: () => tip,
    take(drive, act) {
      const turn = last.then(async () => {
        const beside = working().filter((phase) => phase !== drive.record.slot?.phase);
        const done = await act({ ...passedBy(drive, tip), beside });
        tip = tipOf(done.drive);
        return done;
      });
      // Who fails does not hold up the next.
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
