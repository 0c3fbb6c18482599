import type { SessionId } from './ids.ts';
import { namesFor } from './shortName.ts';

/** What is known of a session that is named. */
export interface Named {
  readonly session: SessionId;
  /** True if its branch is on a remote only. */
  readonly remote: boolean;
}

/**
 * What each session is called: the shortest of its names that is no other's. One with a branch here gives way to those with a branch
 * here alone, and to an id: what is fetched changes what nothing here is called.
 */
export function shortNames(known: readonly Named[]): ReadonlyMap<SessionId, string> {
  const [own, all] = [timesOf(known.filter(({ remote }) => !remote)), timesOf(known)];
  const elsewhere = new Set<string>(known.filter(({ remote }) => remote).map(({ session }) => session));
  const isFree = (name: string, { session, remote }: Named): boolean =>
    remote ? all.get(name) === 1 : own.get(name) === 1 && (name === session || !elsewhere.has(name));
  return new Map(
    known.map((one) => [
      one.session,
      // An id means its session, whatever others are called.
      namesFor(one.session).find((name) => isFree(name, one)) ?? one.session,
    ]),
  );
}

/** How many sessions may be called so. */
function timesOf(known: readonly Named[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const name of known.flatMap(({ session }) => namesFor(session)))
    times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

/** The sessions that have this name: those with a branch here; where none has it, those on a remote. */
export const calledBy = (word: string, known: readonly Named[]): readonly SessionId[] =>
  hereFirst(known, (session) => namesFor(session).includes(word));

/** The same for the beginning of a name, of three letters or more, or of a whole date. */
export const beginningWith = (word: string, known: readonly Named[]): readonly SessionId[] =>
  word.length < 3 || /^\d{1,7}$/.test(word)
    ? []
    : hereFirst(known, (session) => namesFor(session).some((name) => name.startsWith(word)));

function hereFirst(known: readonly Named[], fits: (session: SessionId) => boolean): readonly SessionId[] {
  const found = known.filter(({ session }) => fits(session));
  const here = found.filter(({ remote }) => !remote);
  return (here.length > 0 ? here : found).map(({ session }) => session);
}
