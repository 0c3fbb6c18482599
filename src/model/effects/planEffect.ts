import type { EffectEntry, EffectOutcome } from '../effectsRecord.ts';
import { effectState } from '../effectsRecord.ts';

/** What is known before a command runs under a key. Nobody who is alive runs it: their lease was waited for. */
export interface EffectFacts {
  /** What is recorded under the key; null: nothing. */
  readonly recorded: EffectEntry | null;
  /** `sha256:<hex>` of the command and its arguments, as they are now. */
  readonly input: string;
  /** The phase was at work on another machine: it may have happened there, and the record of it did not come along. */
  readonly elsewhere: boolean;
}

/**
 * What a command under a key does (format, section 8).
 *
 * | recorded | then |
 * |---|---|
 * | another command under the same key | `other-input`: an error |
 * | it happened | `replay`: what is stored, and nothing runs |
 * | it did not happen | `run` |
 * | an intent without an outcome | `find-out`: the probe says, or a person |
 * | nothing, and the phase was at work elsewhere | `find-out` |
 * | nothing | `run` |
 */
export type EffectPlan =
  | { readonly do: 'run' }
  | { readonly do: 'replay'; readonly outcome: EffectOutcome }
  | { readonly do: 'find-out' }
  | { readonly do: 'other-input'; readonly recorded: EffectEntry };

export function planEffect({ recorded, input, elsewhere }: EffectFacts): EffectPlan {
  if (recorded === null) return elsewhere ? { do: 'find-out' } : { do: 'run' };
  if (recorded.input !== input) return { do: 'other-input', recorded };
  if (recorded.outcome === null) return { do: 'find-out' };
  return effectState(recorded) === 'done' ? { do: 'replay', outcome: recorded.outcome } : { do: 'run' };
}
