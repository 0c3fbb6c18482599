import type { SessionId } from '../../model/ids.ts';
import { readAttempts } from '../../model/openAttempt.ts';
import type { World } from '../world.ts';

/** A stored state as it is shown on this machine. */
export interface Standing {
  readonly state: string;
  /** A process of this machine drives the session right now. */
  readonly driven: boolean;
}

/**
 * The stored word, but for what only a lease can tell: `running` is only true while one is alive, a blocked session may be
 * under way again, and one whose agent waits for a person waits.
 */
export async function standingHere(
  { state, leases }: Pick<World, 'state' | 'leases'>,
  session: SessionId,
  stored: string,
): Promise<Standing> {
  if (stored !== 'running' && stored !== 'blocked') return { state: stored, driven: false };
  const lease = await leases.peek(session);
  if (lease.held) {
    const asked = await state.of(session).permissions.open(lease.epoch);
    return { state: asked.length > 0 ? 'waiting' : 'running', driven: true };
  }
  if (stored === 'blocked') return { state: stored, driven: false };
  const { lines } = await state.of(session).readJournal();
  return { state: readAttempts(lines).open === null ? 'paused' : 'interrupted', driven: false };
}
