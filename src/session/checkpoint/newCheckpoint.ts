import type { CheckpointKind } from '../../model/checkpoint/trailers.ts';
import type { PhaseId, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { SessionState } from '../../model/status/statusWords.ts';
import type { Status, StatusRow } from '../../model/status/status.ts';

/** What a checkpoint changes against the one before. */
export interface NewCheckpoint {
  readonly kind: CheckpointKind;
  readonly phase: PhaseId | null;
  readonly attempt: number | null;
  readonly state: SessionState;
  readonly next: PhaseId | null;
  readonly rows: readonly StatusRow[];
  /** All files but those that this checkpoint itself writes. */
  readonly tree: TreeId;
  readonly record?: PhaseRecord;
  readonly packet?: string;
  /** Further files of the engine, such as a changed workflow. */
  readonly files?: ReadonlyMap<RepoPath, string>;
  /** `plan` and `workflow` when a changed plan is taken over. */
  readonly status?: Partial<Pick<Status, 'plan' | 'workflow' | 'isolation' | 'base'>>;
  /** Captured files whose bytes git would not give back: a rescue keeps them raw. */
  readonly normalised?: readonly RepoPath[];
  /** True if the journal is still needed to finish the act that this checkpoint is part of. */
  readonly keepJournal?: boolean;
  /** True while HEAD is elsewhere and nobody has said that this is right. */
  readonly keepHead?: boolean;
  /** For a restore: the seq that it goes back to. */
  readonly restored?: number;
  readonly subject: string;
  readonly body: string;
}
