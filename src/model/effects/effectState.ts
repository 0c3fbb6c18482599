import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';
import type { PhaseId } from '../names/ids.ts';
import { SCHEMA } from '../parsing/schema.ts';
import type { EffectEntry, EffectsRecord } from './effectsRecord.ts';

export const NO_EFFECTS: EffectsRecord = { schema: SCHEMA, effects: [] };

/** `done`: it happened; `failed`: it did not, and would run again; `inDoubt`: an intent without an outcome. */
export type EffectState = 'done' | 'failed' | 'inDoubt';

export function effectState({ outcome }: Pick<EffectEntry, 'outcome'>): EffectState {
  if (outcome === null) return 'inDoubt';
  const happened = outcome.kind === 'ran' ? outcome.exitCode === 0 : outcome.happened;
  return happened ? 'done' : 'failed';
}

/** How many effects are in each state. */
export function countEffects(effects: readonly EffectEntry[]): Readonly<Record<EffectState, number>> {
  const counts = { done: 0, failed: 0, inDoubt: 0 };
  for (const entry of effects) counts[effectState(entry)] += 1;
  return counts;
}

/** Counts the effects of one phase for its `phase.json`; `replayed`: how often one had already happened. */
export function tallyEffects({ effects }: EffectsRecord, phase: PhaseId): PhaseRecord['effects'] {
  const own = effects.filter((entry) => entry.phase === phase);
  const replayed = own.reduce((sum, entry) => sum + (entry.replayed ?? 0), 0);
  return { ...countEffects(own), ...(replayed === 0 ? {} : { replayed }) };
}
