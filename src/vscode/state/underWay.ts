import type { SessionId } from '../../model/names/ids.ts';
import type { SessionSummary } from '../../session/results.ts';

/** What a person can ask for that takes a while to be seen. */
export type Act = 'start' | 'resume' | 'runAgain' | 'complete' | 'fork';

/** Something that was asked for in this window, at the row of a session, and that nobody has seen happen yet. */
export interface UnderWay {
  /** Tells two acts at one session apart. */
  readonly n: number;
  readonly session: SessionId;
  readonly act: Act;
  readonly title: string;
  /** The person has asked to call it off. */
  readonly cancelled: boolean;
}

export type UnderWayChange =
  | { readonly kind: 'begun'; readonly underWay: UnderWay }
  | { readonly kind: 'cancelled'; readonly n: number }
  /** Seen, or come to nothing. */
  | { readonly kind: 'over'; readonly n: number };

interface Holder {
  readonly underWay: readonly UnderWay[];
}

const WORDS: Readonly<Record<Act, string>> = {
  start: 'starting',
  resume: 'resuming',
  runAgain: 'running again',
  complete: 'completing',
  fork: 'forking',
};

/** What a row says of it. */
export const underWayWord = ({ act, cancelled }: UnderWay): string => (cancelled ? 'cancelling' : WORDS[act]);

/** The newest act at the row of a session. */
export const underWayAt = ({ underWay }: Holder, session: SessionId): UnderWay | null =>
  underWay.find((one) => one.session === session) ?? null;

/** Sessions that are asked for and not there yet, each once. */
export const startingIn = ({ underWay }: Holder): readonly UnderWay[] => {
  const starts = underWay.filter(({ act }) => act === 'start');
  return starts.filter(({ session }, at) => starts.findIndex((one) => one.session === session) === at);
};

/** What is under way after a change, newest first. */
export function changeUnderWay(known: readonly UnderWay[], change: UnderWayChange): readonly UnderWay[] {
  switch (change.kind) {
    case 'begun':
      return [change.underWay, ...known];
    case 'cancelled':
      return known.map((one) => (one.n === change.n ? { ...one, cancelled: true } : one));
    case 'over':
      return known.filter(({ n }) => n !== change.n);
  }
}

/** What is still to be seen once these sessions are listed; the same array when that is all. */
export function stillUnderWay(
  underWay: readonly UnderWay[],
  sessions: readonly SessionSummary[],
): readonly UnderWay[] {
  const left = underWay.filter((one) => {
    const found = sessions.find(({ session }) => session === one.session);
    return found === undefined || !isSeen(one, found);
  });
  return left.length === underWay.length ? underWay : left;
}

/** A fork leaves its origin as it was: who asked for it says when it is over. */
function isSeen({ act }: UnderWay, { driven }: SessionSummary): boolean {
  if (act === 'fork') return false;
  return act === 'start' || driven;
}
