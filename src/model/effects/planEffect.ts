import { type EffectEntry, type EffectOutcome, effectState } from './effectsRecord.ts';

/** What is known before a command runs under a key. No one else is running it: we waited for the lease. */
export interface EffectFacts {
  /** What is recorded under the key; null: nothing. */
  readonly recorded: EffectEntry | null;
  /** `sha256:<hex>` of the command and its arguments, as they are now. */
  readonly input: string;
  /**
   * Whether the phase may have done it on another machine, whose record did not come along. `in-flight`: an attempt at it was
   * open when the tip was published there. `perhaps`: it came next there; whether it was ever begun, nobody says.
   */
  readonly elsewhere: 'no' | 'perhaps' | 'in-flight';
  /** Whether something can tell if it happened. */
  readonly hasProbe: boolean;
}

/**
 * What a command under a key does.
 *
 * | recorded | then |
 * |---|---|
 * | another command under the same key | `other-input`: an error |
 * | it happened | `replay`: what is stored, and nothing runs |
 * | it did not happen | `run` |
 * | an intent without an outcome | `find-out`: the probe says, or a person |
 * | nothing, and the phase was in flight elsewhere | `find-out` |
 * | nothing, the phase may have begun elsewhere, and there is a probe | `look`: it is done unless the probe finds it |
 * | nothing | `run` |
 */
export type EffectPlan =
  | { readonly do: 'run' }
  | { readonly do: 'replay'; readonly outcome: EffectOutcome }
  | { readonly do: 'find-out' | 'look' }
  | { readonly do: 'other-input'; readonly recorded: EffectEntry };

export function planEffect({ recorded, input, elsewhere, hasProbe }: EffectFacts): EffectPlan {
  if (recorded === null) {
    if (elsewhere === 'in-flight') return { do: 'find-out' };
    return { do: elsewhere === 'perhaps' && hasProbe ? 'look' : 'run' };
  }
  if (recorded.input !== input) return { do: 'other-input', recorded };
  if (recorded.outcome === null) return { do: 'find-out' };
  return effectState(recorded) === 'done' ? { do: 'replay', outcome: recorded.outcome } : { do: 'run' };
}
