import type { EffectEntry, EffectOutcome, EffectsRecord } from './effectsRecord.ts';

/** What is recorded under a key, or null. */
export const effectOf = ({ effects }: EffectsRecord, key: string): EffectEntry | null =>
  effects.find((entry) => entry.key === key) ?? null;

/** The record with an intent: a key keeps the place of its first one. */
export function withIntent(
  record: EffectsRecord,
  intent: Omit<EffectEntry, 'outcome' | 'replayed'>,
): EffectsRecord {
  const entry: EffectEntry = { ...intent, outcome: null };
  return effectOf(record, entry.key) === null
    ? { ...record, effects: [...record.effects, entry] }
    : changed(record, entry.key, () => entry);
}

/** The record with the outcome of the intent under this key. */
export const withOutcome = (record: EffectsRecord, key: string, outcome: EffectOutcome): EffectsRecord =>
  changed(record, key, (entry) => ({ ...entry, outcome }));

/** The record with one more time at which the stored outcome took the place of running it. */
export const withReplay = (record: EffectsRecord, key: string): EffectsRecord =>
  changed(record, key, (entry) => ({ ...entry, replayed: (entry.replayed ?? 0) + 1 }));

function changed(
  record: EffectsRecord,
  key: string,
  change: (entry: EffectEntry) => EffectEntry,
): EffectsRecord {
  return { ...record, effects: record.effects.map((entry) => (entry.key === key ? change(entry) : entry)) };
}
