import type { EffectEntry } from '../../model/effectsRecord.ts';
import type { SessionId } from '../../model/ids.ts';
import { findSession } from '../record/findSession.ts';
import { readSession } from '../record/sessionRecord.ts';
import type { World } from '../world.ts';
import { readEffects } from './effectStore.ts';

/** All that is recorded, in the order of the first intents. */
export async function listEffects(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<readonly EffectEntry[]> {
  const found = await findSession(world, session);
  const record = await readSession(world.repository, session, found.ref, found.tip);
  return (await readEffects(world, record)).effects;
}
