import { countEffects, type EffectsRecord } from './effectsRecord.ts';
import type { PhaseId } from '../names/ids.ts';
import type { PhaseRecord } from '../checkpoint/phaseRecord.ts';

/** What one phase wanted done outside, for its `phase.json`; `replayed`: how often that had happened before. */
export function tallyEffects({ effects }: EffectsRecord, phase: PhaseId): PhaseRecord['effects'] {
  const own = effects.filter((entry) => entry.phase === phase);
  const replayed = own.reduce((sum, entry) => sum + (entry.replayed ?? 0), 0);
  return { ...countEffects(own), ...(replayed === 0 ? {} : { replayed }) };
}
