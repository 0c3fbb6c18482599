import type { EffectEntry, EffectOutcome } from './effectsRecord.ts';
import { effectState } from './effectState.ts';

/** What is known before a command runs under a key. Nobody else is running it: we waited for the lease. */
export interface EffectFacts {
  /** What is recorded under the key; null if nothing is. */
  readonly recorded: EffectEntry | null;
  /** `sha256:<hex>` of the command and its arguments as they are now. */
  readonly input: string;
  /**
   * Whether the phase may have done it on another machine, whose record is not here. `in-flight`: an attempt was open when
   * the tip was published there. `perhaps`: the phase came next there; nothing says whether it began.
   */
  readonly elsewhere: 'no' | 'perhaps' | 'in-flight';
  /** True if a probe can tell whether it happened. */
  readonly hasProbe: boolean;
}

/**
 * Decides what a command under a key does.
 *
 * | recorded | then |
 * |---|---|
 * | another command under the same key | `other-input`: an error |
 * | it happened | `replay`: the stored outcome; nothing runs |
 * | it did not happen | `run` |
 * | an intent without an outcome | `find-out`: a probe or a person says |
 * | nothing, and the phase was in flight elsewhere | `find-out` |
 * | nothing, the phase may have begun elsewhere, and there is a probe | `look`: it runs unless the probe finds it |
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
