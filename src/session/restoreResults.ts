import type { StatusRow } from '../model/status/status.ts';
import type { StayingEffect } from '../model/effects/effectsSince.ts';
import type { EffectState } from '../model/effects/effectState.ts';
import type { ForkPoint } from '../model/checkpoint/checkpoint.ts';
import type { CommitId, PhaseId, RefName, SessionId } from '../model/names/ids.ts';

export interface RestoreResult {
  readonly session: SessionId;
  readonly restoredTo: { readonly phase: PhaseId | null; readonly seq: number };
  readonly seq: number;
  /** Null for a dry run. */
  readonly commit: CommitId | null;
  readonly rescue: RefName | null;
  readonly changed: readonly { readonly path: string; readonly change: 'added' | 'modified' | 'deleted' }[];
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
  /** What happened, or may have happened, outside after that checkpoint: files go back in time, the world does not. */
  readonly notUndone: readonly StayingEffect[];
}

/** What became of an effect. */
export interface EffectResult {
  readonly session: SessionId;
  readonly key: string;
  readonly state: EffectState;
  /** Who says so: the command, a probe, or a person. */
  readonly how: 'ran' | 'probed' | 'settled';
  /** True if it had happened before and nothing ran. */
  readonly replayed: boolean;
  /** Of the command; 0 if a probe or a person said that it happened. */
  readonly exitCode: number;
  /** Its standard output, at most 64 KB; empty if we did not run it. */
  readonly output: string;
}

/** What a fork would begin with. */
export interface ForkPreview {
  /** A free id. */
  readonly session: SessionId;
  readonly from: ForkPoint;
  readonly state: string;
  readonly next: readonly PhaseId[];
  /** Phases that stay done. */
  readonly done: readonly Pick<StatusRow, 'phase' | 'checked'>[];
  /** Phases that closed or were held up in the original session and have not begun in the fork. */
  readonly again: readonly PhaseId[];
  /** As of a restore to that checkpoint; none of it is repeated. */
  readonly notUndone: readonly StayingEffect[];
}
