import type { EffectEntry } from '../../model/effects/effectsRecord.ts';
import type { SessionId } from '../../model/names/ids.ts';
import { readTip } from '../record/readTip.ts';
import type { World } from '../world.ts';
import { readEffects } from './effectStore.ts';

/** All that is recorded, in the order of the first intents. */
export async function listEffects(
  world: Pick<World, 'repository' | 'state'>,
  session: SessionId,
): Promise<readonly EffectEntry[]> {
  return (await readEffects(world, await readTip(world, session))).effects;
}
