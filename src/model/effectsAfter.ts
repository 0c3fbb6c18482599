import { effectState, type EffectsRecord } from './effectsRecord.ts';

/** Keys of what happened, or may have happened, after an older record: going back to that undoes none of it. */
export function effectsAfter(older: EffectsRecord, newest: EffectsRecord): readonly string[] {
  const known = new Set(
    older.effects.filter(({ outcome }) => effectState(outcome) === 'done').map(({ key }) => key),
  );
  return newest.effects
    .filter(({ key, outcome }) => effectState(outcome) !== 'failed' && !known.has(key))
    .map(({ key }) => key);
}
