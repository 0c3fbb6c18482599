import type { CheckpointKind } from '../../model/checkpoint/trailers.ts';
import type { CommitId, PhaseId, RepoPath, TreeId } from '../../model/names/ids.ts';
import type { PhaseRecord } from '../../model/checkpoint/phaseRecord.ts';
import type { Status, StatusRow } from '../../model/status/status.ts';
import type { Workflow } from '../../model/workflow/workflow.ts';
import type { SessionRecord } from '../record/sessionRecord.ts';

/**
 * What becomes of the files besides those that the checkpoint itself writes: they stay as they are at the tip, they are
 * published, or they are held because their phase is not done. `base`: the checkpoint that the work began on.
 */
export type Work =
  | 'unchanged'
  | { readonly publish: TreeId }
  | { readonly hold: TreeId; readonly base: CommitId };

/** The work that a checkpoint holds; null if it holds none. */
export const workToHold = (work: Work): Extract<Work, { hold: TreeId }> | null =>
  work !== 'unchanged' && 'hold' in work ? work : null;

/** What a checkpoint changes against the one before. */
export interface NewCheckpoint {
  readonly kind: CheckpointKind;
  readonly phase: PhaseId | null;
  readonly attempt: number | null;
  readonly rows: readonly StatusRow[];
  readonly work: Work;
  readonly record?: PhaseRecord;
  /** Records of other phases that change with it. */
  readonly records?: readonly PhaseRecord[];
  /** In the folder of the phase: what it hands on, or what a person is to look at. */
  readonly packet?: string;
  /** What the phase hands on, item by item; given with its packet where it is done. */
  readonly ledger?: string;
  /** Further files of the engine, such as a changed workflow. */
  readonly files?: ReadonlyMap<RepoPath, string>;
  /** The workflow from now on, with its items, where that is another. */
  readonly workflow?: Workflow;
  /** For a restore: what it goes back to. */
  readonly older?: Pick<SessionRecord, 'status' | 'records'>;
  /** `plan` and `workflow` when a changed plan is taken over. */
  readonly status?: Partial<Pick<Status, 'plan' | 'workflow' | 'isolation' | 'base'>>;
  /** Files that it moves in the tree that it publishes: from, to. One that is not there is left out. */
  readonly moves?: ReadonlyMap<RepoPath, RepoPath>;
  /** What the working tree holds, where the checkpoint moves away from that: it is brought there. */
  readonly onDisk?: TreeId;
  /** Captured files whose bytes git would not give back: a rescue keeps them raw. */
  readonly normalised?: readonly RepoPath[];
  /** True while HEAD is elsewhere and nobody has said that this is right. */
  readonly keepHead?: boolean;
  /** For a restore: the seq that it goes back to. */
  readonly restored?: number;
  readonly subject: string;
  readonly body: string;
}
