import type { SessionId } from '../../model/names/ids.ts';
import type { World } from '../world.ts';
import { findSession } from './findSession.ts';
import { readSession, type SessionRecord } from './sessionRecord.ts';

/**
 * A session at its tip.
 *
 * @throws `usage/unknown-session`, and what {@link readSession} does
 */
export async function readTip(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<SessionRecord> {
  const { ref, tip } = await findSession(world, session);
  return readSession(world.repository, session, ref, tip);
}
