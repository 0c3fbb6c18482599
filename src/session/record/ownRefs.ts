import { RESCUE_TRAILERS } from '../../model/checkpoint/rescueMessage.ts';
import { hasTrailer } from '../../model/checkpoint/trailerLines.ts';
import type { PhaseId, RefName, SessionId } from '../../model/names/ids.ts';
import { archiveRef, effectsRef, queuedRefs, sessionRefs } from '../../model/names/places.ts';
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
    (ref) =>
      ours.includes(ref.name) || queuedIn(session, ref.name) !== null || rescueNumber(session, ref) !== null,
  );
}

/** The phase whose work a ref keeps in the queue; null for any other ref. */
export function queuedIn(session: SessionId, name: RefName): PhaseId | null {
  const folder = queuedRefs(session);
  const phase = name.startsWith(folder) ? name.slice(folder.length) : '';
  return PHASE_ID.test(phase) ? (phase as PhaseId) : null;
}

/** Nine digits: nobody sets aside more, and a number that is close to where integers end could not be followed by another. */
function rescueNumberIn(session: SessionId, name: RefName): number | null {
  const folder = `${sessionRefs(session)}rescue/`;
  const text = name.startsWith(folder) ? name.slice(folder.length) : '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
