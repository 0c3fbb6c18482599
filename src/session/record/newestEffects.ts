import type { EffectsRecord } from '../../model/effectsRecord.ts';
import type { SessionRecord } from './sessionRecord.ts';

/**
 * What is known by now of what a session did to the outside world: a fork begins with it, whatever it goes back behind.
 * The one place that answers this; today it is what the tip tells.
 */
export async function newestEffects({ effects }: Pick<SessionRecord, 'effects'>): Promise<EffectsRecord> {
  return effects;
}
