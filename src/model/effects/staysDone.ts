import type { EffectState } from './effectsRecord.ts';

/** An effect by its key, and what is known of it. */
export interface StayingEffect {
  readonly key: string;
  readonly state: EffectState;
}

/** Files go back in time, the outside world does not: what whoever goes back, or begins anew back there, is told. '' for none. */
export const staysDone = (effects: readonly StayingEffect[]): string =>
  effects.length === 0
    ? ''
    : `Done to the outside world since that checkpoint, and neither undone nor done again: ${effects
        .map(({ key, state }) => (state === 'inDoubt' ? `${key} (in doubt)` : key))
        .join(', ')}.`;
