import type { CommitId, PhaseId, SessionId, Timestamp } from '../names/ids.ts';
import type { Schema } from '../parsing/schema.ts';
import type { SessionState } from '../status/status.ts';

/** Why a checkpoint was published (format, section 7). */
export const CHECKPOINT_KINDS = [
  'opened',
  'phase',
  'waiting',
  'approval',
  'rejection',
  'answer',
  'blocked',
  'edit',
  'restore',
  'fork',
  'closed',
] as const;
export type CheckpointKind = (typeof CHECKPOINT_KINDS)[number];

/** The trailers of a checkpoint, one field each. */
export interface Trailers {
  readonly schema: Schema;
  readonly session: SessionId;
  readonly seq: number;
  readonly kind: CheckpointKind;
  readonly state: SessionState;
  readonly phase: PhaseId | null;
  readonly attempt: number | null;
  readonly next: PhaseId | null;
  readonly title: string;
  readonly workflow: string;
  readonly plan: string;
  readonly effects: number;
  /** `cairn/<version>` */
  readonly engine: string;
  /** The `updated` of its STATUS.md, so that nobody has to read that; null: written before there was one. */
  readonly updated: Timestamp | null;
  /** `<session>@<seq>` for a fork. */
  readonly forkedFrom: string | null;
  /** The seq that a restore went back to; null: no restore, or written before there was one. */
  readonly restored: number | null;
}

/** One commit of the session branch that is a checkpoint. */
export interface Checkpoint {
  readonly commit: CommitId;
  readonly parent: CommitId | null;
  /** `updated`, else committer time (whole seconds): informative. Order comes from parents, then `seq`. */
  readonly at: Timestamp;
  /** Author as `Name <mail>`. */
  readonly by: string;
  readonly subject: string;
  readonly trailers: Trailers;
}
