import { effectState, type EffectEntry, type EffectsRecord } from '../effectsRecord.ts';
import { effectOf } from './changeEffects.ts';

/**
 * What happened outside, or may have, after an older record was written: to go back there does not undo it.
 * In the order of the first intents.
 */
export function effectsSince(older: EffectsRecord, newest: EffectsRecord): readonly EffectEntry[] {
  return newest.effects.filter((entry) => {
    const before = effectOf(older, entry.key);
    if (effectState(entry) === 'failed') return false;
    return before === null || effectState(before) !== 'done';
  });
}
