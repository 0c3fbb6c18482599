import type { EffectEntry, EffectOutcome, EffectsRecord } from './effectsRecord.ts';
import { effectState } from './effectState.ts';

/** The effect recorded under a key, or null. */
export const effectOf = ({ effects }: EffectsRecord, key: string): EffectEntry | null =>
  effects.find((entry) => entry.key === key) ?? null;

/** The record with an intent added: a key keeps the place of its first intent. */
export function withIntent(
  record: EffectsRecord,
  intent: Omit<EffectEntry, 'outcome' | 'replayed'>,
): EffectsRecord {
  const entry: EffectEntry = { ...intent, outcome: null };
  return effectOf(record, entry.key) === null
    ? { ...record, effects: [...record.effects, entry] }
    : changed(record, entry.key, () => entry);
}

/** The record with an outcome for the intent under this key. */
export const withOutcome = (record: EffectsRecord, key: string, outcome: EffectOutcome): EffectsRecord =>
  changed(record, key, (entry) => ({ ...entry, outcome }));

/** The record after one more replay, which answers the stored outcome instead of running the command. */
export const withReplay = (record: EffectsRecord, key: string): EffectsRecord =>
  changed(record, key, (entry) => ({ ...entry, replayed: (entry.replayed ?? 0) + 1 }));

function changed(
  record: EffectsRecord,
  key: string,
  change: (entry: EffectEntry) => EffectEntry,
): EffectsRecord {
  return { ...record, effects: record.effects.map((entry) => (entry.key === key ? change(entry) : entry)) };
}

/**
 * Joins two records that know different things: this machine's, and that of a checkpoint made elsewhere. Where they
 * disagree, the state that keeps an effect from happening twice wins: done over in doubt, in doubt over failed.
 */
export function joinEffects(here: EffectsRecord, elsewhere: EffectsRecord): EffectsRecord {
  const there = new Map(elsewhere.effects.map((entry) => [entry.key, entry]));
  const joined = here.effects.map((entry) => {
    const other = there.get(entry.key);
    there.delete(entry.key);
    return other === undefined ? entry : surer(entry, other);
  });
  const more = there.values();
  return { ...here, effects: [...joined, ...more] };
}

const WEIGHT = { done: 2, inDoubt: 1, failed: 0 } as const;

function surer(a: EffectEntry, b: EffectEntry): EffectEntry {
  // Of the same intent, the entry with an outcome knows more.
  if (a.at === b.at && a.outcome === null) return b;
  if (a.at === b.at && b.outcome === null) return a;
  return WEIGHT[effectState(b)] > WEIGHT[effectState(a)] ? b : a;
}
