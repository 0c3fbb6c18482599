import type { SessionId } from '../../model/names/ids.ts';
import { sessionRefs } from '../../model/names/places.ts';
import type { KnownRescue } from '../../model/plan/planRestoring.ts';
import type { Refs } from '../ports.ts';
import { rescueNumber } from './ownRefs.ts';

/** The rescues of a session, in the order in which they were made. */
export async function knownRescues(repository: Refs, session: SessionId): Promise<readonly KnownRescue[]> {
  const refs = await repository.refs([`${sessionRefs(session)}rescue/`]);
  return refs
    .flatMap((ref) => {
      const number = rescueNumber(session, ref);
      return number === null ? [] : [{ number, commit: ref.commit, message: ref.message }];
    })
    .toSorted((a, b) => a.number - b.number);
}
