import type { EffectsRecord } from './effectsRecord.ts';
import { effectState, type EffectState } from './effectState.ts';
import { effectOf } from './changeEffects.ts';

/**
 * What happened outside, or may have, since an older record was written: going back there does not undo it. In the order of
 * the first intents.
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

/** An effect's key and what is known of it. */
export interface StayingEffect {
  readonly key: string;
  readonly state: EffectState;
}
