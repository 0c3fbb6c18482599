import { effectState, type EffectsRecord } from './effectsRecord.ts';
import { effectOf } from './changeEffects.ts';
import type { StayingEffect } from './staysDone.ts';

/**
 * What happened outside, or may have, after an older record was written: to go back there does not undo it.
 * In the order of the first intents.
 */
export function effectsSince(older: EffectsRecord, newest: EffectsRecord): readonly StayingEffect[] {
  return newest.effects
    .filter((entry) => {
      const before = effectOf(older, entry.key);
      if (effectState(entry) === 'failed') return false;
      return before === null || effectState(before) !== 'done';
    })
    .map((entry) => ({ key: entry.key, state: effectState(entry) }));
}
