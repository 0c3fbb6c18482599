import { effectState, type EffectEntry, type EffectsRecord } from './effectsRecord.ts';
import { effectOf } from './changeEffects.ts';

/**
 * One record of two that know different things: that of this machine, and that of a checkpoint which was made elsewhere.
 * Where they disagree, what keeps an effect from happening twice wins: it happened, before nobody knows, before it did not.
 */
export function joinEffects(here: EffectsRecord, elsewhere: EffectsRecord): EffectsRecord {
  const joined = here.effects.map((entry) => {
    const other = effectOf(elsewhere, entry.key);
    return other === null ? entry : surer(entry, other);
  });
  const more = elsewhere.effects.filter(({ key }) => effectOf(here, key) === null);
  return { ...here, effects: [...joined, ...more] };
}

const WEIGHT = { done: 2, inDoubt: 1, failed: 0 } as const;

function surer(a: EffectEntry, b: EffectEntry): EffectEntry {
  // The same intent: whoever knows how it ended knows more.
  if (a.at === b.at && a.outcome === null) return b;
  if (a.at === b.at && b.outcome === null) return a;
  return WEIGHT[effectState(b)] > WEIGHT[effectState(a)] ? b : a;
}
