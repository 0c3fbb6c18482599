import type { SessionId } from '../../model/names/ids.ts';
import type { EffectEntry } from '../../model/effects/effectsRecord.ts';
import type { ActResult, EffectResult } from '../results.ts';

/** Something to be done to the outside world once. */
export interface EffectOptions {
  readonly key: string;
  readonly command: readonly [string, ...string[]];
  /** A command of a shell that says with exit code 0 that it has happened. */
  readonly probe: string | null;
  /** Absolute. */
  readonly cwd: string;
}

/** What the command writes, as it does. */
export interface EffectStreams {
  readonly out: (bytes: Uint8Array) => void;
  readonly errors: (line: string) => void;
}

/** What is done to the outside world, once. */
export interface Effects {
  /** Runs a command at most once under its key; what happened before is answered from the record. */
  effect(
    session: SessionId,
    options: EffectOptions,
    streams: EffectStreams,
    signal: AbortSignal,
  ): Promise<EffectResult>;
  /** What is recorded, in the order of the first intents. */
  effects(session: SessionId): Promise<readonly EffectEntry[]>;
  /** A person says whether an effect that is in doubt happened; where the session asks that, it is its answer, too. */
  settleEffect(
    session: SessionId,
    of: { readonly key: string; readonly happened: boolean; readonly comment: string },
  ): Promise<ActResult>;
}
