import type { SessionId } from '../../model/names/ids.ts';
import type { EffectEntry } from '../../model/effects/effectsRecord.ts';
import type { ActResult, EffectResult } from '../results.ts';

/** Something to do to the outside world exactly once. */
export interface EffectOptions {
  readonly key: string;
  readonly command: readonly [string, ...string[]];
  /** A shell command whose exit code 0 says that it happened. */
  readonly probe: string | null;
  /** Absolute. */
  readonly cwd: string;
}

/** Receives what the command writes, as it writes it. */
export interface EffectStreams {
  readonly out: (bytes: Uint8Array) => void;
  readonly errors: (line: string) => void;
}

/** What a session does to the outside world, each thing once. */
export interface Effects {
  /** Runs a command at most once per key. If it happened before, answers from the record. */
  effect(
    session: SessionId,
    options: EffectOptions,
    streams: EffectStreams,
    signal: AbortSignal,
  ): Promise<EffectResult>;
  /** What is recorded, ordered by first intent. */
  effects(session: SessionId): Promise<readonly EffectEntry[]>;
  /** Records a person's word on whether an effect in doubt happened; also answers the session if it asks just that. */
  settleEffect(
    session: SessionId,
    of: { readonly key: string; readonly happened: boolean; readonly comment: string },
  ): Promise<ActResult>;
}
