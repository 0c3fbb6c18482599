import type { StateEvent } from '../state/reduceState.ts';
import type { Act, UnderWayChange } from '../state/underWay.ts';
import type { SessionKey } from '../state/windowState.ts';

/** An act that a row shows as under way. */
export interface Begun {
  readonly isCancelled: boolean;
  /**
   * How it is called off from now on; at once if the person has asked for that already. `again`: they have asked before, and
   * it is still there.
   */
  cancelBy(how: (again: boolean) => void): void;
  over(): void;
}

export interface ActsUnderWay {
  /** Shows at the row of a session that something was asked for there, until that is seen or over. */
  begin(key: SessionKey, act: Act, title: string): Begun;
  /** Calls off what is under way at a session, as far as that can be. */
  cancel(key: SessionKey): void;
}

interface Known {
  readonly key: SessionKey;
  cancelled: boolean;
  cancel: (again: boolean) => void;
}

/** What is under way in a window, and how each of it is called off. */
export function createUnderWay(learn: (events: readonly StateEvent[]) => void): ActsUnderWay {
  const all = new Map<number, Known>();
  const learnAt = (key: string, change: UnderWayChange): void => learn([{ type: 'underWay', key, change }]);
  let last = 0;
  return {
    begin({ repository: key, session }, act, title) {
      const n = (last += 1);
      const known: Known = { key: { repository: key, session }, cancelled: false, cancel: () => {} };
      all.set(n, known);
      learnAt(key, { kind: 'begun', underWay: { n, session, act, title, cancelled: false } });
      return {
        get isCancelled() {
          return known.cancelled;
        },
        cancelBy(how) {
          known.cancel = how;
          if (known.cancelled) how(false);
        },
        over() {
          all.delete(n);
          learnAt(key, { kind: 'over', n });
        },
      };
    },
    cancel({ repository, session }) {
      for (const [n, known] of all) {
        if (known.key.repository !== repository || known.key.session !== session) continue;
        const again = known.cancelled;
        known.cancelled = true;
        learnAt(repository, { kind: 'cancelled', n });
        known.cancel(again);
      }
    },
  };
}
