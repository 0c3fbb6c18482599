import { CairnError } from '../../../base/cairnError.ts';
import { isOver } from '../../../model/graph/isOver.ts';
import type { PhaseId } from '../../../model/names/ids.ts';
import { passedBy, tipOf, type Drive, type Tip } from '../../drive.ts';
import { onPublished } from '../onPublished.ts';

/** How the phases of a session that work side by side publish: one at a time, each on the newest tip. */
export interface Turns {
  readonly tip: () => Tip;
  /** Of a phase at work: its work is published, and what comes after that is left. */
  readonly hasPublished: (phase: PhaseId) => boolean;
  /**
   * Nobody else publishes meanwhile.
   *
   * @param act answers the drive on what it published, or as it was
   * @param own the phase whose work it is about, which is not at work any more once it has published
   */
  take<T extends { readonly drive: Drive }>(
    drive: Drive,
    act: (at: Drive) => Promise<T>,
    own?: PhaseId,
  ): Promise<T>;
  /**
   * Work is published in the order in which it arrived here. Those behind wait for the checks of those before them; checkpoints
   * without work do not.
   *
   * @param signal aborts: who still waits is let go
   */
  inLine<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** @param working the phases at work, as of now */
export function createTurns(first: Tip, working: () => readonly PhaseId[]): Turns {
  let tip = first;
  const publishing = createLine();
  const never = new AbortController().signal;
  const over = new Set<PhaseId>();
  return {
    tip: () => tip,
    hasPublished: (phase) => over.has(phase),
    inLine: createLine(),
    take: (drive, act, own) =>
      publishing(async () => {
        const began = drive.record.status.rows.find((row) => row.phase === own);
        // Whoever was before it in the line may have opened another round, or ended the session.
        if (began !== undefined && isOver(began, tip.record.status.rows))
          throw new CairnError('internal/unexpected', { what: began.phase });
        const at = working();
        for (const phase of over) if (!at.includes(phase)) over.delete(phase);
        const beside = at.filter((phase) => phase !== own && !over.has(phase));
        const here = { ...passedBy(drive, tip), beside };
        const moved = (to: Drive): void => {
          const now = tipOf(to);
          if (own !== undefined && now.record.commit !== tip.record.commit) over.add(own);
          tip = now;
        };
        try {
          const done = await act(here);
          moved(done.drive);
          return done;
        } catch (error) {
          // It may have published before it failed: the next would take that for somebody else's.
          moved(await onPublished(here).catch(() => here));
          throw error;
        }
      }, never),
  };
}

/** Acts one after the other, in the order in which they come. */
function createLine(): Turns['inLine'] {
  let last: Promise<unknown> = Promise.resolve();
  return (act, signal) => {
    const leaving = Promise.withResolvers<never>();
    const leave = (): void => leaving.reject(signal.reason);
    const turn = last.then(() => {
      signal.removeEventListener('abort', leave);
      signal.throwIfAborted();
      return act();
    });
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    // Who fails does not hold up the next.
    last = turn.catch(() => undefined);
    return Promise.race([turn, leaving.promise]);
  };
}
