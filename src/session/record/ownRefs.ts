import { RESCUE_TRAILERS } from '../../model/checkpoint/rescueMessage.ts';
import { hasTrailer } from '../../model/checkpoint/trailerLines.ts';
import type { RefName, SessionId } from '../../model/names/ids.ts';
import { archiveRef, effectsRef, sessionRefs } from '../../model/names/places.ts';
import { PHASE_ID } from '../../model/text/words.ts';
import type { Ref } from '../ports.ts';

/**
 * The number of a rescue of this session; null for any other ref. A person may keep refs of their own below ours, so the
 * name must be one that we give, and the commit must say that it is a rescue.
 */
export function rescueNumber(
  session: SessionId,
  { name, message }: Pick<Ref, 'name' | 'message'>,
): number | null {
  const n = rescueNumberIn(session, name);
  return n !== null && hasTrailer(message, RESCUE_TRAILERS.session, session) ? n : null;
}

/** Refs of this session besides its branch; what else lies below its folder belongs to whoever put it there. */
export function ownRefs<T extends Pick<Ref, 'name' | 'message'>>(
  session: SessionId,
  refs: readonly T[],
): readonly T[] {
  const ours: readonly RefName[] = [archiveRef(session), effectsRef(session)];
  return refs.filter(
    (ref) => ours.includes(ref.name) || isQueued(session, ref.name) || rescueNumber(session, ref) !== null,
  );
}

const isQueued = (session: SessionId, name: RefName): boolean =>
  name.startsWith(`${sessionRefs(session)}queued/`) &&
  PHASE_ID.test(name.slice(`${sessionRefs(session)}queued/`.length));

/** Nine digits: nobody sets aside more, and a number that is close to where integers end could not be followed by another. */
function rescueNumberIn(session: SessionId, name: RefName): number | null {
  const folder = `${sessionRefs(session)}rescue/`;
  const text = name.startsWith(folder) ? name.slice(folder.length) : '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
